/** The basket page, with today's prices. */

import { ShoppingBasket, Truck } from 'lucide-react'
import { useId, useSyncExternalStore } from 'react'
import { linesByShop, type ReviewedBasket, reviewBasket, type ShopLines } from '#domain/checkout/basket-review'
import { type Delivery, destinationAt } from '#domain/delivery/delivery-terms'
import { shortPlaceLabel } from '#domain/locations/chosen-place'
import { cancellationLine, termsOf } from '#domain/orders/cancellation-terms'
import { formatPence } from '#domain/values/money'
import { useListingLink } from '#platform/listing-link.ts'
import { PageHead } from '#platform/page-head.tsx'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { Link } from '#ui/link'
import { LinkButton } from '#ui/link-button'
import { Notice } from '#ui/notice'
import { Page } from '#ui/page'
import { PageNotice } from '#ui/page-notice'
import { Loading, Skeleton, SkeletonText } from '#ui/skeleton'
import { BasketLineRow } from '#web/features/buy/basket/basket-line-row.tsx'
import { DeliveryNote } from '#web/features/buy/basket/delivery-note.tsx'
import { useOnSale } from '#web/features/buy/basket/on-sale.ts'
import { useBasket } from '#web/features/buy/basket/use-basket.ts'
import { PendingCheckoutNotice } from '#web/features/buy/checkout/pending-checkout-notice.tsx'
import { openPlacePicker } from '#web/features/discover/location/picker-store.ts'
import { usePlace } from '#web/features/discover/location/use-place.ts'

export function Component() {
  return (
    <Page className="pt-8 sm:pt-12">
      <PageHead title="Your basket" hidden />
      {/* The server does not know the basket, so its HTML shows a placeholder. */}
      {useIsHydrated() ? <BasketView /> : <BasketPlaceholder />}
    </Page>
  )
}

const neverChanges = () => () => {}

function useIsHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
}

function BasketView() {
  const link = useListingLink()
  const basket = useBasket()
  const { data: onSale = null, isError, refetch } = useOnSale(basket.lines.map(({ product }) => product.id))
  const place = usePlace()
  const reviewed = reviewBasket(basket.lines, onSale, destinationAt(place))
  if (basket.count === 0) {
    return (
      <PageNotice icon={ShoppingBasket} title="Your cart is empty" to={link('/')} link="Browse Products">
        Items you add to your basket will appear here.
      </PageNotice>
    )
  }
  return (
    <>
      <h1 className="text-3xl sm:text-4xl">Your basket</h1>
      <div className="mt-4 grid gap-x-12 gap-y-8 lg:grid-cols-[1fr_24rem]">
        <div className="space-y-8">
          <PendingCheckoutNotice />
          {linesByShop(reviewed.lines).map((shopLines) => (
            <ShopSection
              key={shopLines.shop.slug}
              {...shopLines}
              delivery={reviewed.deliveries.get(shopLines.shop.slug)}
              where={shortPlaceLabel(place.label)}
            />
          ))}
        </div>
        <OrderSummary reviewed={reviewed} hasFailed={isError} retry={() => void refetch()} />
      </div>
    </>
  )
}

interface ShopSectionProps extends ShopLines {
  delivery: Delivery | undefined
  /** The short name of the shopper's place. */
  where: string
}

function ShopSection({ shop, lines, delivery, where }: ShopSectionProps) {
  const link = useListingLink()
  const basket = useBasket()
  const id = useId()
  const product = lines.find(({ line }) => line.product)?.line.product
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="border-b border-line pb-2 text-xl wrap-anywhere">
        <Link to={link(`/shop/${encodeURIComponent(shop.slug)}`)} className="hover:text-berry">
          {shop.name}
        </Link>
      </h2>
      <ul aria-labelledby={id} className="divide-y divide-line">
        {lines.map(({ line, position }) => (
          <li key={keyOf(line.line)}>
            <BasketLineRow
              reviewed={line}
              onQuantityChange={(quantity) => basket.setQuantity(position, quantity, line.maxQuantity)}
              onRemove={() => basket.remove(position)}
            />
          </li>
        ))}
      </ul>
      {delivery && <DeliveryTerms shop={shop} lines={lines} delivery={delivery} where={where} />}
      {product && <p className="text-sm text-pretty text-ink-soft">{cancellationLine(termsOf(product.shop))}.</p>}
    </section>
  )
}

