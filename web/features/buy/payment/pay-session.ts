/** The session of the test payment provider. */
import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { paymentKeys } from '#keys/payment'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { callFunction } from '#platform/call-function.ts'
import { useWrite } from '#platform/use-write.ts'

const sessionSchema = z.object({
  return_path: z.string().startsWith('/'),
  amount: z.number(),
  status: z.enum(['open', 'succeeded', 'ended']),
  saves_card: z.boolean(),
  orders: z.array(z.object({ shop_name: z.string(), total: z.number() })),
})
export type PaySession = z.infer<typeof sessionSchema>

const outcomeSchema = z.object({ result: z.enum(['paid', 'declined', 'challenge']) })

export type TestCard = 'good' | 'declined' | 'challenge' | 'once'

export function paySessionQuery(app: AppContext, session: string) {
  return queryOptions({
    queryKey: paymentKeys.session(session),
    queryFn: () => callFunction(app, 'test-payment', { session }, sessionSchema),
  })
}

/** `approved` answers the bank's challenge. */
export function useTestPayment(session: string) {
  const { queryClient } = useApp()
  return useWrite({
    run: (app, choice: { card: TestCard; approved?: boolean }) =>
      callFunction(app, 'test-payment', { session, ...choice }, outcomeSchema),
    failure: 'shown',
    // The session may have expired, or been paid in another tab.
    onError: () => queryClient.invalidateQueries({ queryKey: paymentKeys.session(session) }),
  })
}

/** The return URL, as with any provider. */
export function returnPath({ return_path: path }: PaySession, choice: 'done' | 'abandoned'): string {
  return `${path}?payment=${choice}`
}
