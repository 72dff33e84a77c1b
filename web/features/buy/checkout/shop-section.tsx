/** A shop's section of the checkout: items, fulfilment, note and subtotal. */
import { useId } from 'react'
import { personalisationLabels } from '#domain/catalogue/categories'
import {
  type CheckoutLine,
  type FulfilmentOption,
  maximumNoteLength,
  type ShopChoice,
  type ShopPart,
  takesTip,
} from '#domain/checkout/checkout'
import type { Delivery } from '#domain/delivery/delivery-terms'
import { allergenSentences } from '#domain/food/allergens'
import { breakdown } from '#domain/orders/breakdown'
import { cancellingOf, termsOf } from '#domain/orders/cancellation-terms'
import type { Fulfilment, HandOverSlot } from '#domain/pickup/hand-over'
import { dayInWords } from '#domain/values/calendar'
import { formatPence } from '#domain/values/money'
import { DeliveryNote } from '#features/buy/basket'
import { useNow } from '#platform/clock.ts'
import { Breakdown } from '#ui/breakdown'
import { Card } from '#ui/card'
import { Choice } from '#ui/choice'
import { Picture } from '#ui/picture'
import { TextArea } from '#ui/text-area'
import { addressText, termsText } from './cancellation-text.ts'
import { errorIds } from './checkout-errors.ts'
import { CodeField } from './code-field.tsx'
import { DeliveryProblem, deliveryProblem } from './delivery-problem.tsx'
import type { EnteredCode } from './discounts.ts'
import { feeText } from './fee-text.ts'
import type { OfferedDays } from './offered-days.ts'
import { SectionError } from './section-error.tsx'
import { SlotPicker } from './slot-picker.tsx'
import { TipField } from './tip-field.tsx'
import { VoucherLines } from './voucher-lines.tsx'
import type { EnteredVoucher } from './vouchers.ts'

export interface ShopSectionProps {
  part: ShopPart
  choice: ShopChoice
  option: FulfilmentOption | null
  entered: EnteredCode
  vouchers: readonly EnteredVoucher[]
  /** The days to choose from, if one must be chosen. */
  offered: OfferedDays | undefined
  onChoose: (change: Partial<ShopChoice>) => void
  /** Looks up an error by element id. */
  errorAt: (id: string) => string | undefined
}

export function ShopSection({ part, choice, option, entered, vouchers, offered, onChoose, errorAt }: ShopSectionProps) {
  const headingId = useId()
  const { shop, totals } = part
  const noteId = errorIds.note(shop.id)
  return (
    <section aria-labelledby={headingId}>
      <Card className="flex flex-col gap-6">
        <h2 id={headingId} className="text-xl wrap-anywhere">
          {shop.name}
        </h2>
        <ul className="-my-4 divide-y divide-line">
          {(option?.lines ?? part.lines).map((line) => (
            <li key={lineKey(line)} id={errorIds.line(line.product.id)} tabIndex={-1} className="scroll-mt-28 py-4">
              <Line line={line} />
              <SectionError>{errorAt(errorIds.line(line.product.id))}</SectionError>
            </li>
          ))}
        </ul>
        <FulfilmentChoice
          part={part}
          option={option}
          onChoose={onChoose}
          error={errorAt(errorIds.fulfilment(shop.id))}
        />
        {totals.delivery && <DeliveryAnswer part={part} delivery={totals.delivery} onChoose={onChoose} />}
        {option && offered && (
          <SlotPicker
            id={errorIds.pickup(shop.id)}
            fulfilment={option.fulfilment}
            offered={offered}
            chosen={choice.slot}
            usualDay={choice.usual?.fulfilment === option.fulfilment ? choice.usual.weekday : null}
            onChoose={(slot) => onChoose({ slot })}
            shopId={shop.id}
            items={option.lines.map(({ product, line }) => ({ product_id: product.id, quantity: line.quantity }))}
            error={errorAt(errorIds.pickup(shop.id))}
            noneOffered={
              part.lines.some(({ quote }) => quote?.agreedOn)
                ? 'No pickup times are left on the agreed day.'
                : `No ${option.fulfilment} times at the moment.`
            }
          />
        )}
        {option && <CancellationTerms part={part} fulfilment={option.fulfilment} slot={choice.slot} />}
        <div id={noteId} className="scroll-mt-28">
          <TextArea
            label={`Note to ${shop.name} (optional)`}
            rows={2}
            value={choice.note}
            maxLength={maximumNoteLength}
            onChange={(event) => onChoose({ note: event.currentTarget.value })}
            error={errorAt(noteId)}
          />
        </div>
        {takesTip(part) && (
          <CodeField
            shop={shop}
            choice={choice}
            takesDiscount={!part.lines.some(({ quote }) => quote)}
            entered={entered}
            problem={totals.codeProblem}
            onChange={onChoose}
            error={errorAt(errorIds.code(shop.id))}
          >
            <VoucherLines
              vouchers={vouchers}
              onRemove={(code) => onChoose({ vouchers: choice.vouchers.filter((other) => other !== code) })}
            />
          </CodeField>
        )}
        {takesTip(part) && (
          <TipField
            shop={shop}
            tip={choice.tip}
            foodPence={totals.subtotal - totals.discount}
            onChange={(tip) => onChoose({ tip })}
            error={errorAt(errorIds.tip(shop.id))}
          />
        )}
        <Totals shopName={shop.name} option={option} totals={totals} />
      </Card>
    </section>
  )
}

