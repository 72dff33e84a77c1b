/** The custom order of a conversation: brief, price and the member's next step. */
import { ChevronDown } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { readQuotedFood } from '#domain/orders/allergen-requests'
import { quoteEnd, quoteStatus } from '#domain/orders/quote'
import { readQuoteLines } from '#domain/orders/quote-terms'
import { dayInWords } from '#domain/values/calendar'
import { formatPounds } from '#domain/values/money'
import { useMember } from '#features/account/auth'
import type { Conversation } from '#features/talk/conversation-list'
import { quoteLabel } from '#features/talk/conversation-list'
import { useNow } from '#platform/clock.ts'
import { Badge } from '#ui/badge'
import { Button } from '#ui/button'
import { lazyDialog } from '#ui/lazy-dialog'
import { LinkButton } from '#ui/link-button'
import { toast } from '#ui/toast'
import { AllergenAnswers } from './allergen-answers.tsx'
import { BriefCard } from './brief-card.tsx'
import { DepositText, QuoteTerms } from './quote-terms.tsx'
import { type QuoteOrder, useQuoteOrder } from './quotes.ts'

export function QuotePanel({ conversation }: { conversation: Conversation }) {
  const isBuyer = useMember().id === conversation.buyer_id
  useQuoteToast(conversation, isBuyer)
  return (
    <div className="divide-y divide-line border-b border-line">
      <BriefCard conversation={conversation} />
      <Price conversation={conversation} isBuyer={isBuyer} />
    </div>
  )
}

function Price({ conversation, isBuyer }: { conversation: Conversation; isBuyer: boolean }) {
  const order = useQuoteOrder(conversation)
  const now = useNow()
  const isBeingPaid = order?.status === 'pending payment'
  const status = quoteStatus(conversation, isBeingPaid, now)
  const isOutdated = isBeingPaid && order.quote_version !== conversation.quote_version
  const end = quoteEnd(conversation, now)
  const day =
    conversation.price_quote === null || conversation.wanted_on === null ? null : dayInWords(conversation.wanted_on)
  return (
    <section
      aria-label="Price"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-2.5 sm:px-6"
    >
      <div className="min-w-0 text-sm">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span
            className={conversation.price_quote === null ? 'text-ink-soft' : 'text-base font-semibold tabular-nums'}
          >
            {quoteLabel(conversation)}
          </span>
          {status === 'paid' && <Badge tone="leaf">Paid</Badge>}
          {status === 'expired' && <Badge tone="alarm">Expired</Badge>}
          {status === 'being-paid' && <Badge tone="honey">Awaiting payment</Badge>}
        </p>
        <p className="text-pretty text-ink-soft">
          {[day && `For ${day}.`, isOutdated ? changedText : statusTexts[status](isBuyer, end)]
            .filter(Boolean)
            .join(' ')}
        </p>
      </div>
      {conversation.price_quote !== null && (
        <DepositText
          price={conversation.price_quote}
          deposit={conversation.quote_deposit}
          balanceDueOn={conversation.quote_balance_due_on}
          className="basis-full text-sm lg:order-last"
        />
      )}
      {/* Read before the button, and below both where they stand side by side. */}
      <AllergenAnswers
        answers={conversation.allergen_answers}
        made={readQuotedFood(conversation.quoted_food)}
        className="max-h-[25dvh] basis-full overflow-y-auto text-sm lg:order-last"
      />
      <Terms conversation={conversation} />
      {isBuyer ? (
        <BuyerAction conversation={conversation} status={status} order={order} />
      ) : (
        <SellerAction conversation={conversation} status={status} order={order} />
      )}
    </section>
  )
}

const changedText = 'The seller has changed an answer about allergens. Read it before you pay.'

/** What the price covers, collapsed, and the history. */
function Terms({ conversation }: { conversation: Conversation }) {
  const [isOpen, setIsOpen] = useState(false)
  const lines = readQuoteLines(conversation.quote_lines)
  const hasTerms = lines.length > 0 || conversation.quote_note !== null
  if (conversation.quote_version === 0) return null
  return (
    <div className="basis-full text-sm lg:order-last">
      {hasTerms && conversation.price_quote !== null && (
        <details className="group">
          <summary className="inline-flex cursor-pointer list-none items-center gap-1.5 py-1 font-semibold [&::-webkit-details-marker]:hidden">
            {lines.length > 0 ? 'What the price covers' : 'Note from the seller'}
            <ChevronDown aria-hidden="true" className="size-4 transition-transform group-open:rotate-180" />
          </summary>
          <QuoteTerms
            lines={lines}
            note={conversation.quote_note}
            className="max-h-[30dvh] overflow-y-auto overscroll-contain py-1"
          />
        </details>
      )}
      {conversation.quote_version > 1 && (
        <Button variant="quiet" size="sm" className="-ml-3" onClick={() => setIsOpen(true)}>
          History of quotes
        </Button>
      )}
      <QuoteHistoryDialog conversation={conversation} open={isOpen} onOpenChange={setIsOpen} />
    </div>
  )
}

