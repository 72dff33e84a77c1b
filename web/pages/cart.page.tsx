/** The basket page, with today's prices. */

import { ShoppingBasket, Truck } from 'lucide-react'
import { useId, useSyncExternalStore } from 'react'
import {
  deliveryOf,
  linesByShop,
  type Preview,
  type PreviewedShop,
  reviewBasket,
  type ShopLines,
} from '#domain/checkout/preview'
import type { RefusalCode } from '#domain/checkout/refusal-codes'
import { destinationAt } from '#domain/delivery/delivery-terms'
import { shortPlaceLabel } from '#domain/locations/chosen-place'
import { breakdown, deliveryText } from '#domain/orders/breakdown'
import { cancellationLine, termsOf } from '#domain/orders/cancellation-terms'
import { dayAndTime } from '#domain/values/calendar'
import { formatPence } from '#domain/values/money'
import { useListingLink } from '#platform/listing-link.ts'
import { PageHead } from '#platform/page-head.tsx'
import { Breakdown } from '#ui/breakdown'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { Link } from '#ui/link'
import { LinkButton } from '#ui/link-button'
import { Notice } from '#ui/notice'
import { Page } from '#ui/page'
import { PageNotice } from '#ui/page-notice'
import { Loading, Skeleton, SkeletonText } from '#ui/skeleton'
import { BasketLineRow } from '#web/features/buy/basket/basket-line-row.tsx'
import { useBasketPreview } from '#web/features/buy/basket/basket-preview.ts'
import { DeliveryNote } from '#web/features/buy/basket/delivery-note.tsx'
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
  const place = usePlace()
  const preview = useBasketPreview(basket.lines, destinationAt(place))
  if (basket.count === 0) {
    return (
      <PageNotice icon={ShoppingBasket} title="Your cart is empty" to={link('/')} link="Browse Products">
        Items you add to your basket will appear here.
      </PageNotice>
    )
  }
  const reviewed = reviewBasket(basket.lines, preview.data ?? null)
  return (
    <>
      <h1 className="text-3xl sm:text-4xl">Your basket</h1>
      <div className="mt-4 grid gap-x-12 gap-y-8 lg:grid-cols-[1fr_24rem]">
        <div className="space-y-8">
          <PendingCheckoutNotice />
          {linesByShop(reviewed).map((shopLines) => (
            <ShopSection
              key={shopLines.shop.slug}
              {...shopLines}
              preview={preview.data}
              where={shortPlaceLabel(place.label)}
            />
          ))}
        </div>
        <OrderSummary
          preview={preview}
          storedPence={basket.totalPence}
          hasUnavailable={reviewed.some(({ unavailable }) => unavailable !== null)}
        />
      </div>
    </>
  )
}

interface ShopSectionProps extends ShopLines {
  preview: Preview | undefined
  /** The short name of the shopper's place. */
  where: string
}

/** Why a shop sells nothing to this member. */
const shopRefusals: readonly string[] = ['shop', 'own_shop', 'blocked'] satisfies RefusalCode[]

function ShopSection({ shop, lines, preview, where }: ShopSectionProps) {
  const link = useListingLink()
  const basket = useBasket()
  const id = useId()
  const product = lines.find(({ line }) => line.product)?.line.product
  const found = preview?.shops.find(({ shop_id: shopId }) => shopId !== null && shopId === product?.shop.id)
  const refusal = preview?.problems.find(
    ({ code, shop_id: shopId }) => shopId === found?.shop_id && shopRefusals.includes(code),
  )
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
      {refusal && <p className="font-medium text-alarm-deep">{refusal.message}</p>}
      {found && <DeliveryTerms shop={shop} found={found} where={where} />}
      {product && <p className="text-sm text-pretty text-ink-soft">{cancellationLine(termsOf(product.shop))}.</p>}
    </section>
  )
}

interface DeliveryTermsProps extends Pick<ShopSectionProps, 'shop' | 'where'> {
  found: PreviewedShop
}

/** With what else is possible where the shop does not deliver. */
function DeliveryTerms({ shop, found, where }: DeliveryTermsProps) {
  const delivery = deliveryOf(found)
  if (!delivery) return null
  const canPickUp = found.fulfilments.some(({ fulfilment }) => fulfilment === 'pickup')
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
  preview: ReturnType<typeof useBasketPreview>
  /** What the basket costs by its stored prices, until today's are known. */
  storedPence: number
  hasUnavailable: boolean
}

function OrderSummary({ preview, storedPence, hasUnavailable }: OrderSummaryProps) {
  const link = useListingLink()
  const { data, isPlaceholderData: isStale, isError, knownAt, refetch } = preview
  const hasRefusal = data?.problems.some(({ code }) => shopRefusals.includes(code)) === true
  const canCheckOut = data !== undefined && !hasUnavailable && !hasRefusal
  return (
    <Card className="flex flex-col gap-5 self-start lg:sticky lg:top-28">
      <h2 className="text-xl">Order Summary</h2>
      <Breakdown look="summary" isStale={isStale} rows={data ? rowsOf(data) : storedRows(storedPence)} />
      {data && data.short_of_free_delivery > 0 && (
        <Notice tone="success" icon={Truck}>
          Add {formatPence(data.short_of_free_delivery)} more for free delivery
        </Notice>
      )}
      {hasUnavailable && <p className="text-alarm-deep">Remove or reduce unavailable items to continue.</p>}
      {knownAt && <p className="text-sm text-ink-soft">These prices are from {dayAndTime(knownAt.toISOString())}.</p>}
      {isError && (
        <div role="alert" className="flex flex-col items-start gap-3">
          <p>Today’s prices could not be loaded. Check your connection and try again.</p>
          <Button variant="secondary" onClick={() => void refetch()}>
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

/** Delivery is estimated for the shopper's place. What cannot be delivered is picked up. */
function rowsOf(preview: Preview) {
  const { shops, delivery_fee: feePence } = preview
  const isOutside = feePence === 0 && shops.some(({ delivery }) => delivery?.kind === 'outside')
  return breakdown({
    ...preview,
    isPickup: shops.every(({ delivery }) => delivery === null),
    delivery: isOutside ? 'Not to your place' : deliveryText(feePence),
  })
}

function storedRows(pence: number) {
  return breakdown({ subtotal: pence, discount: 0, isPickup: false, delivery: '…', tip: 0, total: pence })
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
