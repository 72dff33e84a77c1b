/** What else the shop of a product sells: near the shopper in the same way, and in the same order. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type ProductSummary, selectSummaries } from '#features/catalogue'
import { type AppContext, useApp } from '#web/app/app-context.ts'
import { unwrap } from '#web/app/unwrap.ts'

/** One row of the grid. */
const mostRelated = 4

interface Subject {
  readonly id: string
  readonly category: string | null
  readonly shop: { readonly id: string }
}

/** Those of the same category first, then the newest. */
export function relatedQuery(app: AppContext, { id, category, shop }: Subject) {
  return queryOptions({
    queryKey: ['related', id],
    queryFn: async ({ signal }): Promise<readonly ProductSummary[]> => {
      const others = selectSummaries(await app.supabase())
        .eq('shop_id', shop.id)
        .neq('id', id)
        .order('created_at', { ascending: false })
        .limit(24)
      const found: ProductSummary[] = unwrap(await others.abortSignal(signal))
      const rank = (other: ProductSummary) => (other.category === category ? 0 : 1)
      return found.toSorted((one, other) => rank(one) - rank(other)).slice(0, mostRelated)
    },
  })
}

export function useRelated(product: Subject): readonly ProductSummary[] {
  return useQuery(relatedQuery(useApp(), product)).data ?? []
}