/** With what else is possible where the shop does not deliver. */
function DeliveryTerms({ shop, lines, delivery, where }: Omit<ShopSectionProps, 'delivery'> & { delivery: Delivery }) {
  const canPickUp = lines.some(({ line }) => line.product?.available_for_pickup)
  return (
    <div className="flex flex-col items-start gap-1">
      <DeliveryNote shopName={shop.name} delivery={delivery} where={where} />
      {delivery.kind === 'outside' && (
        <div className="flex flex-wrap items-center gap-x-3 text-sm">
          {canPickUp && <p>You can pick it up instead: choose this at the checkout.</p>}
          <Button variant="quiet" size="sm" className="-ml-3" onClick={() => openPlacePicker()}>
            Choose another place
          </Button>
        </div>
      )}
    </div>
  )
}

/** Unlike the position, this key stays the same when another line is removed. */
function keyOf({
  product,
  variation,
  options,
  personalization,
  customRequestDetails,
}: ReturnType<typeof useBasket>['lines'][number]) {
  return JSON.stringify([product.id, variation, options, personalization, customRequestDetails])
}

interface OrderSummaryProps {
  reviewed: ReviewedBasket
  /** Today's prices could not be loaded. */
  hasFailed: boolean
  retry: () => void
}

function OrderSummary({ reviewed, hasFailed, retry }: OrderSummaryProps) {
  const link = useListingLink()
  const { subtotalPence, deliveryPence, totalPence, shortOfFreeDeliveryPence, canCheckOut, lines, deliveries } =
    reviewed
  const isPickupOnly = lines.every(({ product }) => product?.available_for_delivery === false)
  const isOutside = deliveryPence === 0 && [...deliveries.values()].some(({ kind }) => kind === 'outside')
  const hasUnavailable = lines.some(({ unavailableReason }) => unavailableReason !== null)
  return (
    <Card className="flex flex-col gap-5 self-start lg:sticky lg:top-28">
      <h2 className="text-xl">Order Summary</h2>
      <dl className="grid grid-cols-[1fr_auto] gap-y-2 tabular-nums [&>dd]:text-right">
        <dt>Subtotal</dt>
        <dd>{formatPence(subtotalPence)}</dd>
        <dt>{isPickupOnly ? 'Pickup' : 'Delivery'}</dt>
        <dd>{isOutside ? 'Not to your place' : deliveryPence === 0 ? 'Free' : formatPence(deliveryPence)}</dd>
        <dt className="mt-2 border-t border-line pt-4 text-lg font-semibold">Total</dt>
        <dd className="mt-2 border-t border-line pt-4 text-lg font-semibold">{formatPence(totalPence)}</dd>
      </dl>
      {shortOfFreeDeliveryPence > 0 && (
        <Notice tone="success" icon={Truck}>
          Add {formatPence(shortOfFreeDeliveryPence)} more for free delivery
        </Notice>
      )}
      {hasUnavailable && <p className="text-alarm-deep">Remove or reduce unavailable items to continue.</p>}
      {hasFailed && (
        <div role="alert" className="flex flex-col items-start gap-3">
          <p>Today’s prices could not be loaded. Check your connection and try again.</p>
          <Button variant="secondary" onClick={retry}>
            Try again
          </Button>
        </div>
      )}
      {canCheckOut ? (
        <LinkButton size="lg" to="/checkout">
          Proceed to Checkout
        </LinkButton>
      ) : (
        <Button size="lg" disabled>
          Proceed to Checkout
        </Button>
      )}
      <Link to={link('/')} className="text-link self-center">
        Continue shopping
      </Link>
    </Card>
  )
}

function BasketPlaceholder() {
  return (
    <>
      <h1 className="text-3xl sm:text-4xl">Your basket</h1>
      <Loading text="Loading your basket..." />
      <div className="mt-8 grid gap-x-12 gap-y-8 lg:grid-cols-[1fr_24rem]">
        <div className="flex gap-6">
          <Skeleton className="size-24 shrink-0 sm:size-32" />
          <SkeletonText lines={3} className="grow" />
        </div>
        <Skeleton className="h-64" />
      </div>
    </>
  )
}
