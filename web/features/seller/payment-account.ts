/** The shop's account with the payment provider: how it stands, and the way to the provider's own pages. */
import { queryOptions, useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { type AppContext, useApp } from '#web/app/app-context.ts'
import { callFunction } from '#web/app/call-function.ts'

const accountSchema = z.object({
  provider: z.enum(['stripe', 'test']),
  account: z
    .object({
      details_submitted: z.boolean(),
      charges_enabled: z.boolean(),
      payouts_enabled: z.boolean(),
      /** What the provider has to be told, in its own names. */
      due: z.array(z.string()),
    })
    .nullable(),
})
export type PaymentAccount = z.infer<typeof accountSchema>

const pageSchema = z.object({ url: z.string() })

const checkingMs = 10_000

type Account = NonNullable<PaymentAccount['account']>

export const isReady = (account: Account) =>
  account.charges_enabled && account.payouts_enabled && account.due.length === 0

/** Nothing is asked of the seller, and something is not allowed yet. */
export const isBeingChecked = (account: Account) =>
  account.details_submitted && account.due.length === 0 && !isReady(account)

/** As the provider says now, since its pages change it behind our back. */
export function paymentAccountQuery(app: AppContext, shopId: string) {
  return queryOptions({
    queryKey: ['payment-account', shopId],
    queryFn: () => callFunction(app, 'payment-account', { action: 'refresh' }, accountSchema),
    staleTime: 0,
    // The provider looks at what it was told: usually a matter of seconds.
    refetchInterval: ({ state: { data } }) => (data?.account && isBeingChecked(data.account) ? checkingMs : false),
  })
}

/** Opens the provider's page: to tell it who one is, or to see what was paid. */
export function useOpenPaymentAccount() {
  const app = useApp()
  return useMutation({
    mutationFn: async () => {
      const { url } = await callFunction(app, 'payment-account', { action: 'open' }, pageSchema)
      const target = new URL(url, window.location.href)
      // A provider's own page, never a script.
      if (target.protocol !== 'https:' && target.protocol !== window.location.protocol)
        throw new Error('The provider’s page could not be opened. Please try again.')
      return target
    },
    onSuccess: (target) => window.location.assign(target),
  })
}
