/** The checkout itself: the parts on the page, what was chosen in them, and the way to the payment. */
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { allergenOverview } from '#domain/allergen-overview'
import { readAllergens } from '#domain/allergens'
import type { ReviewedBasket, ReviewedLine } from '#domain/basket-review'
import { type CheckoutLine, chosenOption, orderRequest, partsOf, totalsOf } from '#domain/checkout'
import { findPlaceOf, useAddresses } from '#features/addresses'
import type { SessionUser } from '#features/auth'
import { useCart } from '#features/basket'
import { useApp } from '#web/app/app-context.ts'
import { AddressSection } from './address-section.tsx'
import { AllergenSection } from './allergen-section.tsx'
import { useAvoidedAllergens } from './avoided-allergens.ts'
import { useDraft } from './draft.ts'
import { FaultSummary } from './fault-summary.tsx'
import { checkParts, type Fault, faultIds, refusedOrder, standingSlot } from './faults.ts'
import { OrderSummary } from './order-summary.tsx'
import { refreshOffers, usePickupSlots } from './pickup-slots.ts'
import { placeOrder } from './place-order.ts'
import { ShopSection } from './shop-section.tsx'
import { startPayment } from './start-payment.ts'
import { UnavailableLines } from './unavailable-lines.tsx'

export function CheckoutForm({ user, reviewed }: { user: SessionUser; reviewed: ReviewedBasket }) {
  const app = useApp()
  const cart = useCart()
  const navigate = useNavigate()
  const { draft, choiceOf, choose, chooseAddress, readAllergens: tick } = useDraft(user.id)
  const summary = useRef<HTMLElement>(null)
  const [hasTried, setTried] = useState(false)
  const [refusal, setRefusal] = useState<Fault | null>(null)
  const [isPaying, setPaying] = useState(false)

  const lines = reviewed.lines.filter(isBuyable)
  const unavailable = reviewed.lines
    .map((line, position) => ({ line, position }))
    .filter(({ line }) => !isBuyable(line))
  const parts = partsOf(lines)
  const options = parts.map((part) => chosenOption(part, choiceOf(part.shop.id)))
  const offered = usePickupSlots(parts, options)
  const choices = parts.map(({ shop }, index) => {
    const choice = choiceOf(shop.id)
    return { ...choice, slot: standingSlot(offered[index]?.data, choice.slot) }
  })
  const totals = totalsOf(parts, options)
  const isDelivered = options.some((option) => option?.fulfilment === 'delivery')
  const { data: addresses = [] } = useAddresses(user.id)
  const address = addresses.find(({ id }) => id === draft.addressId) ?? addresses[0]
  const ordered = parts.flatMap((part, index) => options[index]?.lines ?? part.lines)
  const allergensText = JSON.stringify(ordered.map(({ product }) => [product.id, product.allergens]))
  const isRead = draft.allergensRead === allergensText
  const overview = allergenOverview(
    ordered.map(({ line, product }) => ({ name: line.product.name, declaration: readAllergens(product.allergens) })),
    useAvoidedAllergens(user.id),
  )
  const checked = checkParts(parts, choices)
  const missing: Fault[] = [
    ...(unavailable.length > 0
      ? [{ id: faultIds.unavailable, message: 'Remove or reduce what is not available to go on.' }]
      : []),
    ...checked.faults,
    ...(isDelivered && !address
      ? [{ id: faultIds.address, message: 'Please choose an address for the delivery.' }]
      : []),
    ...(isRead
      ? []
      : [
          {
            id: faultIds.allergens,
            message: 'Please confirm that you have read the allergens of everything you order.',
          },
        ]),
  ]
  const faults = [...(hasTried ? missing : []), ...(refusal ? [refusal] : [])]
  const faultAt = (id: string) => faults.find((fault) => fault.id === id)?.message

  /** What was refused may be right now: whatever is changed, only another try can tell. */
  function changing<Arguments extends unknown[]>(change: (...values: Arguments) => void) {
    return (...values: Arguments) => {
      setRefusal(null)
      change(...values)
    }
  }

  /** After the page has shown what is wrong. */
  function showFaults(): void {
    requestAnimationFrame(() => {
      summary.current?.focus({ preventScroll: true })
      summary.current?.scrollIntoView({ block: 'start' })
    })
  }

  async function pay(): Promise<void> {
    setTried(true)
    setRefusal(null)
    if (missing.length > 0 || parts.length === 0) return showFaults()
    setPaying(true)
    try {
      if (isDelivered && address) await findPlaceOf(app, user.id, address)
      const request = orderRequest({
        parts: checked.ordered,
        addressId: address?.id ?? null,
        totalPence: totals.totalPence,
      })
      await goOn(await placeOrder(app, user.id, cart, request))
    } catch (error) {
      const { isOutdated, ...fault } = refusedOrder(error, lines)
      setRefusal(fault)
      if (isOutdated) await refreshOffers(app.queryClient)
      setPaying(false)
      showFaults()
    }
  }

  /** The order is placed: whatever happens now, its own page knows how to go on. */
  async function goOn({ checkoutId, isPaid }: Awaited<ReturnType<typeof placeOrder>>): Promise<void> {
    try {
      if (!isPaid) return await startPayment(app, checkoutId)
    } catch (error) {
      console.warn(error)
    }
    void navigate(`/checkout/${checkoutId}`)
  }

  return (
    <>
      <h1 className="text-3xl sm:text-4xl">Checkout</h1>
      <div className="mt-6 grid gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex min-w-0 flex-col gap-6">
          <FaultSummary ref={summary} faults={faults} />
          <UnavailableLines lines={unavailable} fault={faultAt(faultIds.unavailable)} />
          {parts.map((part, index) => {
            const [choice, shopTotals, slots] = [choices[index], totals.shops[index], offered[index]]
            if (!choice || !shopTotals || !slots) return null
            return (
              <ShopSection
                key={part.shop.id}
                part={part}
                choice={choice}
                option={options[index] ?? null}
                totals={shopTotals}
                offered={slots}
                onChoose={changing((change) => choose(part.shop.id, change))}
                faultAt={faultAt}
              />
            )
          })}
          {isDelivered && (
            <AddressSection
              user={user}
              chosen={address}
              onChoose={changing(chooseAddress)}
              fault={faultAt(faultIds.address)}
            />
          )}
          {ordered.length > 0 && (
            <AllergenSection
              overview={overview}
              isRead={isRead}
              onRead={changing((now: boolean) => tick(now ? allergensText : null))}
              fault={faultAt(faultIds.allergens)}
            />
          )}
        </div>
        <OrderSummary
          parts={parts}
          options={options}
          totals={totals}
          isPaying={isPaying}
          onPay={() => void pay()}
          fault={faultAt(faultIds.order)}
        />
      </div>
    </>
  )
}

function isBuyable(line: ReviewedLine): line is CheckoutLine {
  return line.hindrance === null && line.product !== null
}
