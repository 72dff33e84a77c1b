/** The menu button below 768 px. The sheet's code is loaded on the first press. */

import { Menu } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button'
import { lazyDialog } from '#ui/lazy-dialog'

const MobileMenuSheet = lazyDialog(() => import('./mobile-menu-sheet.tsx').then((module) => module.MobileMenuSheet))

export function MobileMenu() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="quiet"
        size="icon"
        aria-label="Menu"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
        className="-ml-2.5 md:hidden"
      >
        <Menu aria-hidden="true" className="size-6" strokeWidth={1.75} />
      </Button>
      <MobileMenuSheet open={open} onOpenChange={setOpen} />
    </>
  )
}
