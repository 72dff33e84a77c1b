/** The user menu, open from the start because it is loaded when its button is pressed. */

import {
  BellRing,
  ClipboardList,
  Gift,
  Heart,
  LogOut,
  MapPin,
  MessageCircle,
  Repeat,
  Settings,
  UserRound,
  UsersRound,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { type SessionUser, useSignOut } from '#features/account/auth'
import { useOwnShop } from '#features/sell/own-shop'
import { Button } from '#ui/button'
import { Menu, MenuItem } from '#ui/menu'
import { favouritesPath } from './links.ts'
import { sellingLink } from './selling-link.ts'
import { userMenuTrigger } from './user-menu-trigger.ts'

const pages = [
  { to: '/profile', text: 'Profile', Icon: UserRound },
  { to: '/order-history', text: 'Order History', Icon: ClipboardList },
  { to: '/subscriptions', text: 'Subscriptions', Icon: Repeat },
  { to: '/gift-vouchers', text: 'Gift Vouchers', Icon: Gift },
  { to: '/messages', text: 'Messages', Icon: MessageCircle },
  { to: favouritesPath, text: 'Favourites', Icon: Heart },
  { to: '/following', text: 'Following', Icon: BellRing },
  { to: '/household', text: 'Household', Icon: UsersRound },
  { to: '/settings/profile', text: 'Profile Settings', Icon: Settings },
  { to: '/settings/addresses', text: 'Manage Addresses', Icon: MapPin },
]

export function UserMenuPopup({ user, avatar }: { user: SessionUser; avatar: ReactNode }) {
  const { mutate: signOut } = useSignOut()
  const selling = sellingLink(useOwnShop())
  return (
    <Menu defaultOpen trigger={<Button {...userMenuTrigger}>{avatar}</Button>}>
      <div className="mb-2 border-b border-line px-3 pt-1.5 pb-3">
        <p className="truncate font-semibold">{user.name}</p>
        <p className="truncate text-sm text-ink-soft">{user.email}</p>
      </div>
      {[...pages, selling].map(({ to, text, Icon }) => (
        <MenuItem key={to} icon={Icon} to={to}>
          {text}
        </MenuItem>
      ))}
      <MenuItem icon={LogOut} onClick={() => signOut()}>
        Sign Out
      </MenuItem>
    </Menu>
  )
}
