/** Every version of a conversation's quotes, for both members. */

import { readAnswers, readQuotedFood } from '#domain/orders/allergen-requests'
import { readQuoteLines } from '#domain/orders/quote-terms'
import { dayInWords, dayWithYear } from '#domain/values/calendar'
import { formatPounds } from '#domain/values/money'
import type { Conversation } from '#features/talk/conversation-list'
import { Dialog } from '#ui/dialog'
import { Loaded } from '#ui/loaded'
import { Spinner } from '#ui/spinner'
import { AllergenAnswers } from './allergen-answers.tsx'
import type { QuoteDialogProps } from './quote-dialog.tsx'
import { DepositText, QuoteTerms } from './quote-terms.tsx'
import { useQuoteVersions } from './quotes.ts'

export function QuoteHistoryDialog({ conversation, open, onOpenChange }: QuoteDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      onPhones="full"
      title="History of quotes"
      description="Each version, the latest first. You both see the same history."
    >
      <Versions conversation={conversation} />
    </Dialog>
  )
}

function Versions({ conversation }: { conversation: Conversation }) {
  const query = useQuoteVersions(conversation)
  return (
    <Loaded query={query} isLine failed="The history could not be loaded." loading={<Spinner />}>
      {(versions) => (
        <ol className="divide-y divide-line">
          {versions.map(
            ({
              version,
              price,
              lines,
              note,
              deposit,
              balance_due_on: balanceDueOn,
              wanted_on: day,
              allergen_answers: answers,
              created_at: at,
            }) => (
              <li key={version} className="py-4 first:pt-0 last:pb-0">
                <p className="flex items-baseline justify-between gap-4 font-semibold">
                  <span>{dayWithYear(at)}</span>
                  <span className="tabular-nums">{formatPounds(price)}</span>
                </p>
                {day && <p className="text-sm text-ink-soft">For {dayInWords(day)}</p>}
                <DepositText
                  price={price}
                  deposit={deposit}
                  balanceDueOn={balanceDueOn}
                  className="text-sm text-ink-soft"
                />
                <QuoteTerms lines={readQuoteLines(lines)} note={note} className="mt-2 text-sm" />
                {version !== conversation.quote_version && readAnswers(answers).length > 0 && (
                  <p className="mt-2 text-sm text-ink-soft">These answers belong to this earlier quote only:</p>
                )}
                <AllergenAnswers
                  answers={answers}
                  // An earlier quote may have had a declaration of its own, so today's says nothing about it.
                  made={version === conversation.quote_version ? readQuotedFood(conversation.quoted_food) : []}
                  className="mt-2 text-sm"
                />
              </li>
            ),
          )}
        </ol>
      )}
    </Loaded>
  )
}
