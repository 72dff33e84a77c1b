/** Reads and writes how many orders a shop takes a day, and how far ahead and until when it takes them. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Tables } from '#domain/database.generated'
import { sellerKeys } from '#keys/seller'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { read, readOptional } from '#platform/read.ts'
import { useWrite } from '#platform/use-write.ts'
import type { BookingRules } from './booking-rules-form.ts'
import type { DayLimitForm } from './day-limit-form.ts'

export type DayLimit = Pick<
  Tables<'shop_day_limits'>,
  'id' | 'category' | 'product_id' | 'day_of_week' | 'on_date' | 'max_orders'
> & { readonly product: { readonly name: string } | null }

function dayLimitsQuery(app: AppContext, shopId: string) {
  return queryOptions({
    queryKey: sellerKeys.dayLimits(shopId),
    queryFn: ({ signal }): Promise<readonly DayLimit[]> =>
      read(app, (client) =>
        client
          .from('shop_day_limits')
          .select('id, category, product_id, day_of_week, on_date, max_orders, product:products(name)')
          .eq('shop_id', shopId)
          .order('on_date', { nullsFirst: true })
          .order('day_of_week', { nullsFirst: true })
          .abortSignal(signal),
      ),
  })
}

export function useDayLimits(shopId: string) {
  return useQuery(dayLimitsQuery(useApp(), shopId))
}

export function useAddDayLimit(shopId: string) {
  return useWrite({
    write: (client, limit: DayLimitForm) => client.from('shop_day_limits').insert({ ...limit, shop_id: shopId }),
    success: { title: 'Limit added' },
    failure: { title: 'The limit could not be added', description: 'Please try again.' },
    invalidates: [sellerKeys.dayLimits(shopId)],
  })
}

/** Deleting a limit that no longer exists succeeds. */
export function useDeleteDayLimit(shopId: string) {
  return useWrite({
    write: (client, id: string) => client.from('shop_day_limits').delete().eq('id', id),
    success: { title: 'Limit deleted' },
    failure: { title: 'The limit could not be deleted', description: 'Please try again.' },
    invalidates: [sellerKeys.dayLimits(shopId)],
  })
}

/** A shop without a row has these. */
const defaultRules: BookingRules = { horizon_days: 14, pickup_cutoff_hours: null, delivery_cutoff_hours: null }

function bookingRulesQuery(app: AppContext, shopId: string) {
  return queryOptions({
    queryKey: sellerKeys.bookingRules(shopId),
    queryFn: async ({ signal }): Promise<BookingRules> => {
      const rules = await readOptional(app, (client) =>
        client
          .from('shop_booking_rules')
          .select('horizon_days, pickup_cutoff_hours, delivery_cutoff_hours')
          .eq('shop_id', shopId)
          .abortSignal(signal)
          .maybeSingle(),
      )
      return rules ?? defaultRules
    },
  })
}

export function useBookingRules(shopId: string) {
  return useQuery(bookingRulesQuery(useApp(), shopId))
}

export function useSaveBookingRules(shopId: string) {
  return useWrite({
    write: (client, rules: BookingRules) => client.from('shop_booking_rules').upsert({ ...rules, shop_id: shopId }),
    success: { title: 'Booking rules saved' },
    failure: { title: 'The booking rules could not be saved', description: 'Please try again.' },
    invalidates: [sellerKeys.bookingRules(shopId)],
  })
}
