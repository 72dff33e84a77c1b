/** Reads and sends quotes: the order that accepts one, and what its day depends on. */
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import type { Tables, TablesUpdate } from '#domain/database.generated'
import type { AllergenDeclaration } from '#domain/food/allergens'
import { withChoices } from '#domain/food/choice-allergens'
import type { AllergenAnswer, OrderDeclaration } from '#domain/orders/allergen-requests'
import { addDays } from '#domain/values/calendar'
import { useMember } from '#features/account/auth'
import type { Conversation } from '#features/talk/conversation-list'
import { messageKeys } from '#keys/messages'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { read } from '#platform/read.ts'
import { QueryError } from '#platform/unwrap.ts'
import { useWrite } from '#platform/use-write.ts'
import type { ShopDays } from './agreed-day.ts'
import type { QuoteForm, RenewalForm } from './chat-forms.ts'

/** What a quote says about allergens, as the database stores it. */
export interface SentAnswers {
  readonly allergen_answers: AllergenAnswer[] | null
  readonly quote_declaration: { readonly allergens: AllergenDeclaration; readonly ingredients?: string } | null
}

export type QuoteOrder = Pick<Tables<'orders'>, 'id' | 'number' | 'status' | 'checkout_id' | 'quote_version'>

const pollIntervalMs = 10_000

function quoteOrderQuery(
  app: AppContext,
  userId: string,
  { id: conversationId, is_paid, quote_version: version }: Conversation,
) {
  return queryOptions({
    // A new key after the payment, because sellers could not see the order before.
    queryKey: messageKeys.quoteOrder(userId, conversationId, is_paid, version),
    staleTime: 0,
    // A paid order does not change any more.
    refetchInterval: is_paid ? false : pollIntervalMs,
    queryFn: async ({ signal }): Promise<QuoteOrder | null> => {
      const [order] = await read(app, (client) =>
        client
          .from('orders')
          .select('id, number, status, checkout_id, quote_version')
          .eq('chat_room_id', conversationId)
          .neq('status', 'cancelled')
          // Earlier orders of the conversation accepted other quotes.
          .order('created_at', { ascending: false })
          .limit(1)
          .abortSignal(signal),
      )
      return order && (is_paid || order.status === 'pending payment') ? order : null
    },
  })
}

/** Null without an order; undefined while loading. */
export function useQuoteOrder(conversation: Conversation): QuoteOrder | null | undefined {
  const isNeeded = conversation.price_quote !== null
  const { data } = useQuery({ ...quoteOrderQuery(useApp(), useMember().id, conversation), enabled: isNeeded })
  if (!isNeeded) return null
  return conversation.is_paid && data?.status === 'pending payment' ? undefined : data
}

/** @param conversation as it was read: the price applies to the brief in it */
export function useSendQuote(conversation: Conversation) {
  const { id: userId } = useMember()
  return useWrite({
    run: (app, quote: QuoteForm & SentAnswers) => sendQuote(app, conversation, quote),
    failure: quoteFailure,
    invalidates: [messageKeys.conversations(userId)],
  })
}

const quoteFailure = { title: 'Error', description: 'Failed to update price quote. Please try again.' }

/** @param conversation as it was read */
export function useRenewQuote(conversation: Conversation) {
  const { id: userId } = useMember()
  return useWrite({
    run: (app, { wantedOn, validUntil }: RenewalForm) =>
      updateQuote(app, conversation, {
        ...(wantedOn !== conversation.wanted_on && { wanted_on: wantedOn }),
        ...(validUntil !== null && { quote_expires_at: endOf(validUntil) }),
      }),
    failure: quoteFailure,
    invalidates: [messageKeys.conversations(userId)],
  })
}

/** The versions of a conversation's quotes, the latest first. */
export function useQuoteVersions({ id: conversationId, quote_version: version }: Conversation) {
  const { id: userId } = useMember()
  const app = useApp()
  return useQuery({
    queryKey: messageKeys.quoteVersions(userId, conversationId, version),
    queryFn: ({ signal }) =>
      read(app, (client) =>
        client
          .from('quote_versions')
          .select('version, price, lines, note, deposit, balance_due_on, wanted_on, allergen_answers, created_at')
          .eq('chat_room_id', conversationId)
          .order('version', { ascending: false })
          .limit(100)
          .abortSignal(signal),
      ),
  })
}

/** @param conversation as it was read: the answers apply to that quote */
export function useCorrectAnswers(conversation: Conversation) {
  const { id: userId } = useMember()
  return useWrite({
    run: (app, answers: SentAnswers) => updateQuote(app, conversation, answers),
    success: { title: 'Answers changed', description: 'The buyer has to accept the quote again.' },
    failure: { title: 'Error', description: 'Your answers could not be changed. Please try again.' },
    invalidates: [messageKeys.conversations(userId)],
  })
}

