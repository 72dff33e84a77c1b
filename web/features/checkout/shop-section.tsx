/** A shop's section of the checkout: items, fulfilment, note and subtotal. */
import { useId } from 'react'
import { containsSummary, mayContainSummary, readAllergens } from '#domain/allergens'
import { dayInWords } from '#domain/brief'
import { momentFrom } from '#domain/calendar'
import { personalisationLabels } from '#domain/categories'
import {
  type CheckoutLine,
  type Fulfilment,
  type FulfilmentOption,
  maximumNoteLength,
  type PickupSlot,
  type ShopChoice,
  type ShopPart,
  type ShopTotals,
} from '#domain/checkout'
import { formatPence } from '#domain/money'
import { cancellableUntil } from '#domain/pickup-terms'
import { useNow } from '#platform/clock.ts'
import { Card } from '#ui/card'
import { Choice } from '#ui/choice'
import { Picture } from '#ui/picture'
import { TextArea } from '#ui/text-area'
import { errorIds } from './checkout-errors.ts'
import { FieldError } from './field-error.tsx'
import type { OfferedSlots } from './pickup-slots.ts'
import { SlotPicker } from './slot-picker.tsx'

export interface ShopSectionProps {
  part: ShopPart
  choice: ShopChoice
  option: FulfilmentOption | null
  totals: ShopTotals | undefined
  offered: OfferedSlots | undefined
  onChoose: (change: Partial<ShopChoice>) => void
  /** Looks up an error by element id. */
  errorAt: (id: string) => string | undefined
}

export function ShopSection({ part, choice, option, totals, offered, onChoose, errorAt }: ShopSectionProps) {
  const headingId = useId()
  const { shop } = part
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
              <FieldError>{errorAt(errorIds.line(line.product.id))}</FieldError>
            </li>
          ))}
        </ul>
        <FulfilmentChoice
          part={part}
          option={option}
          onChoose={onChoose}
          error={errorAt(errorIds.fulfilment(shop.id))}
        />
        {option?.fulfilment === 'pickup' && offered && (
          <SlotPicker
            id={errorIds.pickup(shop.id)}
            offered={offered}
            chosen={choice.slot}
            onChoose={(slot) => onChoose({ slot })}
            error={errorAt(errorIds.pickup(shop.id))}
            noneOffered={
              part.lines.some(({ quote }) => quote?.agreedOn)
                ? 'No pickup times are left on the agreed day.'
                : 'No pickup times in the next two weeks.'
            }
          />
        )}
        {option?.fulfilment === 'pickup' && choice.slot && <PickupTerms slot={choice.slot} />}
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
        {totals && <Totals shopName={shop.name} option={option} totals={totals} />}
      </Card>
    </section>
  )
}

/** Shown before payment. Most kitchens are homes, so only buyers with a pickup see the address. */
function PickupTerms({ slot }: { slot: PickupSlot }) {
  const now = useNow()
  const until = cancellableUntil(now, slot)
  return (
    <p className="-mt-2 text-sm text-pretty text-ink-soft">
      {until > now
        ? `You can cancel until ${momentFrom(now, until)}. Your order shows the pickup address after that, or as soon as it is ready.`
        : 'This pickup is less than 4 hours away. You will see the address once you have paid, and you cannot cancel.'}
    </p>
  )
}

interface TotalsProps {
  shopName: string
  option: FulfilmentOption | null
  totals: ShopTotals
}

function Totals({ shopName, option, totals: { subtotalPence, deliveryPence, totalPence } }: TotalsProps) {
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-y-1 border-t border-line pt-4 tabular-nums [&>dd]:text-right">
      <dt>Subtotal</dt>
      <dd>{formatPence(subtotalPence)}</dd>
      <dt>{option?.fulfilment === 'pickup' ? 'Pickup' : 'Delivery'}</dt>
      <dd>{option ? feeText(deliveryPence) : 'Not chosen yet'}</dd>
      <dt className="pr-4 font-semibold wrap-anywhere">Total for {shopName}</dt>
      <dd className="font-semibold">{formatPence(totalPence)}</dd>
    </dl>
  )
}

function feeText(pence: number): string {
  return pence === 0 ? 'Free' : formatPence(pence)
}

function lineKey({ line: { product, variation, personalization, customRequestDetails } }: CheckoutLine): string {
  return JSON.stringify([product.id, variation, personalization, customRequestDetails])
}

function Line({ line: { line, product, pricePence, quote } }: { line: CheckoutLine }) {
  const declaration = readAllergens(product.allergens)
  const { customRequestDetails: customText, personalization } = line
  const day = quote?.agreedOn ? `For ${dayInWords(quote.agreedOn)}` : null
  const options = [
    day,
    line.variation,
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
        <p className="text-sm text-ink-soft wrap-anywhere">{options.filter(Boolean).join(', ')}</p>
        {pricePence !== line.product.pricePence && (
          <p className="text-sm font-medium text-honey-deep">
            {formatPence(pricePence)} each, {formatPence(line.product.pricePence)} when you added it.
          </p>
        )}
        <p className="text-sm text-ink-soft">
          {containsSummary(declaration)} {mayContainSummary(declaration)}
        </p>
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
        <FieldError>{shop.name} offers neither delivery nor pickup for these items at the moment.</FieldError>
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
        <FieldError>{error}</FieldError>
      </div>
    )
  }
  return (
    <fieldset id={id} aria-describedby={error && `${id}-error`} className="min-w-0 scroll-mt-28">
      <legend className="text-sm font-semibold">Delivery or pickup</legend>
      <FieldError id={`${id}-error`}>{error}</FieldError>
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
