/** The account controls in the header: 'Sign in' for visitors; messages, the bell and the user menu for members. */

import { Bell, MessageCircle } from 'lucide-react'
import { openSignIn, type SessionUser, useSession } from '#features/account/auth'
import { useUnread, useUnreadUpdates } from '#features/talk/notifications'
import { Button } from '#ui/button'
import { Link } from '#ui/link'
import { buttonStyle } from '#web/ui/button-style.ts'
import { CountBadge, UnreadDot } from './badges.tsx'
import { messagesName } from './links.ts'
import { UserMenu } from './user-menu.tsx'

export function AccountControls() {
  const session = useSession()
  if (session.status === 'signed-in') return <MemberControls user={session.user} />
  return (
    <Button variant="secondary" onClick={() => openSignIn()} className="max-md:hidden">
      Sign in
    </Button>
  )
}

const iconLink = buttonStyle({ variant: 'quiet', size: 'icon', className: 'max-md:hidden' })

function MemberControls({ user }: { user: SessionUser }) {
  useUnreadUpdates()
  const { hasAny, conversations } = useUnread()
  return (
    <>
      <Link to="/messages" aria-label={messagesName(conversations)} className={iconLink}>
        <MessageCircle aria-hidden="true" className="size-6" strokeWidth={1.75} />
        <CountBadge count={conversations} />
      </Link>
      <Link
        to="/notifications"
        aria-label={hasAny ? 'Notifications, some unread' : 'Notifications'}
        className={iconLink}
      >
        <Bell aria-hidden="true" className="size-6" strokeWidth={1.75} />
        {hasAny && <UnreadDot />}
      </Link>
      <UserMenu user={user} />
    </>
  )
}
