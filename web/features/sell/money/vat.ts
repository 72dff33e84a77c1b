/** The VAT registration of the member's shop, and the rates of its products. */
import { queryOptions, useMutation } from '@tanstack/react-query'
import { useMember } from '#features/account/auth'
import { sellerMoneyKeys } from '#keys/seller-money'
import { recipeKeys } from '#keys/seller-recipes'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { unwrap, unwrapOptional } from '#platform/unwrap.ts'

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
      const client = await app.supabase()
      const [registration, products] = await Promise.all([
        client
          .from('shop_vat')
          .select('registered_from, default_rate')
          .eq('shop_id', shopId)
          .abortSignal(signal)
          .maybeSingle(),
        client
          .from('products')
          .select('id, name, vat:product_vat_rates(rate)')
          .eq('shop_id', shopId)
          .order('name')
          .limit(mostProducts)
          .abortSignal(signal),
      ])
      return {
        registration: unwrapOptional(registration),
        products: unwrap(products).map(({ id, name, vat }) => ({ id, name, rate: vat?.rate ?? null })),
      }
    },
  })
}

const shows = (userId: string) => [sellerMoneyKeys.vat(userId), recipeKeys.all(userId)]
const failure = { title: 'The VAT settings could not be saved', description: 'Please try again.' }

export function useSaveRegistration(shopId: string) {
  const app = useApp()
  const { id: userId } = useMember()
  return useMutation({
    mutationFn: async (registration: VatRates['registration']) => {
      const client = await app.supabase()
      const table = client.from('shop_vat')
      unwrapOptional(
        registration === null
          ? await table.delete().eq('shop_id', shopId)
          : await table.upsert({ shop_id: shopId, ...registration }),
      )
    },
    meta: { success: { title: 'VAT settings saved' }, failure, invalidates: shows(userId) },
  })
}

export function useSaveProductRate() {
  const app = useApp()
  const { id: userId } = useMember()
  return useMutation({
    mutationFn: async ({ id, rate }: { id: string; rate: number | null }) => {
      const client = await app.supabase()
      const table = client.from('product_vat_rates')
      unwrapOptional(
        rate === null ? await table.delete().eq('product_id', id) : await table.upsert({ product_id: id, rate }),
      )
    },
    meta: { failure, invalidates: shows(userId) },
  })
}
