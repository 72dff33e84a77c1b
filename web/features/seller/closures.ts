/** Reads, adds and deletes closures of the seller's own shop. */

import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { londonTime } from '#domain/calendar'
import type { ClosureForm } from '#domain/forms/closure-form'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { unwrap, unwrapOptional } from '#platform/unwrap.ts'

export interface OwnedClosure {
  readonly id: string
  readonly from_date: string
  readonly to_date: string
  readonly note: string | null
}

/** Current and future closures; past ones are left out. */
export function closuresQuery(app: AppContext, shopId: string) {
  return queryOptions({
    queryKey: ['closures', shopId],
    queryFn: async ({ signal }): Promise<OwnedClosure[]> => {
      const client = await app.supabase()
      return unwrap(
        await client
          .from('shop_closures')
          .select('id, from_date, to_date, note')
          .eq('shop_id', shopId)
          .gte('to_date', londonTime(new Date()).date)
          .order('from_date')
          .abortSignal(signal),
      )
    },
  })
}

export function useClosures(shopId: string) {
  return useQuery(closuresQuery(useApp(), shopId))
}

export function useAddClosure(shopId: string) {
  return useClosureChange(shopId, async (app, { fromDate, toDate, note }: ClosureForm) => {
    const client = await app.supabase()
    unwrapOptional(
      await client.from('shop_closures').insert({ shop_id: shopId, from_date: fromDate, to_date: toDate, note }),
    )
  })
}

/** Deleting a closure that no longer exists succeeds. */
export function useDeleteClosure(shopId: string) {
  return useClosureChange(shopId, async (app, id: string) => {
    const client = await app.supabase()
    unwrapOptional(await client.from('shop_closures').delete().eq('id', id))
  })
}

function useClosureChange<Change>(shopId: string, change: (app: AppContext, change: Change) => Promise<void>) {
  const app = useApp()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (wanted: Change) => change(app, wanted),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: ['shop'] })
      void queryClient.invalidateQueries({ queryKey: ['product'] })
      return queryClient.invalidateQueries({ queryKey: closuresQuery(app, shopId).queryKey })
    },
  })
}
