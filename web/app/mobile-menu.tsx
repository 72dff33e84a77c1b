/** Below 768 px: the button that opens the menu sheet. The sheet's code comes with the first press. */

import { Menu } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { buttonStyle } from '#web/ui/button-style.ts'

const loadSheet = () => import('./mobile-menu-sheet.tsx')
const MobileMenuSheet = lazy(loadSheet)

export function MobileMenu() {
  const [wanted, setWanted] = useState(false)
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-label="Menu"
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerDown={() => void loadSheet()}
        onClick={() => {
          setWanted(true)
          setOpen(true)
        }}
        className={buttonStyle({ variant: 'quiet', size: 'icon', className: '-ml-2.5 md:hidden' })}
      >
        <Menu aria-hidden="true" className="size-6" strokeWidth={1.75} />
      </button>
      <Suspense fallback={null}>{wanted && <MobileMenuSheet open={open} onOpenChange={setOpen} />}</Suspense>
    </>
  )
}
