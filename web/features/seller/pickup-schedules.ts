/** Reads, adds and deletes weekly pickup windows of a shop or of one product. */
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import type { Tables } from '#domain/database.generated'
import type { PickupScheduleForm } from '#domain/forms/pickup-schedule-form'
import { productKeys } from '#keys/product'
import { shopKeys } from '#keys/shop'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { messageFor } from '#platform/message-for.ts'
import { unwrap, unwrapOptional } from '#platform/unwrap.ts'
import { toast } from '#ui/toast'
import type { Notice } from '#web/ui/toast-store.ts'
import { sellerKeys } from './keys.ts'

/** The owner of pickup windows. A product without its own uses its shop's. */
export type ScheduleOwner = { readonly shopId: string } | { readonly productId: string }

export type OwnedSchedule = Pick<
  Tables<'shop_pickup_schedules'>,
  'id' | 'day_of_week' | 'start_time' | 'end_time' | 'max_orders'
>

const schedulesKey = (owner: ScheduleOwner) =>
  sellerKeys.pickupSchedules('shopId' in owner ? owner.shopId : owner.productId)

const showsSchedules = (owner: ScheduleOwner) => [
  schedulesKey(owner),
  'shopId' in owner ? shopKeys.all : productKeys.all,
]

const columns = 'id, day_of_week, start_time, end_time, max_orders'

export function pickupSchedulesQuery(app: AppContext, owner: ScheduleOwner) {
  return queryOptions({
    queryKey: schedulesKey(owner),
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
  const app = useApp()
  return useMutation({
    mutationFn: async ({ daysOfWeek, startTime, endTime, maxOrders }: PickupScheduleForm) => {
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
    },
    onSuccess: (_, { daysOfWeek: { length } }) =>
      toast({ title: length > 1 ? `${length} pickup schedules added` : 'Pickup schedule added' }),
    onError: (error, { daysOfWeek: { length } }) => toast(addFailed(length, messageFor(error, 'Please try again.'))),
    meta: { invalidates: showsSchedules(owner) },
  })
}

export function addFailed(days: number, description: string): Notice {
  const title = days > 1 ? 'Failed to add pickup schedules' : 'Failed to add pickup schedule'
  return { title, description, variant: 'destructive' }
}

/** Deleting a window that no longer exists succeeds. */
export function useDeleteSchedule(owner: ScheduleOwner) {
  const app = useApp()
  return useMutation({
    mutationFn: async (id: string) => {
      const client = await app.supabase()
      const schedules =
        'shopId' in owner ? client.from('shop_pickup_schedules') : client.from('product_pickup_schedules')
      unwrapOptional(await schedules.delete().eq('id', id))
    },
    meta: {
      success: { title: 'Pickup schedule deleted' },
      failure: { title: 'Failed to delete pickup schedule.' },
      invalidates: showsSchedules(owner),
    },
  })
}
