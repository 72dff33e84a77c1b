/** The lead time, closures and pickup days of a product, for its seller. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ShopDays } from '#domain/agreed-day'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { unwrap } from '#platform/unwrap.ts'
import { messageKeys } from './keys.ts'

function shopDaysQuery(app: AppContext, productId: string) {
  return queryOptions({
    queryKey: messageKeys.shopDays(productId),
    queryFn: async ({ signal }): Promise<(ShopDays & { isDeclared: boolean }) | null> => {
      const client = await app.supabase()
      const products = client
        .from('products')
        .select(
          `lead_time_days, available_for_pickup, allergens_declared, own:product_pickup_schedules(day_of_week),
          shop:shops!inner(windows:shop_pickup_schedules(day_of_week), closures:shop_closures(from_date, to_date))`,
        )
        .eq('id', productId)
      const [product] = unwrap(await products.abortSignal(signal))
      if (!product) return null
      const windows = product.own.length > 0 ? product.own : product.shop.windows
      return {
        leadTimeDays: product.lead_time_days,
        closures: product.shop.closures,
        isForPickup: product.available_for_pickup,
        pickupDays: windows.map(({ day_of_week: day }) => day),
        isDeclared: product.allergens_declared,
      }
    },
  })
}

/** Undefined while loading. */
export function useShopDays(productId: string) {
  return useQuery(shopDaysQuery(useApp(), productId)).data
}
