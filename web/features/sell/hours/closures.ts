/** Reads, adds and deletes closures of the seller's own shop. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Tables } from '#domain/database.generated'
import { londonTime } from '#domain/values/calendar'
import { useMember } from '#features/account/auth'
import { productKeys } from '#keys/product'
import { sellerKeys } from '#keys/seller'
import { shopKeys } from '#keys/shop'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { read } from '#platform/read.ts'
import { useWrite } from '#platform/use-write.ts'
import type { ClosureForm } from './closure-form.ts'

export type OwnedClosure = Pick<Tables<'shop_closures'>, 'id' | 'from_date' | 'to_date' | 'note'>

/** Current and future closures of the member's shop; past ones are left out. */
function closuresQuery(app: AppContext, userId: string) {
  return queryOptions({
    queryKey: sellerKeys.closures(userId),
    queryFn: ({ signal }): Promise<OwnedClosure[]> =>
      read(app, (client) =>
        client
          .from('shop_closures')
          .select('id, from_date, to_date, note, shop:shops!inner()')
          .eq('shop.user_id', userId)
          .gte('to_date', londonTime(app.clock.now()).date)
          .order('from_date')
          .abortSignal(signal),
      ),
  })
}

export function useClosures() {
  return useQuery(closuresQuery(useApp(), useMember().id))
}

export function useAddClosure(shopId: string) {
  const { id: userId } = useMember()
  return useWrite({
    write: (client, { fromDate, toDate, note }: ClosureForm) =>
      client.from('shop_closures').insert({ shop_id: shopId, from_date: fromDate, to_date: toDate, note }),
    success: { title: 'Closure added' },
    failure: { title: 'The closure could not be added', description: 'Please try again.' },
    invalidates: showsClosures(userId),
  })
}

/** Deleting a closure that no longer exists succeeds. */
export function useDeleteClosure() {
  const { id: userId } = useMember()
  return useWrite({
    write: (client, id: string) => client.from('shop_closures').delete().eq('id', id),
    success: { title: 'Closure deleted' },
    failure: { title: 'The closure could not be deleted', description: 'Please try again.' },
    invalidates: showsClosures(userId),
  })
}

const showsClosures = (userId: string) => [sellerKeys.closures(userId), shopKeys.all, productKeys.all]
