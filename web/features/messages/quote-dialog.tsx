/** The seller's quote form: a price for an agreed day, quoted once. Later it can be renewed. */
import { useState } from 'react'
import { agreedDayWarnings } from '#domain/agreed-day'
import { addDays, londonTime } from '#domain/calendar'
import { invalidPriceTitle, type QuoteForm, quoteForm, validPrice } from '#domain/forms/chat-forms'
import { toPence, toPounds } from '#domain/money'
import { isQuoteOver } from '#domain/quote'
import { useNow } from '#platform/clock.ts'
import { useZodForm } from '#platform/zod-form.ts'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { Notice } from '#ui/notice'
import { TextField } from '#ui/text-field'
import { toast } from '#ui/toast'
import { isFinalRefusal, useSendQuote, useShopDays } from './quotes.ts'
import { quoteLabel } from './room-list.tsx'
import type { Room } from './rooms.ts'

export interface QuoteDialogProps {
  room: Room
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function QuoteDialog({ room, open, onOpenChange }: QuoteDialogProps) {
  const isNew = room.price_quote === null
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={isNew ? 'Quote a price' : 'Renew quote'}
      description={
        <span className="wrap-anywhere">
          {isNew
            ? `${room.product?.name ?? ''}, for ${room.other.name}. You can quote a price once. It can’t be changed later.`
            : `${quoteLabel(room)}. The price stays the same. The buyer is notified of the new date.`}
        </span>
      }
    >
      <Form room={room} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

const defaultDays = 7

function Form({ room: latest, onDone }: { room: Room; onDone: () => void }) {
  // The conversation when the dialog opened: the price applies to that request.
  const [room] = useState(latest)
  const { mutate, isPending } = useSendQuote(room)
  const now = useNow()
  const { date: today } = londonTime(now)
  const isNew = room.price_quote === null
  // The day was agreed with the price. It can change once the quote has expired.
  const isDayOpen = isNew || isQuoteOver(room, now)
  const { input, handleSubmit, watch } = useZodForm(quoteForm(today), {
    price: room.price_quote === null ? '' : toPounds(toPence(room.price_quote)),
    wantedOn: room.wanted_on ?? '',
    validUntil: defaultEnd(room, now),
  })
  const day = watch('wantedOn')

  function send(form: QuoteForm): void {
    mutate(isDayOpen ? form : { ...form, wantedOn: room.wanted_on }, {
      onSuccess: onDone,
      onError: (error) => isFinalRefusal(error) && onDone(),
    })
  }

  return (
    <form
      onSubmit={handleSubmit(send, ({ price }) => {
        if (price) toast({ title: invalidPriceTitle, description: validPrice, variant: 'destructive' })
      })}
      noValidate
      className="space-y-5"
    >
      {isNew && (
        <TextField
          label="Price in £"
          type="number"
          inputMode="decimal"
          step="0.01"
          min="0.01"
          autoComplete="off"
          {...input('price')}
        />
      )}
      <div>
        <TextField
          label={isNew ? 'Agreed day (optional)' : 'Agreed day'}
          type="date"
          min={today}
          max={addDays(today, 366)}
          disabled={!isDayOpen}
          hint={
            isDayOpen
              ? 'The day of pickup or delivery.'
              : 'This day was agreed with the price. You can change it once the quote has expired.'
          }
          {...input('wantedOn')}
        />
        {isDayOpen && room.product && <Warnings productId={room.product.id} day={day} today={today} />}
      </div>
      <TextField
        label="Valid until the end of"
        type="date"
        min={today}
        max={addDays(today, 364)}
        {...input('validUntil')}
      />
      <Button type="submit" size="lg" busy={isPending} className="w-full">
        {isNew ? 'Send quote' : 'Renew quote'}
      </Button>
    </form>
  )
}

/** One week from today, or from the current end if it has not expired, but never after the agreed day. */
function defaultEnd(room: Room, now: Date): string {
  const { wanted_on: day, quote_expires_at: end } = room
  const { date: today } = londonTime(now)
  const isExtended = room.price_quote !== null && end !== null && !isQuoteOver(room, now)
  // The end is midnight, which belongs to the next day.
  const defaultDate = addDays(isExtended ? addDays(londonTime(new Date(end)).date, -1) : today, defaultDays)
  return day !== null && day >= today && day < defaultDate ? day : defaultDate
}

function Warnings({ productId, day, today }: { productId: string; day: string; today: string }) {
  const shop = useShopDays(productId)
  const warnings = [
    ...(shop && !shop.isDeclared
      ? ['Declare all allergens of this product first. Until then it can’t be bought.']
      : []),
    ...(shop && /^\d{4}-\d\d-\d\d$/.test(day) && day >= today ? agreedDayWarnings(day, today, shop) : []),
  ]
  return (
    <div aria-live="polite">
      {warnings.length > 0 && (
        <ul className="mt-2 space-y-2">
          {warnings.map((warning) => (
            <li key={warning}>
              <Notice tone="warning">{warning}</Notice>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
