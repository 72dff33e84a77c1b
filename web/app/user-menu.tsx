/** The avatar button of the user menu. The menu's code is prefetched on hover and focus. */
import { useCallback, useState } from 'react'
import type { SessionUser } from '#features/account/auth'
import { Avatar } from '#ui/avatar'
import { Button } from '#ui/button'
import { useLazyPart } from '#ui/use-lazy-part'
import { userMenuTrigger } from './user-menu-trigger.ts'

const loadPopup = () => import('./user-menu-popup.tsx')

/** A failed prefetch is ignored: pressing the button tries again. */
const prefetch = () => void loadPopup().catch(() => {})

export function UserMenu({ user }: { user: SessionUser }) {
  const [pressed, setPressed] = useState(false)
  const reset = useCallback(() => setPressed(false), [])
  const part = useLazyPart(loadPopup, pressed, reset)
  const avatar = <Avatar name={user.name} url={user.avatarUrl} />
  // A menu that was requested while it loaded opens as soon as it arrives.
  if (part && pressed) return <part.UserMenuPopup user={user} avatar={avatar} />
  return (
    <Button
      {...userMenuTrigger}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={prefetch}
      onFocus={prefetch}
      onClick={() => setPressed(true)}
    >
      {avatar}
    </Button>
  )
}
