/** The checkout form: a section per shop, the address, the allergens and the total. */
import { type ReactNode, type Ref, type RefObject, useRef } from 'react'
import { SuspensionNotice } from '#features/account/suspension'
import { AddressSection } from './address-section.tsx'
import { AllergenSection } from './allergen-section.tsx'
import { AnswerSection } from './answer-section.tsx'
import { type CheckoutError, errorIds, focusError } from './checkout-errors.ts'
import { CheckoutLoadFailed, CheckoutLoading } from './checkout-states.tsx'
import { type DraftSource, useDraft } from './draft.ts'
import { OrderSummary } from './order-summary.tsx'
import { usePaymentChoices } from './pay-with.tsx'
import { PhoneSection } from './phone-section.tsx'
import type { PlaceOrder } from './place-order.ts'
import { ShopSection } from './shop-section.tsx'
import { UnavailableLines } from './unavailable-lines.tsx'
import { type CheckoutState, type Requested, useCheckout } from './use-checkout.ts'
import { usePay } from './use-pay.ts'

interface CheckoutFormProps {
  draft: DraftSource
  requested: Requested
  placeOrder: PlaceOrder
  /** What is said when the order cannot be loaded. */
  reassurance: string
  children?: ReactNode
}

export function CheckoutForm({ draft, requested, reassurance, ...form }: CheckoutFormProps) {
  const { state, isLoaded, isStale, hasFailed, retry } = useCheckout(useDraft(draft), requested)
  if (isLoaded) return <Form {...form} checkout={state} isStale={isStale} />
  return hasFailed ? <CheckoutLoadFailed retry={retry} reassurance={reassurance} /> : <CheckoutLoading />
}

interface FormProps extends Pick<CheckoutFormProps, 'placeOrder' | 'children'> {
  checkout: CheckoutState
  /** The sums of a change are not known yet. */
  isStale: boolean
}

function Form({ checkout, placeOrder, isStale, children }: FormProps) {
  const summary = useRef<HTMLElement>(null)
  const payWith = usePaymentChoices()
  const {
    controls,
    lines,
    parts,
    options,
    totals,
    isDelivered,
    address,
    phone,
    allergens,
    answers,
    agreements,
    unavailable,
  } = checkout
  const { pay, isPaying, errors, clearError } = usePay({
    checkout,
    placeOrder,
    payment: payWith.choice,
    showErrors: () => showSummary(summary),
  })
  const errorAt = (id: string) => errors.find((error) => error.id === id)?.message
  const clearingError = <Arguments extends unknown[]>(change: (...values: Arguments) => void) => {
    return (...values: Arguments) => {
      clearError()
      change(...values)
    }
  }
  return (
    <>
      <h1 className="text-3xl sm:text-4xl">Checkout</h1>
      <SuspensionNotice className="mt-6" />
      {children}
      <div className="mt-6 grid gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex min-w-0 flex-col gap-6">
          <ErrorSummary ref={summary} errors={errors} />
          <UnavailableLines lines={unavailable} error={errorAt(errorIds.unavailable)} />
          {parts.map(({ part, choice, option, offered, needsSlot, entered, vouchers }) => (
            <ShopSection
              key={part.shop.id}
              part={part}
              choice={choice}
              option={option}
              entered={entered}
              vouchers={vouchers}
              offered={needsSlot ? offered : undefined}
              onChoose={clearingError((change) => controls.choose(part.shop.id, change))}
              errorAt={errorAt}
            />
          ))}
          {isDelivered && (
            <AddressSection
              chosen={address}
              onChoose={clearingError(controls.chooseAddress)}
              error={errorAt(errorIds.address)}
            />
          )}
          {parts.length > 0 && (
            <PhoneSection phone={phone} onChange={clearingError(controls.enterPhone)} error={errorAt(errorIds.phone)} />
          )}
          {answers.length > 0 && (
            <AnswerSection
              answers={answers}
              made={lines.map(({ product, allergens }) => ({ allergens, ingredients: product.ingredients }))}
              agreements={agreements.map((one) => ({ ...one, agree: clearingError(one.agree) }))}
              isMoving={checkout.isLoading}
              errors={errors.filter(({ id }) => id === errorIds.answers)}
            />
          )}
          {parts.length > 0 && (
            <AllergenSection
              overview={allergens.overview}
              isRead={allergens.isRead}
              isMoving={checkout.isLoading}
              onRead={clearingError(allergens.confirm)}
              error={errorAt(errorIds.allergens)}
            />
          )}
        </div>
        <OrderSummary
          deposit={checkout.deposit}
          parts={parts.map(({ part }) => part)}
          options={options}
          totals={totals}
          isStale={isStale}
          isQuote={lines.some(({ quote }) => quote)}
          payWith={payWith}
          isPaying={isPaying}
          onPay={pay}
          error={errorAt(errorIds.order)}
        />
      </div>
    </>
  )
}

/** Waits until the page shows the errors. */
function showSummary(summary: RefObject<HTMLElement | null>): void {
  requestAnimationFrame(() => {
    summary.current?.focus({ preventScroll: true })
    summary.current?.scrollIntoView({ block: 'start' })
  })
}

/** The list of errors at the top of the checkout. Each links to its section. */
function ErrorSummary({ errors, ref }: { errors: readonly CheckoutError[]; ref: Ref<HTMLElement> }) {
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-labelledby="error-summary"
      hidden={errors.length === 0}
      className="scroll-mt-28 rounded-card border border-alarm/40 bg-alarm-pale p-4 text-alarm-deep sm:p-5"
    >
      <h2 id="error-summary" className="font-sans text-base tracking-normal">
        {errors.length === 1 ? '1 thing to fix' : `${errors.length} things to fix`}
      </h2>
      <ul className="mt-1 list-disc pl-5 [&>li]:py-0.5">
        {errors.map(({ id, message }) => (
          <li key={id + message}>
            <a
              href={`#${id}`}
              onClick={(event) => {
                event.preventDefault()
                focusError(id)
              }}
              className="block py-0.5 underline underline-offset-4 wrap-anywhere"
            >
              {message}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
