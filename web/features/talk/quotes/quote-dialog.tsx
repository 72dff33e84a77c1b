/** The seller's quote form: a price or lines, a note and an agreed day. A quote can be revised until it is accepted. */
import { useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { mentionsUnnamed } from '#domain/orders/allergen-requests'
import { readBrief } from '#domain/orders/brief'
import { maxQuoteNoteLength, readQuoteLines } from '#domain/orders/quote-terms'
import { addDays, londonTime } from '#domain/values/calendar'
import { poundsText, toPounds } from '#domain/values/money'
import type { Conversation } from '#features/talk/conversation-list'
import { useNow } from '#platform/clock.ts'
import { useZodForm } from '#platform/zod-form.ts'
import { Button } from '#ui/button'
import { Checkbox } from '#ui/checkbox'
import { Dialog } from '#ui/dialog'
import { FormError } from '#ui/form-error'
import { Notice } from '#ui/notice'
import { TextArea } from '#ui/text-area'
import { TextField } from '#ui/text-field'
import { toast } from '#ui/toast'
import { AgreedDayWarnings } from './agreed-day-warnings.tsx'
import { AnswersField } from './answers-field.tsx'
import { invalidPriceTitle, type QuoteForm, quoteForm, validPrice } from './chat-forms.ts'
import { defaultEnd } from './default-end.ts'
import { QuoteLinesField } from './quote-lines-field.tsx'
import { isFinalRefusal, useBuyerTexts, useFullDay, useSendQuote } from './quotes.ts'
import { useAnswers } from './use-answers.ts'

export interface QuoteDialogProps {
  conversation: Conversation
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function QuoteDialog({ conversation, open, onOpenChange }: QuoteDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      width="wide"
      onPhones="full"
      title={isRevision(conversation) ? 'Revise quote' : 'Quote a price'}
      description={
        <span className="wrap-anywhere">
          {isRevision(conversation)
            ? 'The buyer is notified and sees what you changed. Earlier versions stay in the history.'
            : `${conversation.product?.name ?? ''}, for ${conversation.other.name}. You can revise the quote until it is accepted.`}
        </span>
      }
    >
      <Form conversation={conversation} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

/** A quote after a paid order is for another one. */
const isRevision = (conversation: Conversation) => conversation.price_quote !== null && !conversation.is_paid

function Form({ conversation: latest, onDone }: { conversation: Conversation; onDone: () => void }) {
  // The conversation when the dialog opened: the quote applies to that request.
  const [conversation] = useState(latest)
  const { mutate, isPending } = useSendQuote(conversation)
  const now = useNow()
  const { date: today } = londonTime(now)
  const form = useZodForm(quoteForm(today), defaultValues(conversation, now))
  const { input, handleSubmit, watch } = form
  const answers = useAnswers(conversation)
  const texts = useBuyerTexts(conversation)
  const isUnnamed = (text: string) => mentionsUnnamed(text, answers.requests)
  const unnamed = isUnnamed(readBrief(conversation.brief).details)
    ? 'request'
    : texts.some(isUnnamed)
      ? 'message'
      : null
  const wantedOn = watch('wantedOn')
  const full = useFullDay(conversation.product?.id ?? null, wantedOn)
  /** The full day for which the seller makes an exception. */
  const [exception, setException] = useState<string | null>(null)
  const [isExceptionMissing, setExceptionMissing] = useState(false)

  function send(quote: QuoteForm): void {
    const answered = answers.check()
    const isMissing = full.length > 0 && exception !== wantedOn
    setExceptionMissing(isMissing)
    if (!answered || isMissing) return
    mutate({ ...quote, ...answered }, { onSuccess: onDone, onError: (error) => isFinalRefusal(error) && onDone() })
  }

  return (
    <FormProvider {...form}>
      <form
        onSubmit={handleSubmit(send, ({ price }) => {
          answers.check()
          if (price)
            toast({ title: invalidPriceTitle, description: price.message ?? validPrice, variant: 'destructive' })
        })}
        noValidate
        className="space-y-5"
      >
        {unnamed && (
          <Notice tone="warning">
            {unnamed === 'request' ? 'The request speaks' : 'A message of the buyer speaks'} of an allergy that the
            request does not name for you to answer. Ask the buyer to add it to the request before you quote a price.
          </Notice>
        )}
        <AnswersField state={answers} />
        <QuoteLinesField />
        <div>
          <TextField
            label="Deposit (optional)"
            placeholder="30%"
            autoComplete="off"
            hint="An amount such as 50, or a percentage such as 30%, of at least 20% of the price. The buyer pays it when they accept, and the rest later."
            {...input('deposit')}
          />
          {watch('deposit').trim() !== '' && (
            <TextField
              label="Balance due by"
              type="date"
              min={today}
              max={addDays(today, 365)}
              hint="Before the agreed day. The quote can be accepted until then."
              className="mt-4"
              {...input('balanceDueOn')}
            />
          )}
        </div>
        <TextArea
          label="Note (optional)"
          rows={3}
          maxLength={maxQuoteNoteLength}
          hint="The buyer accepts it with the price."
          {...input('note')}
        />
        <div>
          <TextField
            label="Agreed day (optional)"
            type="date"
            min={today}
            max={addDays(today, 366)}
            hint="The day of pickup or delivery."
            {...input('wantedOn')}
          />
          {conversation.product && (
            <AgreedDayWarnings productId={conversation.product.id} day={wantedOn} today={today} />
          )}
          {full.length > 0 && (
            <FullDay
              reached={full}
              isAccepted={exception === wantedOn}
              onAccept={(accepted) => setException(accepted ? wantedOn : null)}
              isMissing={isExceptionMissing && exception !== wantedOn}
            />
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
          {isRevision(conversation) ? 'Send revised quote' : 'Send quote'}
        </Button>
      </form>
    </FormProvider>
  )
}

interface FullDayProps {
  reached: readonly string[]
  isAccepted: boolean
  onAccept: (accepted: boolean) => void
  isMissing: boolean
}

function FullDay({ reached, isAccepted, onAccept, isMissing }: FullDayProps) {
  return (
    <Notice tone="warning" className="mt-2">
      <p>Your limit for this day is reached: no more {reached.join(' or ')}.</p>
      <Checkbox
        label="Quote for this day all the same"
        checked={isAccepted}
        onChange={(event) => onAccept(event.currentTarget.checked)}
        className="mt-1"
      />
      <FormError message={isMissing ? 'Please confirm, or choose another day.' : undefined} />
    </Notice>
  )
}

/** The current quote, or for another order the lines and the note of the paid one. */
function defaultValues(conversation: Conversation, now: Date) {
  const lines = readQuoteLines(conversation.quote_lines)
  const isPast = conversation.wanted_on !== null && conversation.wanted_on < londonTime(now).date
  const isOther = conversation.is_paid || isPast
  return {
    price: conversation.price_quote === null || lines.length > 0 ? '' : poundsText(conversation.price_quote),
    lines: lines.map(({ text, quantity, pricePence }) => ({
      text,
      quantity: String(quantity),
      price: toPounds(pricePence),
    })),
    note: conversation.quote_note ?? '',
    deposit: conversation.quote_deposit === null ? '' : poundsText(conversation.quote_deposit),
    balanceDueOn: isOther ? '' : (conversation.quote_balance_due_on ?? ''),
    wantedOn: isOther ? '' : (conversation.wanted_on ?? ''),
    validUntil: defaultEnd(isOther ? { ...conversation, price_quote: null, wanted_on: null } : conversation, now),
  }
}
