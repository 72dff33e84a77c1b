/** The account controls in the header: 'Sign in' for visitors, the bell and the user menu for members. */

import { Bell } from 'lucide-react'
import { Link } from 'react-router'
import { openSignIn, useSession } from '#features/auth'
import { useHasUnread } from '#features/notifications'
import { Button } from '#ui/button'
import { buttonStyle } from '#web/ui/button-style.ts'
import { UserMenu } from './user-menu.tsx'

export function AccountControls() {
  const session = useSession()
  if (session.status === 'visitor') {
    return (
      <Button variant="secondary" onClick={() => openSignIn()} className="max-md:hidden">
        Sign in
      </Button>
    )
  }
  return (
    <>
      <NotificationBell />
      <UserMenu user={session.user} />
    </>
  )
}

function NotificationBell() {
  const unread = useHasUnread()
  return (
    <Link
      to="/notifications"
      aria-label={unread ? 'Notifications, some unread' : 'Notifications'}
      className={buttonStyle({ variant: 'quiet', size: 'icon', className: 'max-md:hidden' })}
    >
      <Bell aria-hidden="true" className="size-6" strokeWidth={1.75} />
      {unread && (
        <span aria-hidden="true" className="absolute top-2 right-2 size-2.5 rounded-full bg-berry ring-2 ring-paper" />
      )}
    </Link>
  )
}
