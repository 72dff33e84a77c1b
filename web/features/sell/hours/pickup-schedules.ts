/** Reads, adds, changes and deletes windows of a shop or of one product, for pickup or delivery. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Tables } from '#domain/database.generated'
import type { Fulfilment } from '#domain/pickup/hand-over'
import { productKeys } from '#keys/product'
import { sellerKeys } from '#keys/seller'
import { shopKeys } from '#keys/shop'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { messageFor } from '#platform/message-for.ts'
import { read } from '#platform/read.ts'
import { useWrite } from '#platform/use-write.ts'
import { toast } from '#ui/toast'
import type { Notice } from '#web/ui/toast-store.ts'
import type { PickupScheduleForm } from './pickup-schedule-form.ts'

/** The owner of windows. A product without its own uses its shop's. */
export type ScheduleOwner = ({ readonly shopId: string } | { readonly productId: string }) & {
  /** For pickup unless given. */
  readonly fulfilment?: Fulfilment
}

export type OwnedSchedule = Pick<
  Tables<'shop_pickup_schedules'>,
  'id' | 'day_of_week' | 'start_time' | 'end_time' | 'max_orders' | 'on_date' | 'is_posted'
>

export const fulfilmentOf = ({ fulfilment = 'pickup' }: ScheduleOwner): Fulfilment => fulfilment

const schedulesKey = (owner: ScheduleOwner) =>
  sellerKeys.pickupSchedules('shopId' in owner ? owner.shopId : owner.productId, fulfilmentOf(owner))

const showsSchedules = (owner: ScheduleOwner) => [
  schedulesKey(owner),
  'shopId' in owner ? shopKeys.all : productKeys.all,
]

const columns = 'id, day_of_week, start_time, end_time, max_orders, on_date, is_posted'

function pickupSchedulesQuery(app: AppContext, owner: ScheduleOwner) {
  return queryOptions({
    queryKey: schedulesKey(owner),
    queryFn: ({ signal }): Promise<OwnedSchedule[]> =>
      read(app, (client) => {
        const schedules =
          'shopId' in owner
            ? client.from('shop_pickup_schedules').select(columns).eq('shop_id', owner.shopId)
            : client.from('product_pickup_schedules').select(columns).eq('product_id', owner.productId)
        return schedules
          .eq('fulfilment', fulfilmentOf(owner))
          .order('on_date', { nullsFirst: true })
          .order('day_of_week')
          .order('start_time')
          .abortSignal(signal)
      }),
  })
}

export function usePickupSchedules(owner: ScheduleOwner) {
  return useQuery(pickupSchedulesQuery(useApp(), owner))
}

/** Adds all days in one statement, so that either every window is added or none. */
export function useAddSchedules(owner: ScheduleOwner) {
  const fulfilment = fulfilmentOf(owner)
  return useWrite({
    write: (client, form: PickupScheduleForm) => {
      const windows = form.daysOfWeek.map((day) => ({ ...windowOf(form), day_of_week: day, fulfilment }))
      return 'shopId' in owner
        ? client.from('shop_pickup_schedules').insert(windows.map((row) => ({ ...row, shop_id: owner.shopId })))
        : client
            .from('product_pickup_schedules')
            .insert(windows.map((row) => ({ ...row, product_id: owner.productId })))
    },
    onSuccess: (_, { daysOfWeek: { length } }) =>
      toast({
        title: length > 1 ? `${length} ${fulfilment} schedules added` : `${capital(fulfilment)} schedule added`,
      }),
    failure: 'shown',
    onError: (error, { daysOfWeek: { length } }) =>
      toast(addFailed(length, messageFor(error, 'Please try again.'), fulfilment)),
    invalidates: showsSchedules(owner),
  })
}

function windowOf({ startTime, endTime, maxOrders, onDate, isPosted }: PickupScheduleForm) {
  return { start_time: startTime, end_time: endTime, max_orders: maxOrders, on_date: onDate, is_posted: isPosted }
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

export function addFailed(days: number, description: string, fulfilment: Fulfilment): Notice {
  const title = days > 1 ? `Failed to add ${fulfilment} schedules` : `Failed to add ${fulfilment} schedule`
  return { title, description, variant: 'destructive' }
}

/** Changes the hours and the limit of a window. Orders that are booked keep theirs. */
export function useChangeSchedule(owner: ScheduleOwner) {
  return useWrite({
    write: (client, { id, form }: { id: string; form: PickupScheduleForm }) => {
      const { start_time, end_time, max_orders } = windowOf(form)
      const changed = { start_time, end_time, max_orders }
      return 'shopId' in owner
        ? client.from('shop_pickup_schedules').update(changed).eq('id', id)
        : client.from('product_pickup_schedules').update(changed).eq('id', id)
    },
    success: { title: `${capital(fulfilmentOf(owner))} schedule changed` },
    failure: { title: `Failed to change ${fulfilmentOf(owner)} schedule`, description: 'Please try again.' },
    invalidates: showsSchedules(owner),
  })
}

/** Deleting a window that no longer exists succeeds. */
export function useDeleteSchedule(owner: ScheduleOwner) {
  return useWrite({
    write: (client, id: string) => {
      const schedules =
        'shopId' in owner ? client.from('shop_pickup_schedules') : client.from('product_pickup_schedules')
      return schedules.delete().eq('id', id)
    },
    success: { title: `${capital(fulfilmentOf(owner))} schedule deleted` },
    failure: { title: `Failed to delete ${fulfilmentOf(owner)} schedule.` },
    invalidates: showsSchedules(owner),
  })
}
