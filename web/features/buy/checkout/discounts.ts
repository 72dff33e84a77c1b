/** Looks up the discount codes that the buyer has entered. */
import { queryOptions, skipToken, useQueries } from '@tanstack/react-query'
import { z } from 'zod'
import type { ShopChoice } from '#domain/checkout/checkout'
import { type Discount, discountSchema } from '#domain/checkout/discount'
import { useMember } from '#features/account/auth'
import { checkoutKeys } from '#keys/checkout'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { messageFor } from '#platform/message-for.ts'
import { read } from '#platform/read.ts'

const foundSchema = z.union([
  z.object({ code: discountSchema }).transform(({ code }) => ({ discount: code, refusal: null })),
  z.object({ refusal: z.string() }).transform(({ refusal }) => ({ discount: null, refusal })),
])

/** A wrong code counts towards a limit, so it is looked up once. */
function discountQuery(app: AppContext, userId: string, shopId: string, code: string) {
  return queryOptions({
    queryKey: checkoutKeys.discount(userId, shopId, code),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnWindowFocus: false,
    queryFn:
      code === ''
        ? skipToken
        : async ({ signal }) =>
            foundSchema.parse(
              await read(app, (client) =>
                client.rpc('check_discount_code', { shop_id: shopId, code }).abortSignal(signal),
              ),
            ),
  })
}

/** The state of the code that is entered for a shop. */
export interface EnteredCode {
  readonly discount: Discount | null
  /** Why there is no discount. */
  readonly refusal: string | null
  readonly isLoading: boolean
}

/** One per shop. */
export function useDiscounts(
  choices: readonly { shopId: string; choice: Pick<ShopChoice, 'code' | 'vouchers'> }[],
): readonly EnteredCode[] {
  const app = useApp()
  const { id: userId } = useMember()
  const queries = choices.map(({ shopId, choice }) => discountQuery(app, userId, shopId, choice.code))
  return useQueries({ queries }).map(({ data, error, isLoading }) => ({
    discount: data?.discount ?? null,
    refusal: data?.refusal ?? (error && messageFor(error, 'The code could not be checked. Please try again.')),
    isLoading,
  }))
}
