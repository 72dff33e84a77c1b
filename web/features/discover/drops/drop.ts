/** A drop with its items, and the member's place in its queue. */
import type { QueryData } from '@supabase/supabase-js'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { isUuid } from '#domain/values/ids'
import { useUserId } from '#features/account/auth'
import { dropKeys } from '#keys/drops'
import { type AppContext, type Backend, useApp } from '#platform/app-context.ts'
import { read, readOptional } from '#platform/read.ts'

function selectDrop(client: Backend, id: string) {
  return client
    .from('drops')
    .select(
      `id, title, description, opens_at, cut_off, max_per_buyer, is_published, 
      shop:shops!inner(id, name, slug, logo, kitchen:shop_kitchens(handles, shares_equipment)),
      slots:drop_slots(fulfilment, on_date, start_time, end_time),
      items:drop_items(id, stock, taken, max_per_buyer,
        product:products(id, name, image, price, description, ingredients, allergens, required_allergens, option_allergens, diets, is_listed, allergens_declared,
          variations:product_variations(name), option_groups:product_option_groups(id), questions:product_questions(is_required)))`,
    )
    .eq('id', id)
    .order('position', { referencedTable: 'items' })
    .order('on_date', { referencedTable: 'slots' })
    .order('start_time', { referencedTable: 'slots' })
}

export type Drop = QueryData<ReturnType<typeof selectDrop>>[number]
export type DropItem = Drop['items'][number]

const stockPollMs = 15_000

/** Null if it does not exist, or is not published. */
export function dropQuery(app: AppContext, id: string) {
  return queryOptions({
    queryKey: dropKeys.one(id),
    refetchInterval: stockPollMs,
    queryFn: ({ signal }) => fetchDrop(app, id, signal),
  })
}

async function fetchDrop(app: AppContext, id: string, signal: AbortSignal): Promise<Drop | null> {
  if (!isUuid(id)) return null
  return readOptional(app, (client) => selectDrop(client, id).abortSignal(signal).maybeSingle())
}

/** The first HTML is rendered for visitors. Its owner fetches once more, because it may be a draft. */
export function useDrop(id: string) {
  const app = useApp()
  const userId = useUserId()
  const publicQuery = useQuery(dropQuery(app, id))
  const isMissing = publicQuery.data === null
  const ownQuery = useQuery({
    queryKey: dropKeys.ownOne(userId, id),
    queryFn: ({ signal }) => fetchDrop(app, id, signal),
    enabled: isMissing && userId !== null,
  })
  return isMissing && ownQuery.data ? ownQuery : publicQuery
}

const place = z.object({
  state: z.enum(['early', 'waiting', 'admitted', 'ended', 'ordered']),
  place: z.number().nullable(),
  admitted_until: z.string().nullable(),
  left: z.number(),
  ask_again_seconds: z.number(),
})

export type QueuePlace = z.infer<typeof place>

export async function enterDrop(app: AppContext, id: string, again = false): Promise<QueuePlace> {
  return place.parse(await read(app, (client) => client.rpc('enter_drop', { drop_id: id, again })))
}

/** Joins the queue, and polls at the interval of the response, also in a tab in the background. */
export function useQueuePlace(id: string, isNeeded: boolean) {
  const app = useApp()
  const userId = useUserId()
  return useQuery({
    queryKey: dropKeys.queue(userId, id),
    enabled: isNeeded && userId !== null,
    staleTime: 0,
    gcTime: 0,
    refetchIntervalInBackground: true,
    refetchInterval: ({ state: { data } }) =>
      data === undefined || data.state === 'early' || data.state === 'waiting'
        ? (data?.ask_again_seconds ?? 5) * 1000
        : false,
    queryFn: () => enterDrop(app, id),
  })
}