interface DeliveryAnswerProps extends Pick<ShopSectionProps, 'part' | 'onChoose'> {
  delivery: Delivery
}

/** What the shop's own terms make of the address, as soon as it is chosen. */
function DeliveryAnswer({ part, delivery, onChoose }: DeliveryAnswerProps) {
  const { shop, options } = part
  if (deliveryProblem(shop.name, delivery) === null) {
    return <DeliveryNote shopName={shop.name} delivery={delivery} where="your address" />
  }
  const canPickUp = options.some(({ fulfilment }) => fulfilment === 'pickup')
  return (
    <DeliveryProblem
      part={part}
      delivery={delivery}
      onPickUp={canPickUp ? () => onChoose({ fulfilment: 'pickup' }) : undefined}
    />
  )
}

interface CancellationTermsProps {
  part: ShopPart
  fulfilment: Fulfilment
  slot: HandOverSlot | null
}

/** Shown before payment. Most kitchens are homes, so only buyers with a pickup see the address. */
function CancellationTerms({ part, fulfilment, slot }: CancellationTermsProps) {
  const now = useNow()
  if (fulfilment === 'pickup' && !slot) return null
  const day = part.lines.find(({ quote }) => quote?.agreedOn)?.quote?.agreedOn ?? null
  const handOver = { fulfilment, day: slot?.date ?? day, startTime: slot?.start_time ?? null }
  const cancelling = cancellingOf(now, handOver, termsOf(part.shop))
  return (
    <p className="-mt-2 text-sm text-pretty text-ink-soft">
      {termsText(cancelling, now)}
      {fulfilment === 'pickup' && ` ${addressText(cancelling, now)}`}
    </p>
  )
}

interface TotalsProps {
  shopName: string
  option: FulfilmentOption | null
  totals: ShopPart['totals']
}

function Totals({ shopName, option, totals }: TotalsProps) {
  const delivery = option ? feeText(totals, 'Not delivered') : 'Not chosen yet'
  return (
    <div className="border-t border-line pt-4">
      <Breakdown
        rows={breakdown({ ...totals, isPickup: option?.fulfilment === 'pickup', delivery, totalOf: shopName })}
      />
    </div>
  )
}

function lineKey({
  line: { product, variation, options, personalization, customRequestDetails },
}: CheckoutLine): string {
  return JSON.stringify([product.id, variation, options, personalization, customRequestDetails])
}

