/** Reads, starts, changes and ends subscriptions of buyers. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import type { BasketLine } from '#domain/checkout/basket'
import { useMember } from '#features/account/auth'
import { memberKeys } from '#keys/member-keys'
import { subscriptionKeys } from '#keys/subscriptions'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { read } from '#platform/read.ts'
import { useWrite } from '#platform/use-write.ts'
import type { SubscriptionWindow } from './subscription-text.ts'

const timesSchema = z.object({ order_at: z.string(), close_at: z.string(), announce_at: z.string() })

/** What buyers and sellers both see. */
const sharedFields = {
  id: z.string(),
  product_id: z.string(),
  product: z.string(),
  image: z.string().nullable(),
  choices: z.string().nullable(),
  quantity: z.number(),
  every_weeks: z.number(),
  start_time: z.string(),
  end_time: z.string(),
  price: z.number(),
  next_on: z.string(),
  paused_until: z.string().nullable(),
  ended_at: z.string().nullable(),
  ended_by: z.string().nullable(),
  end_message: z.string().nullable(),
  /** Why the product cannot be ordered as chosen. */
  problem: z.string().nullable(),
  /** What the buyer has to agree to again. */
  changed: z.enum(['allergens', 'ingredients', 'price']).nullable(),
  times: timesSchema,
}

const daySchema = z.object({
  day: z.string(),
  outcome: z.string(),
  reason: z.string().nullable(),
  checkout_id: z.string().nullable(),
  checkout: z.string().nullable(),
  pay_until: z.string().nullable(),
  total: z.number().nullable(),
  order_id: z.string().nullable(),
})

const subscriptionSchema = z.object({
  ...sharedFields,
  pays_by_card: z.boolean(),
  shop: z.string(),
  shop_slug: z.string(),
  description: z.string().nullable(),
  diets: z.unknown(),
  kitchen: z.object({ handles: z.unknown(), shares_equipment: z.boolean().nullable() }).nullable(),
  allergens: z.unknown(),
  ingredients: z.string().nullable(),
  now: z.object({ price: z.number().nullable(), allergens: z.unknown(), ingredients: z.string().nullable() }),
  days: z.array(daySchema),
})
export type Subscription = z.output<typeof subscriptionSchema>
export type SubscriptionDay = z.output<typeof daySchema>

const shopSubscriptionSchema = z.object({ ...sharedFields, buyer_name: z.string().nullable() })
export type ShopSubscription = z.output<typeof shopSubscriptionSchema>

/** An order may be created or paid while the page is open. */
const pollMs = 30_000

export function subscriptionsQuery(app: AppContext, userId: string) {
  return queryOptions({
    queryKey: subscriptionKeys.own(userId),
    refetchInterval: pollMs,
    queryFn: async ({ signal }): Promise<Subscription[]> => {
      const found = await read(app, (client) => client.rpc('my_subscriptions').abortSignal(signal))
      return z.array(subscriptionSchema).parse(found)
    },
  })
}

export function shopSubscriptionsQuery(app: AppContext, userId: string) {
  return queryOptions({
    queryKey: subscriptionKeys.shop(userId),
    queryFn: async ({ signal }): Promise<ShopSubscription[]> => {
      const found = await read(app, (client) => client.rpc('shop_subscriptions').abortSignal(signal))
      return z.array(shopSubscriptionSchema).parse(found)
    },
  })
}

export interface ComingAmount {
  readonly day: string
  readonly product_id: string
  readonly product: string
  readonly choices: string | null
  readonly quantity: number
  readonly subscribers: number
}

/** What subscribers of the member's shop are to get, without the orders that exist. */
export function comingQuery(app: AppContext, userId: string, from: string, days: number) {
  return queryOptions({
    queryKey: subscriptionKeys.coming(userId, from, days),
    queryFn: ({ signal }): Promise<readonly ComingAmount[]> =>
      read(app, (client) => client.rpc('coming_subscriptions', { from_day: from, days }).abortSignal(signal)),
  })
}

