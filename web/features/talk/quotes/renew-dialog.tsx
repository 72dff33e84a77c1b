/** Extends a quote, or renews an expired one with another day. The price stays. */
import { useState } from 'react'
import { isQuoteOver } from '#domain/orders/quote'
import { addDays, londonTime } from '#domain/values/calendar'
import type { Conversation } from '#features/talk/conversation-list'
import { quoteLabel } from '#features/talk/conversation-list'
import { useNow } from '#platform/clock.ts'
import { useZodForm } from '#platform/zod-form.ts'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { TextField } from '#ui/text-field'
import { AgreedDayWarnings } from './agreed-day-warnings.tsx'
import { renewalForm } from './chat-forms.ts'
import { defaultEnd } from './default-end.ts'
import type { QuoteDialogProps } from './quote-dialog.tsx'
import { isFinalRefusal, useRenewQuote } from './quotes.ts'

export function RenewDialog({ conversation, open, onOpenChange }: QuoteDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Renew quote"
      description={
        <span className="wrap-anywhere">
          {quoteLabel(conversation)}. The price stays the same. The buyer is notified of the new date.
        </span>
      }
    >
      <Form conversation={conversation} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

function Form({ conversation: latest, onDone }: { conversation: Conversation; onDone: () => void }) {
  const [conversation] = useState(latest)
  const { mutate, isPending } = useRenewQuote(conversation)
  const now = useNow()
  const { date: today } = londonTime(now)
  // The day was agreed with the price. It can change once the quote has expired.
  const isDayOpen = isQuoteOver(conversation, now)
  const { input, handleSubmit, watch } = useZodForm(renewalForm(today), {
    wantedOn: conversation.wanted_on ?? '',
    validUntil: defaultEnd(conversation, now),
  })
  const send = handleSubmit((form) =>
    mutate(
      { ...form, ...(!isDayOpen && { wantedOn: conversation.wanted_on }) },
      { onSuccess: onDone, onError: (error) => isFinalRefusal(error) && onDone() },
    ),
  )
  return (
    <form onSubmit={(event) => void send(event)} noValidate className="space-y-5">
      <div>
        <TextField
          label="Agreed day"
          type="date"
          min={today}
          max={addDays(today, 366)}
          disabled={!isDayOpen}
          hint={
            isDayOpen
              ? 'The day of pickup or delivery.'
              : 'This day was agreed with the price. To change it, revise the quote.'
          }
          {...input('wantedOn')}
        />
        {isDayOpen && conversation.product && (
          <AgreedDayWarnings productId={conversation.product.id} day={watch('wantedOn')} today={today} />
        )}
      </div>
      <TextField
        label="Valid until the end of"
        type="date"
        min={today}
        max={addDays(today, 364)}
        {...input('validUntil')}
      />
      <Button type="submit" size="lg" busy={isPending} className="w-full">
        Renew quote
      </Button>
    </form>
  )
}
