/**
 * The menu button below 768 px, where the menu has the notifications and so the button has their dot. The sheet's code
 * is loaded on the first press.
 */

import { Menu } from 'lucide-react'
import { useId, useState } from 'react'
import { useUnread } from '#features/talk/notifications'
import { Button } from '#ui/button'
import { lazyDialog } from '#ui/lazy-dialog'
import { UnreadDot } from './badges.tsx'

const MobileMenuSheet = lazyDialog(() => import('./mobile-menu-sheet.tsx').then((module) => module.MobileMenuSheet))

export function MobileMenu() {
  const [open, setOpen] = useState(false)
  const { hasAny } = useUnread()
  const unreadId = useId()
  return (
    <>
      <Button
        variant="quiet"
        size="icon"
        aria-label="Menu"
        aria-describedby={hasAny ? unreadId : undefined}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
        className="-ml-2.5 md:hidden"
      >
        <Menu aria-hidden="true" className="size-6" strokeWidth={1.75} />
        {hasAny && <UnreadDot />}
      </Button>
      {hasAny && (
        <span id={unreadId} hidden>
          Some notifications unread
        </span>
      )}
      <MobileMenuSheet open={open} onOpenChange={setOpen} />
    </>
  )
}
