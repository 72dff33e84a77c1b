/** Opens the contact form of a shop. The dialog's code is loaded on demand. */

import { Mail } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button'
import { lazyDialog } from '#ui/lazy-dialog'
import type { Shop } from './shop.ts'

const loadDialog = () => import('./contact-dialog.tsx').then((module) => module.ContactDialog)
const ContactDialog = lazyDialog(loadDialog)

/** A failed prefetch is ignored: pressing the button tries again. */
const prefetch = () => void loadDialog().catch(() => {})

export function ContactButton({ shop }: { shop: Shop }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" onPointerEnter={prefetch} onFocus={prefetch} onClick={() => setIsOpen(true)}>
        <Mail aria-hidden="true" className="size-5 text-berry" />
        Contact
      </Button>
      <ContactDialog shop={shop} open={isOpen} onOpenChange={setIsOpen} />
    </>
  )
}
