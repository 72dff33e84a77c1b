/** The checkout of a quote: one product at the agreed price, for the agreed day, with the buyer's brief. */
import type { QueryData } from '@supabase/supabase-js'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { MessageCircle } from 'lucide-react'
import { Navigate } from 'react-router'
import type { Deposit, OnSale } from '#domain/checkout/basket-review'
import { quotedLine } from '#domain/checkout/checkout'
import type { Json } from '#domain/database.generated'
import { withChoices } from '#domain/food/choice-allergens'
import { readAnswers } from '#domain/orders/allergen-requests'
import { isQuoteOver, quoteEnd } from '#domain/orders/quote'
import { readQuoteLines } from '#domain/orders/quote-terms'
import { dayInWords } from '#domain/values/calendar'
import { isUuid } from '#domain/values/ids'
import { toPence } from '#domain/values/money'
import { useMember } from '#features/account/auth'
import { useOnSale } from '#features/buy/basket'
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

export function QuoteCheckout({ roomId }: { roomId: string }) {
  const app = useApp()
  const now = useNow()
  const { data: room, isError, refetch } = useQuote(roomId)
  const onSale = useOnSale(room?.product_id ? [room.product_id] : [])
  // The order of this quote. Earlier orders of the conversation accepted others.
  const order = room?.orders.find(
    ({ status, quote_version: version }) => status === 'pending payment' || version === room.quote_version,
  )
  if (order?.status === 'pending payment' && order.checkout_id)
    return <Navigate to={`/checkout/${order.checkout_id}`} replace />
  if (order) return <Navigate to={`/order/${order.id}`} replace />
  if (room === undefined || (room && !onSale.data)) {
    const retry = () => void Promise.all([refetch(), onSale.refetch()])
    return isError || onSale.isError ? (
      <CheckoutLoadFailed retry={retry} reassurance="Nothing was charged." />
    ) : (
      <CheckoutLoading />
    )
  }
  const product = onSale.data?.find(({ id }) => id === room?.product_id)
  const refusal = refusalReason(room, product?.is_listed === true, now)
  if (refusal !== null || !room || !product || room.price_quote === null) {
    return <QuoteUnavailable roomId={room?.id ?? null} reason={refusal ?? ''} />
  }
  const line = quotedLine(asAgreed(product, room.quote_declaration), toPence(room.price_quote), {
    roomId: room.id,
    version: room.quote_version,
    deposit: depositOf(room),
    agreedOn: room.wanted_on,
    answers: readAnswers(room.allergen_answers),
  })
  return (
    <CheckoutForm
      // A quote that replaces or renews another starts afresh.
      draft={{ name: `${room.id} ${room.quote_version} ${room.quote_expires_at}`, since: 0 }}
      lines={[line]}
      placeOrder={(request) => placeQuoteOrder(app, { roomId: room.id, version: room.quote_version }, request)}
    >
      <AgreedTerms room={room} />
    </CheckoutForm>
  )
}

function depositOf({ quote_deposit: deposit, quote_balance_due_on: balanceDueOn }: QuotedRoom): Deposit | null {
  return deposit === null || balanceDueOn === null ? null : { pence: toPence(deposit), balanceDueOn }
}

/** The product with the declaration of this order, if the quote has its own, or else with what every choice adds. */
function asAgreed(product: OnSale, declaration: Json): OnSale {
  if (typeof declaration !== 'object' || declaration === null || Array.isArray(declaration))
    return { ...product, allergens: withChoices(product.allergens, [product.required_allergens]) }
  const { allergens = null, ingredients } = declaration
  return { ...product, allergens, ingredients: typeof ingredients === 'string' ? ingredients : null }
}

function AgreedTerms({ room }: { room: QuotedRoom }) {
  const end = quoteEnd(room, useNow())
  return (
    <>
      <BackLink to={`/messages?room=${room.id}`} className="mt-1">
        Back to the conversation
      </BackLink>
      <Card className="mt-4">
        <h2 className="mb-2 text-xl">What was agreed</h2>
        {room.wanted_on && <p className="font-medium">For {dayInWords(room.wanted_on)}</p>}
        <Brief brief={room.brief}>{(content) => <div className="mt-2">{content}</div>}</Brief>
        {room.price_quote !== null && (
          <DepositText
            price={room.price_quote}
            deposit={room.quote_deposit}
            balanceDueOn={room.quote_balance_due_on}
            className="mt-3 font-medium"
          />
        )}
        <QuoteTerms lines={readQuoteLines(room.quote_lines)} note={room.quote_note} className="mt-4" />
        {end && <p className="mt-3 text-sm text-ink-soft">You can accept this price until {end}.</p>}
      </Card>
    </>
  )
}

function refusalReason(room: QuotedRoom | null, isOnSale: boolean, now: Date): string | null {
  if (room === null) return 'This quote doesn’t exist or isn’t yours.'
  if (room.price_quote === null) return 'No price has been quoted yet.'
  if (!isOnSale) return 'This product is no longer on sale.'
  return isQuoteOver(room, now) ? 'This quote has expired. Ask the seller to renew it.' : null
}

function QuoteUnavailable({ roomId, reason }: { roomId: string | null; reason: string }) {
  return (
    <PageNotice
      icon={MessageCircle}
      title="No quote to accept"
      to={roomId ? `/messages?room=${roomId}` : '/messages'}
      link="Go to messages"
    >
      {reason}
    </PageNotice>
  )
}

function selectRoom(client: Backend, userId: string, roomId: string) {
  return client
    .from('chat_rooms')
    .select(
      `id, product_id, price_quote, is_paid, brief, wanted_on, quote_expires_at, allergen_answers, quote_declaration,
      quote_version, quote_lines, quote_note, quote_deposit, quote_balance_due_on, orders(id, status, checkout_id, quote_version)`,
    )
    .match({ id: roomId, buyer_id: userId })
    .neq('orders.status', 'cancelled')
}

type QuotedRoom = QueryData<ReturnType<typeof selectRoom>>[number]

/** Null if the conversation does not exist or the member is not its buyer. */
function quoteQuery(app: AppContext, userId: string, roomId: string) {
  return queryOptions({
    queryKey: checkoutKeys.quote(userId, roomId),
    staleTime: 0,
    queryFn: async ({ signal }): Promise<QuotedRoom | null> => {
      if (!isUuid(roomId)) return null
      const [room] = await read(app, (client) => selectRoom(client, userId, roomId).abortSignal(signal))
      return room ?? null
    },
  })
}

function useQuote(roomId: string) {
  return useQuery(quoteQuery(useApp(), useMember().id, roomId))
}
