/** Reads, adds and deletes weekly pickup windows of a shop or of one product. */

import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { PickupScheduleForm } from '#domain/forms/pickup-schedule-form'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { unwrap, unwrapOptional } from '#platform/unwrap.ts'

/** The owner of pickup windows. A product without its own uses its shop's. */
export type ScheduleOwner = { readonly shopId: string } | { readonly productId: string }

export interface OwnedSchedule {
  readonly id: string
  readonly day_of_week: number
  readonly start_time: string
  readonly end_time: string
  readonly max_orders: number | null
}

const columns = 'id, day_of_week, start_time, end_time, max_orders'

export function pickupSchedulesQuery(app: AppContext, owner: ScheduleOwner) {
  return queryOptions({
    queryKey: ['pickup-schedules', owner],
    queryFn: async ({ signal }): Promise<OwnedSchedule[]> => {
      const client = await app.supabase()
      const schedules =
        'shopId' in owner
          ? client.from('shop_pickup_schedules').select(columns).eq('shop_id', owner.shopId)
          : client.from('product_pickup_schedules').select(columns).eq('product_id', owner.productId)
      return unwrap(await schedules.order('day_of_week').order('start_time').abortSignal(signal))
    },
  })
}

export function usePickupSchedules(owner: ScheduleOwner) {
  return useQuery(pickupSchedulesQuery(useApp(), owner))
}

/** Adds all days in one statement, so that either every window is added or none. */
export function useAddSchedules(owner: ScheduleOwner) {
  return useScheduleChange(owner, async (app, { daysOfWeek, startTime, endTime, maxOrders }: PickupScheduleForm) => {
    const client = await app.supabase()
    const windows = daysOfWeek.map((day) => ({
      day_of_week: day,
      start_time: startTime,
      end_time: endTime,
      max_orders: maxOrders,
    }))
    const response =
      'shopId' in owner
        ? await client.from('shop_pickup_schedules').insert(windows.map((row) => ({ ...row, shop_id: owner.shopId })))
        : await client
            .from('product_pickup_schedules')
            .insert(windows.map((row) => ({ ...row, product_id: owner.productId })))
    unwrapOptional(response)
  })
}

/** Deleting a window that no longer exists succeeds. */
export function useDeleteSchedule(owner: ScheduleOwner) {
  return useScheduleChange(owner, async (app, id: string) => {
    const client = await app.supabase()
    const schedules = 'shopId' in owner ? client.from('shop_pickup_schedules') : client.from('product_pickup_schedules')
    unwrapOptional(await schedules.delete().eq('id', id))
  })
}

function useScheduleChange<Change>(owner: ScheduleOwner, change: (app: AppContext, change: Change) => Promise<void>) {
  const app = useApp()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (wanted: Change) => change(app, wanted),
    // Refetches after a failure too, since another tab may have made the change. The button stays busy until the list
    // is current.
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: ['shopId' in owner ? 'shop' : 'product'] })
      return queryClient.invalidateQueries({ queryKey: pickupSchedulesQuery(app, owner).queryKey })
    },
  })
}
