/** The menu button below 768 px. The sheet's code is loaded on the first press. */

import { Menu } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useLazyPart } from '#ui/use-lazy-part'
import { buttonStyle } from '#web/ui/button-style.ts'

const loadSheet = () => import('./mobile-menu-sheet.tsx')

export function MobileMenu() {
  const [open, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  const part = useLazyPart(loadSheet, open, close)
  return (
    <>
      <button
        type="button"
        aria-label="Menu"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
        className={buttonStyle({ variant: 'quiet', size: 'icon', className: '-ml-2.5 md:hidden' })}
      >
        <Menu aria-hidden="true" className="size-6" strokeWidth={1.75} />
      </button>
      {part && <part.MobileMenuSheet open={open} onOpenChange={setOpen} />}
    </>
  )
}
