/** An order behind a payment link, for its customer without an account. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { manualOrderKeys } from '#keys/manual-orders'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { payOnPage } from '#platform/open-payment-page.ts'
import { read } from '#platform/read.ts'
import { useWrite } from '#platform/use-write.ts'

const linkSchema = z.object({
  order_id: z.string(),
  number: z.string(),
  shop_name: z.string(),
  shop_slug: z.string(),
  total: z.number(),
  state: z.enum(['open', 'paid', 'ended']),
  expires_at: z.string(),
  date: z.string(),
  hand_over: z.enum(['slot', 'day', 'now']),
  start_time: z.string(),
  end_time: z.string(),
  area: z.object({ city: z.string(), postal_area: z.string().optional() }).nullable(),
  place: z
    .object({
      address_line1: z.string(),
      address_line2: z.string().nullable(),
      city: z.string(),
      postal_code: z.string(),
      instructions: z.string().nullable(),
    })
    .nullable(),
  kitchen_handles: z.array(z.string()).nullable(),
  items: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      quantity: z.number(),
      price: z.number(),
      variation: z.string().nullable(),
      options_text: z.string().nullable(),
      ingredients: z.string().nullable(),
      allergens: z.unknown(),
      is_custom: z.boolean(),
      change: z
        .object({ allergens: z.unknown(), ingredients: z.string().nullable(), changed_at: z.string() })
        .nullable(),
    }),
  ),
})
export type LinkedOrder = z.infer<typeof linkSchema>

/** The provider's event may come some seconds after the customer. */
const pollIntervalMs = 4_000

function paymentLinkQuery(app: AppContext, token: string) {
  return queryOptions({
    queryKey: manualOrderKeys.link(token),
    staleTime: 0,
    queryFn: async ({ signal }): Promise<LinkedOrder> =>
      linkSchema.parse(await read(app, (client) => client.rpc('payment_link', { token }).abortSignal(signal))),
  })
}

export function usePaymentLink(token: string) {
  const options = paymentLinkQuery(useApp(), token)
  return useQuery({
    ...options,
    refetchInterval: ({ state: { data } }) => (data?.state === 'open' ? pollIntervalMs : false),
  })
}

export function usePayLink(token: string) {
  const { queryClient } = useApp()
  return useWrite({
    run: (app) => payOnPage(app, { link: token }),
    failure: 'shown',
    onError: () => queryClient.invalidateQueries({ queryKey: manualOrderKeys.link(token) }),
  })
}