function Line({ line: { line, pricePence, options, allergens, quote } }: { line: CheckoutLine }) {
  const { customRequestDetails: customText, personalization } = line
  const day = quote?.agreedOn ? `For ${dayInWords(quote.agreedOn)}` : null
  const chosen = [
    day,
    line.variation,
    ...options,
    customText ? `“${customText}”` : personalization && personalisationLabels[personalization],
  ]
  return (
    <div className="flex gap-4">
      <div className="w-16 shrink-0 self-start overflow-hidden rounded-control">
        <Picture source={line.product.image} alt="" sizes="4rem" />
      </div>
      <div className="min-w-0 grow">
        <div className="flex items-baseline justify-between gap-x-4">
          <h3 className="font-sans text-base tracking-normal text-wrap wrap-anywhere">
            {line.quantity} × {line.product.name}
          </h3>
          <p className="font-semibold tabular-nums">{formatPence(pricePence * line.quantity)}</p>
        </div>
        <p className="text-sm text-ink-soft wrap-anywhere">
          {chosen.filter(Boolean).join(options.length > 0 ? '; ' : ', ')}
        </p>
        {pricePence !== line.product.pricePence && (
          <p className="text-sm font-medium text-honey-deep">
            {formatPence(pricePence)} each, {formatPence(line.product.pricePence)} when you added it.
          </p>
        )}
        <p className="text-sm text-ink-soft">{allergenSentences(allergens).join(' ')}</p>
      </div>
    </div>
  )
}

const fulfilmentTexts: Record<Fulfilment, { title: string; about: string }> = {
  delivery: { title: 'Delivery', about: 'To your address' },
  pickup: {
    title: 'Pickup',
    about: 'Pick it up from the shop for free. Your order shows the area once it is paid, and the full address later.',
  },
}

interface FulfilmentChoiceProps extends Pick<ShopSectionProps, 'part' | 'option' | 'onChoose'> {
  error: string | undefined
}

function FulfilmentChoice({ part: { shop, options }, option, onChoose, error }: FulfilmentChoiceProps) {
  const id = errorIds.fulfilment(shop.id)
  const [only, ...others] = options
  if (!only) {
    return (
      <div id={id} tabIndex={-1}>
        <SectionError>{shop.name} offers neither delivery nor pickup for these items at the moment.</SectionError>
      </div>
    )
  }
  if (others.length === 0) {
    const { title, about } = fulfilmentTexts[only.fulfilment]
    return (
      <div id={id} tabIndex={-1} className="scroll-mt-28">
        <p>
          <span className="font-semibold">{title} only.</span> <span className="text-ink-soft">{about}</span>
        </p>
        <SectionError>{error}</SectionError>
      </div>
    )
  }
  return (
    <fieldset id={id} aria-describedby={error && `${id}-error`} className="min-w-0 scroll-mt-28">
      <legend className="text-sm font-semibold">Delivery or pickup</legend>
      <SectionError id={`${id}-error`}>{error}</SectionError>
      <div className="mt-2 grid gap-2 sm:grid-cols-2">
        {options.map(({ fulfilment, left }) => (
          <Choice
            look="card"
            key={fulfilment}
            name={`${id}-choice`}
            checked={option?.fulfilment === fulfilment}
            onChange={() => onChoose({ fulfilment })}
          >
            <span className="block font-semibold">{fulfilmentTexts[fulfilment].title}</span>
            <span className="block text-sm text-pretty text-ink-soft">{fulfilmentTexts[fulfilment].about}</span>
            {left.length > 0 && (
              <span className="mt-1 block text-sm font-medium text-pretty text-honey-deep">
                Not available for {fulfilment}: {left.map(({ line }) => line.product.name).join(', ')}. This stays in
                your basket for another order.
              </span>
            )}
          </Choice>
        ))}
      </div>
    </fieldset>
  )
}
