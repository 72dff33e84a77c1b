/** The menu on small screens: account links and location. */

import {
  Bell,
  BellRing,
  ClipboardList,
  Gift,
  Heart,
  MapPin,
  MessageCircle,
  Repeat,
  UserRound,
  UsersRound,
} from 'lucide-react'
import { milesText } from '#domain/locations/distance'
import { openRegister, openSignIn, useSession } from '#features/account/auth'
import { openPlacePicker, usePlace } from '#features/discover/location'
import { useOwnShop } from '#features/sell/own-shop'
import { useUnread } from '#features/talk/notifications'
import { Avatar } from '#ui/avatar'
import { Button } from '#ui/button'
import { Link } from '#ui/link'
import { Sheet } from '#ui/sheet'
import { favouritesPath } from './links.ts'
import { sellingLink } from './selling-link.ts'

const itemStyle = 'flex h-12 items-center gap-3 rounded-xl px-3 font-medium hover:bg-paper-deep'

export function MobileMenuSheet({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const session = useSession()
  const close = () => onOpenChange(false)
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title="Menu">
      {session.status === 'signed-in' ? (
        <>
          <div className="flex items-center gap-3 px-3 pb-4">
            <Avatar name={session.user.name} url={session.user.avatarUrl} />
            <div className="min-w-0">
              <p className="truncate font-semibold">{session.user.name}</p>
              <p className="truncate text-sm text-ink-soft">{session.user.email}</p>
            </div>
          </div>
          <AccountLinks onFollow={close} />
        </>
      ) : (
        <VisitorButtons onPress={close} />
      )}
      <Location onChange={close} />
      <nav aria-label="Household" className="mt-6 border-t border-line pt-4">
        <Link to="/household" onClick={close} className={itemStyle}>
          <UsersRound aria-hidden="true" className="size-5 text-ink-soft" strokeWidth={1.75} />
          Household, allergies and diets
        </Link>
      </nav>
    </Sheet>
  )
}

function Location({ onChange }: { onChange: () => void }) {
  const { label, radiusMiles } = usePlace()
  return (
    <section aria-labelledby="menu-location" className="mt-6 border-t border-line px-3 pt-6">
      <h3 id="menu-location" className="font-sans text-sm font-semibold tracking-normal text-ink-soft">
        Location
      </h3>
      <p className="mt-2 flex gap-2">
        <MapPin aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-berry" strokeWidth={1.75} />
        <span className="min-w-0 wrap-anywhere">
          {label}
          <span className="block text-sm text-ink-soft">within {milesText(radiusMiles)}</span>
        </span>
      </p>
      <Button
        variant="secondary"
        className="mt-4 w-full"
        onClick={() => {
          onChange()
          openPlacePicker(document.querySelector('[aria-label="Menu"]'))
        }}
      >
        Change Location
      </Button>
    </section>
  )
}

function AccountLinks({ onFollow }: { onFollow: () => void }) {
  const { hasAny } = useUnread()
  const { to, text, Icon } = sellingLink(useOwnShop())
  return (
    <nav aria-label="Account">
      <Link to="/notifications" onClick={onFollow} className={itemStyle}>
        <Bell aria-hidden="true" className="size-5 text-ink-soft" strokeWidth={1.75} />
        Notifications
        {hasAny && <span role="img" aria-label="some unread" className="ml-auto size-2.5 rounded-full bg-berry" />}
      </Link>
      <Link to="/profile" onClick={onFollow} className={itemStyle}>
        <UserRound aria-hidden="true" className="size-5 text-ink-soft" strokeWidth={1.75} />
        My Profile
      </Link>
      <Link to="/orders" onClick={onFollow} className={itemStyle}>
        <ClipboardList aria-hidden="true" className="size-5 text-ink-soft" strokeWidth={1.75} />
        Orders
      </Link>
      <Link to="/subscriptions" onClick={onFollow} className={itemStyle}>
        <Repeat aria-hidden="true" className="size-5 text-ink-soft" strokeWidth={1.75} />
        Subscriptions
      </Link>
      <Link to="/gift-vouchers" onClick={onFollow} className={itemStyle}>
        <Gift aria-hidden="true" className="size-5 text-ink-soft" strokeWidth={1.75} />
        Gift Vouchers
      </Link>
      <Link to="/messages" onClick={onFollow} className={itemStyle}>
        <MessageCircle aria-hidden="true" className="size-5 text-ink-soft" strokeWidth={1.75} />
        Messages
      </Link>
      <Link to={favouritesPath} onClick={onFollow} className={itemStyle}>
        <Heart aria-hidden="true" className="size-5 text-ink-soft" strokeWidth={1.75} />
        Favourites
      </Link>
      <Link to="/following" onClick={onFollow} className={itemStyle}>
        <BellRing aria-hidden="true" className="size-5 text-ink-soft" strokeWidth={1.75} />
        Following
      </Link>
      <Link to={to} onClick={onFollow} className={itemStyle}>
        <Icon aria-hidden="true" className="size-5 text-ink-soft" strokeWidth={1.75} />
        {text}
      </Link>
    </nav>
  )
}

function VisitorButtons({ onPress }: { onPress: () => void }) {
  return (
    <div className="space-y-3 px-3">
      <Button
        className="w-full"
        onClick={() => {
          onPress()
          openSignIn()
        }}
      >
        Sign In
      </Button>
      <Button
        variant="secondary"
        className="w-full"
        onClick={() => {
          onPress()
          openRegister()
        }}
      >
        Create Account
      </Button>
    </div>
  )
}
