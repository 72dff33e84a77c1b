/**
 * The menu button below 768 px, where the menu has the notifications and so the button has their dot. The sheet's code
 * is loaded on the first press.
 */

import { Menu } from 'lucide-react'
import { useCallback, useId, useState } from 'react'
import { useUnread } from '#features/notifications'
import { useLazyPart } from '#ui/use-lazy-part'
import { buttonStyle } from '#web/ui/button-style.ts'
import { UnreadDot } from './badges.tsx'

const loadSheet = () => import('./mobile-menu-sheet.tsx')

export function MobileMenu() {
  const [open, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  const part = useLazyPart(loadSheet, open, close)
  const { hasAny } = useUnread()
  const unreadId = useId()
  return (
    <>
      <button
        type="button"
        aria-label="Menu"
        aria-describedby={hasAny ? unreadId : undefined}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
        className={buttonStyle({ variant: 'quiet', size: 'icon', className: '-ml-2.5 md:hidden' })}
      >
        <Menu aria-hidden="true" className="size-6" strokeWidth={1.75} />
        {hasAny && <UnreadDot />}
      </button>
      {hasAny && (
        <span id={unreadId} hidden>
          Some notifications unread
        </span>
      )}
      {part && <part.MobileMenuSheet open={open} onOpenChange={setOpen} />}
    </>
  )
}
