/** Opens the contact form of a shop. Its code comes when it is wanted. */

import { Mail } from 'lucide-react'
import { useCallback, useState } from 'react'
import { Button } from '#ui/button'
import { useLazyPart } from '#ui/use-lazy-part'
import type { Shop } from './shop.ts'

const loadDialog = () => import('./contact-dialog.tsx')

/** Only a head start: if it fails, the press tries again and says so. */
const prefetch = () => void loadDialog().catch(() => {})

export function ContactButton({ shop }: { shop: Shop }) {
  const [isOpen, setIsOpen] = useState(false)
  const reset = useCallback(() => setIsOpen(false), [])
  const part = useLazyPart(loadDialog, isOpen, reset)
  return (
    <>
      <Button variant="secondary" onPointerEnter={prefetch} onFocus={prefetch} onClick={() => setIsOpen(true)}>
        <Mail aria-hidden="true" className="size-5 text-berry" />
        Contact
      </Button>
      {part && <part.ContactDialog shop={shop} open={isOpen} onOpenChange={setIsOpen} />}
    </>
  )
}
