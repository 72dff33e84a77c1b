/** The drops of the member's own shop: reading, saving, copying, deleting. */
import type { QueryData } from '@supabase/supabase-js'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMember } from '#features/account/auth'
import { dropKeys } from '#keys/drops'
import { productKeys } from '#keys/product'
import { type AppContext, type Backend, useApp } from '#platform/app-context.ts'
import { read } from '#platform/read.ts'
import { useWrite } from '#platform/use-write.ts'
import { type DropFormOutput, toDropRecord } from './drop-form.ts'

function selectOwn(client: Backend, userId: string) {
  return client
    .from('drops')
    .select(
      `id, title, description, opens_at, cut_off, max_per_buyer, is_published, shop:shops!inner(),
      items:drop_items(id, product_id, stock, taken, max_per_buyer, product:products(name)),
      slots:drop_slots(fulfilment, on_date, start_time, end_time, max_orders)`,
    )
    .eq('shop.user_id', userId)
    .order('opens_at', { ascending: false })
    .order('position', { referencedTable: 'items' })
    .order('on_date', { referencedTable: 'slots' })
    .order('start_time', { referencedTable: 'slots' })
    .limit(300)
}

export type OwnDrop = QueryData<ReturnType<typeof selectOwn>>[number]

export function ownDropsQuery(app: AppContext, userId: string) {
  return queryOptions({
    queryKey: dropKeys.own(userId),
    queryFn: ({ signal }): Promise<readonly OwnDrop[]> =>
      read(app, (client) => selectOwn(client, userId).abortSignal(signal)),
  })
}

export function useOwnDrops() {
  return useQuery(ownDropsQuery(useApp(), useMember().id))
}

const shows = (userId: string) => [dropKeys.own(userId), dropKeys.all, productKeys.all]

export function useSaveDrop(id: string | null) {
  const { id: userId } = useMember()
  return useWrite({
    run: (app, { form, isPublished }: { form: DropFormOutput; isPublished: boolean }) =>
      read(app, (client) => client.rpc('save_drop', { drop: toDropRecord(form, id, isPublished) })),
    success: { title: 'Drop saved' },
    failure: { title: 'The drop could not be saved', description: 'Please try again.' },
    invalidates: shows(userId),
  })
}

export function useDuplicateDrop() {
  const { id: userId } = useMember()
  return useWrite({
    run: (app, id: string) => read(app, (client) => client.rpc('duplicate_drop', { drop_id: id })),
    success: { title: 'Drop copied', description: 'The copy is a draft.' },
    failure: { title: 'The drop could not be copied', description: 'Please try again.' },
    invalidates: shows(userId),
  })
}

export function useDeleteDrop() {
  const { id: userId } = useMember()
  return useWrite({
    write: (client, id: string) => client.from('drops').delete().eq('id', id),
    success: { title: 'Drop deleted' },
    failure: { title: 'The drop could not be deleted', description: 'Please try again.' },
    invalidates: shows(userId),
  })
}
