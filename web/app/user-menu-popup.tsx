/** The user menu, open from the start because it is loaded when its button is pressed. */

import { Menu } from '@base-ui/react/menu'
import { ClipboardList, LogOut, MapPin, Settings, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useOwnShop } from '#features/account'
import { type SessionUser, useSignOut } from '#features/auth'
import { sellingLink } from './selling-link.ts'
import { userMenuTrigger } from './user-menu.tsx'

const pages = [
  { to: '/profile', text: 'Profile', Icon: UserRound },
  { to: '/order-history', text: 'Order History', Icon: ClipboardList },
  { to: '/settings/profile', text: 'Profile Settings', Icon: Settings },
  { to: '/settings/addresses', text: 'Manage Addresses', Icon: MapPin },
]

const itemStyle =
  'flex h-11 cursor-pointer items-center gap-3 rounded-lg px-3 outline-none select-none data-highlighted:bg-paper-deep'

export function UserMenuPopup({ user, avatar }: { user: SessionUser; avatar: ReactNode }) {
  const { mutate: signOut } = useSignOut()
  const selling = sellingLink(useOwnShop())
  return (
    <Menu.Root defaultOpen>
      <Menu.Trigger aria-label="Your account" className={userMenuTrigger}>
        {avatar}
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner align="end" sideOffset={8} className="z-50 outline-none">
          <Menu.Popup className="w-64 origin-(--transform-origin) rounded-2xl border border-line bg-card p-2 shadow-lift outline-none transition-[opacity,scale] duration-150 data-ending-style:scale-97 data-ending-style:opacity-0 data-starting-style:scale-97 data-starting-style:opacity-0">
            <div className="border-b border-line px-3 pt-1.5 pb-3">
              <p className="truncate font-semibold">{user.name}</p>
              <p className="truncate text-sm text-ink-soft">{user.email}</p>
            </div>
            <div className="pt-2">
              {[...pages, selling].map(({ to, text, Icon }) => (
                <Menu.Item key={to} render={<Link to={to} />} className={itemStyle}>
                  <Icon aria-hidden="true" className="size-5 text-ink-soft" strokeWidth={1.75} />
                  {text}
                </Menu.Item>
              ))}
              <Menu.Item onClick={() => signOut()} className={itemStyle}>
                <LogOut aria-hidden="true" className="size-5 text-ink-soft" strokeWidth={1.75} />
                Sign Out
              </Menu.Item>
            </div>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
