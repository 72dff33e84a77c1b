/** The seller's products by name, for controls that choose some of them. */
import type { QueryData } from '@supabase/supabase-js'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMember } from '#features/account/auth'
import { sellerProductKeys } from '#keys/seller-products'
import { type AppContext, type Backend, useApp } from '#platform/app-context.ts'
import { read } from '#platform/read.ts'

/** As many as a list to choose from can show. */
const shown = 1_000

function selectOwn(client: Backend, userId: string) {
  return client
    .from('products')
    .select('id, name, category, product_type, status, is_listed, shop:shops!inner()')
    .eq('shop.user_id', userId)
    .order('name')
    .order('id')
    .limit(shown)
}

export type ChoosableProduct = Omit<QueryData<ReturnType<typeof selectOwn>>[number], 'shop'>

export function choosableProductsQuery(app: AppContext, userId: string) {
  return queryOptions({
    queryKey: sellerProductKeys.byName(userId),
    queryFn: ({ signal }): Promise<readonly ChoosableProduct[]> =>
      read(app, (client) => selectOwn(client, userId).abortSignal(signal)),
  })
}

const all = () => true

/** The products that can be chosen. None while they are loaded. */
export function useChoosableProducts(
  canBeChosen: (product: ChoosableProduct) => boolean = all,
): readonly ChoosableProduct[] {
  const { data = [] } = useQuery(choosableProductsQuery(useApp(), useMember().id))
  return data.filter(canBeChosen)
}
