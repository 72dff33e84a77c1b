/** The pictures of the shop's newest products on sale. */
import { queryOptions } from '@tanstack/react-query'
import { shareKeys } from '#keys/share'
import type { AppContext } from '#platform/app-context.ts'
import { read } from '#platform/read.ts'

const most = 3

export function shopPicturesQuery(app: AppContext, shopId: string) {
  return queryOptions({
    queryKey: shareKeys.pictures(shopId),
    queryFn: async ({ signal }): Promise<string[]> => {
      const products = await read(app, (client) =>
        client
          .from('products')
          .select('image')
          .eq('shop_id', shopId)
          .eq('status', 'active')
          // Pictures of other sites cannot be drawn. They are imported soon after they are added.
          .not('image', 'is', null)
          .not('image', 'ilike', 'http%')
          .order('created_at', { ascending: false })
          .limit(most)
          .abortSignal(signal),
      )
      return products.flatMap(({ image }) => image ?? [])
    },
  })
}
