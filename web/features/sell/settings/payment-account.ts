/** The shop's account with the payment provider: its state, and a link to the provider's own pages. */
import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { sellerKeys } from '#keys/seller'
import type { AppContext } from '#platform/app-context.ts'
import { callFunction } from '#platform/call-function.ts'
import { useWrite } from '#platform/use-write.ts'

const accountSchema = z.object({
  provider: z.enum(['stripe', 'test']),
  account: z
    .object({
      details_submitted: z.boolean(),
      charges_enabled: z.boolean(),
      payouts_enabled: z.boolean(),
      /** Outstanding requirements, as named by the provider. */
      due: z.array(z.string()),
    })
    .nullable(),
})
export type PaymentAccount = z.infer<typeof accountSchema>

const pageSchema = z.object({ url: z.string() })

const pollIntervalMs = 10_000

type Account = NonNullable<PaymentAccount['account']>

export const isReady = (account: Account) =>
  account.charges_enabled && account.payouts_enabled && account.due.length === 0

/** Nothing is due from the seller, but charges or payouts are not enabled yet. */
export const isBeingChecked = (account: Account) =>
  account.details_submitted && account.due.length === 0 && !isReady(account)

/** The account's current state at the provider, whose own pages can change it at any time. */
export function paymentAccountQuery(app: AppContext, userId: string) {
  return queryOptions({
    queryKey: sellerKeys.paymentAccount(userId),
    queryFn: () => callFunction(app, 'payment-account', { action: 'refresh' }, accountSchema),
    // The page's loader runs a moment before it renders.
    staleTime: 2_000,
    // The provider's check usually takes seconds.
    refetchInterval: ({ state: { data } }) => (data?.account && isBeingChecked(data.account) ? pollIntervalMs : false),
  })
}

/** Opens the provider's page for onboarding, or for payouts once the account is ready. */
export function useOpenPaymentAccount() {
  return useWrite({
    run: async (app) => {
      const { url } = await callFunction(app, 'payment-account', { action: 'open' }, pageSchema)
      const target = new URL(url, window.location.href)
      // Refuses `javascript:` and other URLs that are not pages.
      if (target.protocol !== 'https:' && target.protocol !== window.location.protocol)
        throw new Error(`Not a page of the provider: ${target.protocol}`)
      return target
    },
    onSuccess: (target) => window.location.assign(target),
    failure: { title: 'The page could not be opened', description: 'Please try again.' },
  })
}
