/** The checkout itself: a part for each shop, the address, the allergens, and what it all comes to. */
import { type RefObject, useRef } from 'react'
import type { ReviewedBasket } from '#domain/basket-review'
import type { SessionUser } from '#features/auth'
import { AddressSection } from './address-section.tsx'
import { AllergenSection } from './allergen-section.tsx'
import { FaultSummary } from './fault-summary.tsx'
import { faultIds } from './faults.ts'
import { OrderSummary } from './order-summary.tsx'
import { ShopSection } from './shop-section.tsx'
import { UnavailableLines } from './unavailable-lines.tsx'
import { useCheckout } from './use-checkout.ts'
import { usePay } from './use-pay.ts'

export function CheckoutForm({ user, reviewed }: { user: SessionUser; reviewed: ReviewedBasket }) {
  const summary = useRef<HTMLElement>(null)
  const checkout = useCheckout(user.id, reviewed)
  const { controls, parts, options, totals, isDelivered, address, allergens, unavailable } = checkout
  const { pay, isPaying, faults, forgive } = usePay(user.id, checkout, () => showSummary(summary))
  const faultAt = (id: string) => faults.find((fault) => fault.id === id)?.message
  const changing = <Arguments extends unknown[]>(change: (...values: Arguments) => void) => {
    return (...values: Arguments) => {
      forgive()
      change(...values)
    }
  }
  return (
    <>
      <h1 className="text-3xl sm:text-4xl">Checkout</h1>
      <div className="mt-6 grid gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex min-w-0 flex-col gap-6">
          <FaultSummary ref={summary} faults={faults} />
          <UnavailableLines lines={unavailable} fault={faultAt(faultIds.unavailable)} />
          {parts.map(({ part, choice, option, offered }, index) => (
            <ShopSection
              key={part.shop.id}
              part={part}
              choice={choice}
              option={option}
              totals={totals.shops[index]}
              offered={offered}
              onChoose={changing((change) => controls.choose(part.shop.id, change))}
              faultAt={faultAt}
            />
          ))}
          {isDelivered && (
            <AddressSection
              user={user}
              chosen={address}
              onChoose={changing(controls.chooseAddress)}
              fault={faultAt(faultIds.address)}
            />
          )}
          {parts.length > 0 && (
            <AllergenSection
              overview={allergens.overview}
              isRead={allergens.isRead}
              onRead={changing(allergens.tick)}
              fault={faultAt(faultIds.allergens)}
            />
          )}
        </div>
        <OrderSummary
          parts={parts.map(({ part }) => part)}
          options={options}
          totals={totals}
          isPaying={isPaying}
          onPay={pay}
          fault={faultAt(faultIds.order)}
        />
      </div>
    </>
  )
}

/** Once the page shows what is wrong. */
function showSummary(summary: RefObject<HTMLElement | null>): void {
  requestAnimationFrame(() => {
    summary.current?.focus({ preventScroll: true })
    summary.current?.scrollIntoView({ block: 'start' })
  })
}
