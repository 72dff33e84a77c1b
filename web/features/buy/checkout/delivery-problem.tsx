/** Why a shop does not deliver this order to the chosen address, and what the buyer can do instead. */
import type { ShopPart } from '#domain/checkout/checkout'
import { type Delivery, minimumOrderText, outsideText } from '#domain/delivery/delivery-terms'
import { useBasket } from '#features/buy/basket'
import { Button } from '#ui/button'
import { LinkButton } from '#ui/link-button'
import { Notice } from '#ui/notice'
import { errorIds, focusError } from './checkout-errors.ts'

export interface DeliveryProblemProps {
  part: ShopPart
  delivery: Delivery
  /** Chooses pickup. Absent if the shop offers none. */
  onPickUp: (() => void) | undefined
}

export function DeliveryProblem({ part, delivery, onPickUp }: DeliveryProblemProps) {
  const basket = useBasket()
  const { shop, lines } = part
  const problem = deliveryProblem(shop.name, delivery)
  if (problem === null) return null
  const positions = lines.map(({ line }) => basket.lines.indexOf(line)).filter((position) => position >= 0)
  const removeAll = () => {
    // From the last, because removing a line moves those after it.
    for (const position of positions.toSorted((one, other) => other - one)) basket.remove(position)
  }
  return (
    <Notice tone="warning" role="status">
      <p>{problem}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        {onPickUp && (
          <Button variant="secondary" size="sm" onClick={onPickUp}>
            Pick up instead
          </Button>
        )}
        {delivery.kind === 'outside' ? (
          <Button variant="secondary" size="sm" onClick={() => focusError(errorIds.address)}>
            Choose another address
          </Button>
        ) : (
          <LinkButton variant="secondary" size="sm" to={`/shop/${encodeURIComponent(shop.slug)}`}>
            Add more from {shop.name}
          </LinkButton>
        )}
        {positions.length > 0 && (
          <Button variant="secondary" size="sm" aria-label={`Remove everything from ${shop.name}`} onClick={removeAll}>
            Remove
          </Button>
        )}
      </div>
    </Notice>
  )
}

/** Null if the order can be delivered, or if that is not known yet. */
export function deliveryProblem(shopName: string, delivery: Delivery): string | null {
  if (delivery.kind === 'outside') return outsideText(shopName, delivery, 'your address')
  return delivery.kind === 'delivered' && delivery.missingPence > 0 ? minimumOrderText(shopName, delivery) : null
}
