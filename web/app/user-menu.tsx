/** The avatar that opens the user's menu. The menu's code comes when the pointer or the keyboard comes near. */

import { lazy, Suspense, useState } from 'react'
import type { SessionUser } from '#features/auth'
import { Avatar } from '#ui/avatar'
import { buttonStyle } from '#web/ui/button-style.ts'

const loadPopup = () => import('./user-menu-popup.tsx')
const UserMenuPopup = lazy(loadPopup)

export const userMenuTrigger = buttonStyle({ variant: 'quiet', size: 'icon' })

export function UserMenu({ user }: { user: SessionUser }) {
  const [wanted, setWanted] = useState(false)
  const face = <Avatar name={user.name} url={user.avatarUrl} />
  const plainButton = (
    <button
      type="button"
      aria-label="Your account"
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void loadPopup()}
      onFocus={() => void loadPopup()}
      onClick={() => setWanted(true)}
      className={userMenuTrigger}
    >
      {face}
    </button>
  )
  if (!wanted) return plainButton
  return (
    <Suspense fallback={plainButton}>
      <UserMenuPopup user={user} face={face} />
    </Suspense>
  )
}
