/** The button of a product page that starts a subscription. Its dialog is loaded when it is pressed. */
import { Repeat } from 'lucide-react'
import { useState } from 'react'
import type { BasketLine } from '#domain/checkout/basket'
import { useWhenSignedIn } from '#features/account/auth'
import { Button } from '#ui/button'
import { lazyDialog } from '#ui/lazy-dialog'
import type { SubscribedProduct } from './subscribe-dialog.tsx'

const SubscribeDialog = lazyDialog(() => import('./subscribe-dialog.tsx').then((module) => module.SubscribeDialog))

interface SubscribeButtonProps {
  product: SubscribedProduct
  /** What the shopper has chosen. Null if something is missing, which the page shows then. */
  chosenLine: () => BasketLine | null
}

export function SubscribeButton({ product, chosenLine }: SubscribeButtonProps) {
  const whenSignedIn = useWhenSignedIn()
  const [line, setLine] = useState<BasketLine | null>(null)
  const [isOpen, setOpen] = useState(false)

  function open(): void {
    const chosen = chosenLine()
    if (!chosen) return
    whenSignedIn(() => {
      setLine(chosen)
      setOpen(true)
    })
  }

  return (
    <>
      <Button variant="secondary" size="lg" className="w-full" onClick={open}>
        <Repeat aria-hidden="true" className="size-5" />
        Subscribe
      </Button>
      <SubscribeDialog product={product} line={line} open={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