/** When a product can be picked up each week. */
export function useSubscriptionWindows(productId: string) {
  const app = useApp()
  return useQuery({
    queryKey: subscriptionKeys.windows(productId),
    staleTime: 15_000,
    queryFn: ({ signal }): Promise<readonly SubscriptionWindow[]> =>
      read(app, (client) => client.rpc('subscription_windows', { product_id: productId }).abortSignal(signal)),
  })
}

/** What a buyer chooses about the days. */
export interface Days {
  readonly quantity: number
  readonly everyWeeks: number
  readonly firstOn: string
  readonly startTime: string
}

const asRequest = ({ quantity, everyWeeks, firstOn, startTime }: Days) => ({
  quantity,
  every_weeks: everyWeeks,
  first_on: firstOn,
  start_time: startTime.slice(0, 5),
})

export interface NewSubscription {
  /** The id of the subscription, so that a retry starts no second one. */
  readonly id: string
  readonly line: BasketLine
  readonly days: Days
  /** The declaration and the ingredients that the buyer was shown. */
  readonly allergens: unknown
  readonly ingredients: string | null
  /** Whether each order is charged to a saved card. */
  readonly paysByCard: boolean
}

export function useSubscribe() {
  return useWrite({
    write: (client, { id, line, days, allergens, ingredients, paysByCard }: NewSubscription) => {
      const subscription = {
        id,
        product_id: line.product.id,
        ...asRequest(days),
        line: {
          variation: line.variation,
          options: line.options,
          personalization: line.personalization,
          custom_request_details: line.customRequestDetails,
        },
        price: line.product.pricePence / 100,
        allergens,
        ingredients,
        agreed: true,
        pays_by_card: paysByCard,
      }
      return client.rpc('subscribe', { subscription: JSON.parse(JSON.stringify(subscription)) })
    },
    failure: 'shown',
    invalidates: [memberKeys.all],
  })
}

export function useChangeDays(id: string) {
  return useWrite({
    write: (client, days: Days) => client.rpc('change_subscription', { id, change: asRequest(days) }),
    success: { title: 'Subscription changed' },
    failure: 'shown',
    invalidates: [memberKeys.all],
  })
}

/** The changes of one click. */
export function useSubscriptionSteps({ id, next_on: nextOn, now }: Subscription) {
  const told = { failure: { title: 'The subscription could not be changed' }, invalidates: [memberKeys.all] }
  const skip = useWrite({ write: (client) => client.rpc('skip_subscription', { id, day: nextOn }), ...told })
  const resume = useWrite({ write: (client) => client.rpc('resume_subscription', { id }), ...told })
  const agree = useWrite({
    write: (client) => {
      const shown = JSON.parse(JSON.stringify({ ...now, agreed: true }))
      return client.rpc('agree_to_subscription', { id, shown })
    },
    success: { title: 'Thank you', description: 'Your subscription goes on.' },
    ...told,
  })
  const payByCard = useWrite({
    write: (client, paysByCard: boolean) => client.rpc('pay_subscription_by_card', { id, pays_by_card: paysByCard }),
    ...told,
  })
  return { skip, resume, agree, payByCard }
}

export function usePause(id: string) {
  return useWrite({
    write: (client, until: string) => client.rpc('pause_subscription', { id, until }),
    success: { title: 'Subscription paused' },
    failure: 'shown',
    invalidates: [memberKeys.all],
  })
}

/** By its buyer or, with a message, by its seller. */
export function useEndSubscription(id: string, by: 'buyer' | 'seller') {
  return useWrite({
    write: (client, message: string) =>
      by === 'buyer'
        ? client.rpc('cancel_subscription', { id })
        : client.rpc('end_subscription', { id, ...(message.trim() && { message: message.trim() }) }),
    success: {
      title: by === 'buyer' ? 'Subscription cancelled' : 'Subscription ended',
      description: 'There will be no more orders.',
    },
    failure: 'shown',
    invalidates: [memberKeys.all],
  })
}

export function useSubscriptions() {
  return useQuery(subscriptionsQuery(useApp(), useMember().id))
}
