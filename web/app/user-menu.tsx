/** The avatar that opens the user's menu. The menu's code comes when the pointer or the keyboard comes near. */
import { useCallback, useState } from 'react'
import type { SessionUser } from '#features/auth'
import { Avatar } from '#ui/avatar'
import { useLazyPart } from '#ui/use-lazy-part'
import { buttonStyle } from '#web/ui/button-style.ts'

const loadPopup = () => import('./user-menu-popup.tsx')

/** Only a head start: if it fails, the press tries again and says so. */
const prefetch = () => void loadPopup().catch(() => {})

export const userMenuTrigger = buttonStyle({ variant: 'quiet', size: 'icon' })

export function UserMenu({ user }: { user: SessionUser }) {
  const [pressed, setPressed] = useState(false)
  const reset = useCallback(() => setPressed(false), [])
  const part = useLazyPart(loadPopup, pressed, reset)
  const face = <Avatar name={user.name} url={user.avatarUrl} />
  // Whoever pressed while the menu was on its way finds it open when it arrives.
  if (part && pressed) return <part.UserMenuPopup user={user} face={face} />
  return (
    <button
      type="button"
      aria-label="Your account"
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={prefetch}
      onFocus={prefetch}
      onClick={() => setPressed(true)}
      className={userMenuTrigger}
    >
      {face}
    </button>
  )
}