type QuoteStatus = ReturnType<typeof quoteStatus>

const statusTexts: Record<QuoteStatus, (isBuyer: boolean, end: string | null) => string | null> = {
  awaiting: () => null,
  quoted: (isBuyer, end) => end && `${isBuyer ? 'You' : 'The buyer'} can accept it until ${end}.`,
  'being-paid': () => 'You have accepted this quote. Pay to confirm your order.',
  expired: (isBuyer) =>
    isBuyer ? 'This quote has expired. Ask the seller to renew it.' : 'The buyer can no longer accept this quote.',
  paid: () => null,
}

interface ActionProps {
  conversation: Conversation
  status: QuoteStatus
  order: QuoteOrder | null | undefined
}

function BuyerAction({ conversation, status, order }: ActionProps) {
  if (status === 'paid') return <OrderLink order={order}>See your order</OrderLink>
  if (status === 'being-paid' && order?.checkout_id) {
    return (
      <LinkButton size="sm" to={`/checkout/${order.checkout_id}`}>
        Continue to payment
      </LinkButton>
    )
  }
  if (status !== 'quoted') return null
  if (!conversation.product) return <p className="text-sm text-ink-soft">This product is no longer on sale.</p>
  return (
    <LinkButton size="sm" to={`/checkout?quote=${conversation.id}`}>
      {conversation.quote_deposit === null ? 'Accept and pay' : 'Accept and pay the deposit'}
    </LinkButton>
  )
}

const AnswersDialog = lazyDialog(() => import('./answers-dialog.tsx').then((module) => module.AnswersDialog))
const QuoteHistoryDialog = lazyDialog(() => import('./quote-history.tsx').then((module) => module.QuoteHistoryDialog))
const RenewDialog = lazyDialog(() => import('./renew-dialog.tsx').then((module) => module.RenewDialog))
const QuoteDialog = lazyDialog(() => import('./quote-dialog.tsx').then((module) => module.QuoteDialog))

function SellerAction({ conversation, status, order }: ActionProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [isRenewing, setRenewing] = useState(false)
  const [isCorrecting, setCorrecting] = useState(false)
  const isNew = status === 'awaiting' || status === 'paid'
  return (
    <div className="flex flex-wrap gap-2">
      {status === 'paid' && <OrderLink order={order}>See the order</OrderLink>}
      {conversation.product && !isNew && conversation.allergen_answers !== null && (
        <Button size="sm" variant="secondary" onClick={() => setCorrecting(true)}>
          Change answers
        </Button>
      )}
      {/* Without its product the quote cannot be accepted. */}
      {conversation.product && !isNew && (
        <Button size="sm" variant={status === 'quoted' ? 'secondary' : 'primary'} onClick={() => setRenewing(true)}>
          {status === 'expired' ? 'Renew quote' : 'Extend'}
        </Button>
      )}
      {conversation.product && (
        <Button size="sm" variant={status === 'awaiting' ? 'primary' : 'secondary'} onClick={() => setIsOpen(true)}>
          {status === 'paid' ? 'Quote another order' : isNew ? 'Quote a price' : 'Revise'}
        </Button>
      )}
      <RenewDialog conversation={conversation} open={isRenewing} onOpenChange={setRenewing} />
      <QuoteDialog conversation={conversation} open={isOpen} onOpenChange={setIsOpen} />
      <AnswersDialog conversation={conversation} open={isCorrecting} onOpenChange={setCorrecting} />
    </div>
  )
}

function OrderLink({ order, children }: { order: QuoteOrder | null | undefined; children: string }) {
  if (!order) return null
  return (
    <LinkButton size="sm" variant="secondary" to={`/order/${order.id}`}>
      {children} {order.number}
    </LinkButton>
  )
}

/** Shows a toast when a price is quoted while the buyer has the conversation open. */
function useQuoteToast(conversation: Conversation, isBuyer: boolean): void {
  const before = useRef(conversation.price_quote)
  useEffect(() => {
    if (isBuyer && before.current === null && conversation.price_quote !== null) {
      toast({
        title: `Price quoted: ${formatPounds(conversation.price_quote)}`,
        description: conversation.product ? `For ${conversation.product.name}.` : undefined,
      })
    }
    before.current = conversation.price_quote
  }, [isBuyer, conversation.price_quote, conversation.product])
}
