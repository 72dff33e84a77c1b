/** The checkout of a quote: one product at the agreed price, for the agreed day, with the buyer's brief. */
import type { QueryData } from '@supabase/supabase-js'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { MessageCircle } from 'lucide-react'
import { Navigate } from 'react-router'
import type { BasketLine } from '#domain/checkout/basket'
import type { Deposit } from '#domain/checkout/preview'
import { readAnswers } from '#domain/orders/allergen-requests'
import { isQuoteOver, quoteEnd } from '#domain/orders/quote'
import { readQuoteLines } from '#domain/orders/quote-terms'
import { dayInWords } from '#domain/values/calendar'
import { isUuid } from '#domain/values/ids'
import { toPence } from '#domain/values/money'
import { useMember } from '#features/account/auth'
import { Brief, DepositText, QuoteTerms } from '#features/talk/quotes'
import { checkoutKeys } from '#keys/checkout'
import { type AppContext, type Backend, useApp } from '#platform/app-context.ts'
import { useNow } from '#platform/clock.ts'
import { read } from '#platform/read.ts'
import { BackLink } from '#ui/back-link'
import { Card } from '#ui/card'
import { PageNotice } from '#ui/page-notice'
import { CheckoutForm } from './checkout-form.tsx'
import { CheckoutLoadFailed, CheckoutLoading } from './checkout-states.tsx'
import { placeQuoteOrder } from './place-order.ts'

const reassurance = 'Nothing was charged.'

export function QuoteCheckout({ conversationId }: { conversationId: string }) {
  const app = useApp()
  const now = useNow()
  const { data: conversation, isError, refetch } = useQuote(conversationId)
  // The order of this quote. Earlier orders of the conversation accepted others.
  const order = conversation?.orders.find(
    ({ status, quote_version: version }) => status === 'pending payment' || version === conversation.quote_version,
  )
  if (order?.status === 'pending payment' && order.checkout_id)
    return <Navigate to={`/checkout/${order.checkout_id}`} replace />
  if (order) return <Navigate to={`/order/${order.id}`} replace />
  if (conversation === undefined) {
    const retry = () => void refetch()
    return isError ? <CheckoutLoadFailed retry={retry} reassurance={reassurance} /> : <CheckoutLoading />
  }
  const product = conversation?.product
  const refusal = refusalReason(conversation, product?.is_listed === true, now)
  if (refusal !== null || !conversation || !product || conversation.price_quote === null) {
    return <QuoteUnavailable conversationId={conversation?.id ?? null} reason={refusal ?? ''} />
  }
  const quote = {
    conversationId: conversation.id,
    version: conversation.quote_version,
    deposit: depositOf(conversation),
    agreedOn: conversation.wanted_on,
    answers: readAnswers(conversation.allergen_answers),
  }
  return (
    <CheckoutForm
      // A quote that replaces or renews another starts afresh.
      draft={{ name: `${conversation.id} ${conversation.quote_version} ${conversation.quote_expires_at}`, since: 0 }}
      requested={{ lines: [quotedLine(product, toPence(conversation.price_quote))], quote }}
      reassurance={reassurance}
      placeOrder={(request) =>
        placeQuoteOrder(app, { conversationId: conversation.id, version: conversation.quote_version }, request)
      }
    >
      <AgreedTerms conversation={conversation} />
    </CheckoutForm>
  )
}

function depositOf({ quote_deposit: deposit, quote_balance_due_on: balanceDueOn }: QuotedConversation): Deposit | null {
  return deposit === null || balanceDueOn === null ? null : { pence: toPence(deposit), balanceDueOn }
}

/** The line of an accepted quote: one unit, at the quoted price. */
function quotedLine({ id, name, image, shop }: QuotedProduct, pricePence: number): BasketLine {
  return {
    product: { id, name, image, pricePence, shop },
    variation: null,
    options: [],
    personalization: null,
    customRequestDetails: null,
    quantity: 1,
  }
}

function AgreedTerms({ conversation }: { conversation: QuotedConversation }) {
  const end = quoteEnd(conversation, useNow())
  return (
    <>
      <BackLink to={`/messages?room=${conversation.id}`} className="mt-1">
        Back to the conversation
      </BackLink>
      <Card className="mt-4">
        <h2 className="mb-2 text-xl">What was agreed</h2>
        {conversation.wanted_on && <p className="font-medium">For {dayInWords(conversation.wanted_on)}</p>}
        <Brief brief={conversation.brief}>{(content) => <div className="mt-2">{content}</div>}</Brief>
        {conversation.price_quote !== null && (
          <DepositText
            price={conversation.price_quote}
            deposit={conversation.quote_deposit}
            balanceDueOn={conversation.quote_balance_due_on}
            className="mt-3 font-medium"
          />
        )}
        <QuoteTerms lines={readQuoteLines(conversation.quote_lines)} note={conversation.quote_note} className="mt-4" />
        {end && <p className="mt-3 text-sm text-ink-soft">You can accept this price until {end}.</p>}
      </Card>
    </>
  )
}

function refusalReason(conversation: QuotedConversation | null, isOnSale: boolean, now: Date): string | null {
  if (conversation === null) return 'This quote doesn’t exist or isn’t yours.'
  if (conversation.price_quote === null) return 'No price has been quoted yet.'
  if (!isOnSale) return 'This product is no longer on sale.'
  return isQuoteOver(conversation, now) ? 'This quote has expired. Ask the seller to renew it.' : null
}

function QuoteUnavailable({ conversationId, reason }: { conversationId: string | null; reason: string }) {
  return (
    <PageNotice
      icon={MessageCircle}
      title="No quote to accept"
      to={conversationId ? `/messages?room=${conversationId}` : '/messages'}
      link="Go to messages"
    >
      {reason}
    </PageNotice>
  )
}

function selectConversation(client: Backend, userId: string, conversationId: string) {
  return client
    .from('chat_rooms')
    .select(
      `id, price_quote, is_paid, brief, wanted_on, quote_expires_at, allergen_answers, quote_version,
      product:products(id, name, image, is_listed, shop:shops!inner(name, slug)), quote_lines, quote_note, quote_deposit, quote_balance_due_on, orders(id, status, checkout_id, quote_version)`,
    )
    .match({ id: conversationId, buyer_id: userId })
    .neq('orders.status', 'cancelled')
}

type QuotedConversation = QueryData<ReturnType<typeof selectConversation>>[number]
type QuotedProduct = NonNullable<QuotedConversation['product']>

/** Null if the conversation does not exist or the member is not its buyer. */
function quoteQuery(app: AppContext, userId: string, conversationId: string) {
  return queryOptions({
    queryKey: checkoutKeys.quote(userId, conversationId),
    staleTime: 0,
    queryFn: async ({ signal }): Promise<QuotedConversation | null> => {
      if (!isUuid(conversationId)) return null
      const [conversation] = await read(app, (client) =>
        selectConversation(client, userId, conversationId).abortSignal(signal),
      )
      return conversation ?? null
    },
  })
}

function useQuote(conversationId: string) {
  return useQuery(quoteQuery(useApp(), useMember().id, conversationId))
}
