/** The VAT registration of the member's shop, and the rates of its products. */
import { queryOptions } from '@tanstack/react-query'
import { useMember } from '#features/account/auth'
import { sellerMoneyKeys } from '#keys/seller-money'
import { recipeKeys } from '#keys/seller-recipes'
import type { AppContext } from '#platform/app-context.ts'
import { read, readOptional } from '#platform/read.ts'
import { useWrite } from '#platform/use-write.ts'

export interface VatRates {
  /** Null while the shop is not registered. */
  readonly registration: { readonly registered_from: string; readonly default_rate: number } | null
  /** A product without a rate of its own has the shop's. */
  readonly products: readonly { readonly id: string; readonly name: string; readonly rate: number | null }[]
}

/** More products than this keep the shop's rate. */
const mostProducts = 500

export function vatQuery(app: AppContext, userId: string, shopId: string) {
  return queryOptions({
    queryKey: sellerMoneyKeys.vat(userId),
    queryFn: async ({ signal }): Promise<VatRates> => {
      const [registration, products] = await Promise.all([
        readOptional(app, (client) =>
          client
            .from('shop_vat')
            .select('registered_from, default_rate')
            .eq('shop_id', shopId)
            .abortSignal(signal)
            .maybeSingle(),
        ),
        read(app, (client) =>
          client
            .from('products')
            .select('id, name, vat:product_vat_rates(rate)')
            .eq('shop_id', shopId)
            .order('name')
            .limit(mostProducts)
            .abortSignal(signal),
        ),
      ])
      return { registration, products: products.map(({ id, name, vat }) => ({ id, name, rate: vat?.rate ?? null })) }
    },
  })
}

const shows = (userId: string) => [sellerMoneyKeys.vat(userId), recipeKeys.all(userId)]
const failure = { title: 'The VAT settings could not be saved', description: 'Please try again.' }

export function useSaveRegistration(shopId: string) {
  const { id: userId } = useMember()
  return useWrite({
    write: (client, registration: VatRates['registration']) => {
      const table = client.from('shop_vat')
      return registration === null
        ? table.delete().eq('shop_id', shopId)
        : table.upsert({ shop_id: shopId, ...registration })
    },
    success: { title: 'VAT settings saved' },
    failure,
    invalidates: shows(userId),
  })
}

export function useSaveProductRate() {
  const { id: userId } = useMember()
  return useWrite({
    write: (client, { id, rate }: { id: string; rate: number | null }) => {
      const table = client.from('product_vat_rates')
      return rate === null ? table.delete().eq('product_id', id) : table.upsert({ product_id: id, rate })
    },
    failure,
    invalidates: shows(userId),
  })
}
