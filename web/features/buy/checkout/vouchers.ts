/** Looks up the gift vouchers that the buyer has entered. */
import { queryOptions, useQueries } from '@tanstack/react-query'
import { z } from 'zod'
import type { ShopChoice } from '#domain/checkout/checkout'
import type { VoucherBalance } from '#domain/checkout/voucher'
import { toPence } from '#domain/values/money'
import { useMember } from '#features/account/auth'
import { checkoutKeys } from '#keys/checkout'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { messageFor } from '#platform/message-for.ts'
import { read } from '#platform/read.ts'

const foundSchema = z.union([
  z.object({ voucher: z.object({ balance: z.number(), expires_on: z.string() }) }).transform(({ voucher }) => ({
    found: { balancePence: toPence(voucher.balance), expiresOn: voucher.expires_on },
    refusal: null,
  })),
  z.object({ refusal: z.string() }).transform(({ refusal }) => ({ found: null, refusal })),
])

/** A wrong code counts towards a limit. The balance changes with every order, so it is looked up again by each visit of the page. */
function voucherQuery(app: AppContext, userId: string, shopId: string, code: string) {
  return queryOptions({
    queryKey: checkoutKeys.voucher(userId, shopId, code),
    staleTime: 60_000,
    retry: false,
    refetchOnWindowFocus: false,
    queryFn: async ({ signal }) =>
      foundSchema.parse(
        await read(app, (client) => client.rpc('check_discount_code', { shop_id: shopId, code }).abortSignal(signal)),
      ),
  })
}

/** The state of a voucher that is entered for a shop. */
export interface EnteredVoucher {
  readonly code: string
  readonly found: VoucherBalance | null
  /** Why it cannot be used. */
  readonly refusal: string | null
  readonly isLoading: boolean
}

/** The vouchers of each shop. */
export function useVouchers(
  choices: readonly { shopId: string; choice: Pick<ShopChoice, 'code' | 'vouchers'> }[],
): readonly (readonly EnteredVoucher[])[] {
  const app = useApp()
  const { id: userId } = useMember()
  const entered = choices.flatMap(({ shopId, choice }) => choice.vouchers.map((code) => ({ shopId, code })))
  const queries = useQueries({ queries: entered.map(({ shopId, code }) => voucherQuery(app, userId, shopId, code)) })
  const vouchers = entered.map(({ shopId, code }, index) => {
    const query = queries[index]
    const failure = query?.error
      ? messageFor(query.error, 'The gift voucher could not be checked. Please try again.')
      : null
    const refusal = query?.data?.refusal ?? failure
    return { shopId, code, found: query?.data?.found ?? null, refusal, isLoading: query?.isLoading ?? false }
  })
  return choices.map((of) => vouchers.filter(({ shopId }) => shopId === of.shopId))
}