/** Refusals after which the quote cannot be sent again, perhaps because of another window. */
const finalRefusals = new Set(['quoted', 'quote_changed', 'paid', 'being_paid', 'blocked', 'brief_changed', 'product'])

export function isFinalRefusal(error: unknown): boolean {
  return error instanceof QueryError && finalRefusals.has(error.hint ?? '')
}

/** @throws QueryError */
async function sendQuote(
  app: AppContext,
  { id, brief_version, quote_version }: Conversation,
  {
    price,
    lines,
    note,
    deposit,
    balanceDueOn,
    wantedOn,
    validUntil,
    allergen_answers,
    quote_declaration,
  }: QuoteForm & SentAnswers,
): Promise<void> {
  const terms = {
    ...(lines.length > 0 ? { lines } : { price }),
    note,
    ...(deposit && { deposit, balance_due_on: balanceDueOn }),
    wanted_on: wantedOn,
    expires_at: validUntil && endOf(validUntil),
    allergen_answers: allergen_answers?.map((answer) => ({ ...answer })) ?? null,
    declaration: quote_declaration,
  }
  await read(app, (client) => client.rpc('send_quote', { room_id: id, brief_version, quote_version, terms }))
}

/** The end of that day in London, independent of the seller's time zone. */
const endOf = (day: string) => `${addDays(day, 1)} 00:00 Europe/London`

/** Changes the quote of exactly this brief. @throws QueryError */
async function updateQuote(app: AppContext, { id, brief_version }: Conversation, changes: TablesUpdate<'chat_rooms'>) {
  const changed = await read(app, (client) =>
    client.from('chat_rooms').update(changes).match({ id, brief_version }).select('id'),
  )
  if (changed.length === 0)
    throw new QueryError('The request has just been changed. Please read it again.', 409, undefined, changed, {
      hint: 'brief_changed',
    })
}

type QuotedProduct = ShopDays & { readonly isDeclared: boolean; readonly declaration: OrderDeclaration }

/** The lead time, closures, pickup days and declaration of a product, for its seller. */
function shopDaysQuery(app: AppContext, productId: string | null) {
  return queryOptions({
    queryKey: messageKeys.shopDays(productId),
    queryFn:
      productId === null
        ? skipToken
        : async ({ signal }): Promise<QuotedProduct | null> => {
            const [product] = await read(app, (client) =>
              client
                .from('products')
                .select(
                  `lead_time_days, available_for_pickup, allergens_declared, allergens, required_allergens, ingredients, own:product_pickup_schedules(day_of_week),
          shop:shops!inner(windows:shop_pickup_schedules(day_of_week), closures:shop_closures(from_date, to_date))`,
                )
                .eq('id', productId)
                .eq('own.fulfilment', 'pickup')
                .eq('shop.windows.fulfilment', 'pickup')
                .abortSignal(signal),
            )
            if (!product) return null
            const windows = product.own.length > 0 ? product.own : product.shop.windows
            return {
              leadTimeDays: product.lead_time_days,
              closures: product.shop.closures,
              isForPickup: product.available_for_pickup,
              pickupDays: windows.map(({ day_of_week: day }) => day),
              isDeclared: product.allergens_declared,
              declaration: {
                // A quote names no choices, so it has what every choice adds.
                allergens: withChoices(product.allergens, [product.required_allergens]),
                ingredients: product.ingredients,
              },
            }
          },
  })
}

/** Undefined while loading. */
export function useShopDays(productId: string | null) {
  return useQuery(shopDaysQuery(useApp(), productId)).data
}

/** The latest texts of the buyer in a conversation, for finding allergies that the request does not name. */
export function useBuyerTexts({
  id: conversationId,
  buyer_id: buyerId,
  updated_at: updatedAt,
}: Conversation): readonly string[] {
  const app = useApp()
  const { id: userId } = useMember()
  const { data = [] } = useQuery({
    queryKey: messageKeys.buyerTexts(userId, conversationId, updatedAt),
    queryFn: async ({ signal }) => {
      const messages = await read(app, (client) =>
        client
          .from('chat_messages')
          .select('content')
          .match({ chat_room_id: conversationId, sender_id: buyerId, type: 'message' })
          .order('created_at', { ascending: false })
          .limit(500)
          .abortSignal(signal),
      )
      return messages.map(({ content }) => content)
    },
  })
  return data
}

/** The limits of the seller's shop that a day has reached for a product: 'orders', a category or the product. */
export function useFullDay(productId: string | null, day: string): readonly string[] {
  const app = useApp()
  const { id: userId } = useMember()
  const { data = [] } = useQuery({
    queryKey: messageKeys.fullDay(userId, productId, day),
    queryFn:
      productId === null || !/^\d{4}-\d\d-\d\d$/.test(day)
        ? skipToken
        : async ({ signal }) => {
            const reached = await read(app, (client) =>
              client.rpc('day_limits_reached', { product_id: productId, day }).abortSignal(signal),
            )
            return reached.map(({ subject }) => subject)
          },
  })
  return data
}
