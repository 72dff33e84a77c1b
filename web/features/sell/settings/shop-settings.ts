/** Reads and saves a shop's settings. A save never overwrites changes from another tab. */
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { shopCategories } from '#domain/catalogue/categories'
import type { Tables } from '#domain/database.generated'
import { useMember } from '#features/account/auth'
import { type OwnShop, ownShopColumns, ownShopQuery } from '#features/sell/own-shop'
import { sellerKeys } from '#keys/seller'
import { shopKeys } from '#keys/shop'
import type { AppContext } from '#platform/app-context.ts'
import { readOptional } from '#platform/read.ts'
import { unwrapOptional } from '#platform/unwrap.ts'
import { useWrite } from '#platform/use-write.ts'
import type { PickupPlace, ShopSettingsForm, shopSettingsForm } from './shop-form.ts'
import { shopRecord } from './shop-record.ts'

/** The pickup address; only the shop's owner can read this row. */
type PickupPlaceRow = Pick<
  Tables<'shop_pickup_places'>,
  'address_line1' | 'address_line2' | 'city' | 'postal_code' | 'instructions'
>

export interface ShopSettings {
  readonly shop: OwnShop
  readonly pickupPlace: PickupPlaceRow | null
}

export type ShopSettingsValues = z.input<typeof shopSettingsForm>

/** Never cached, because the form must start from the saved values. Null if there is no shop. */
export function shopSettingsQuery(app: AppContext, userId: string) {
  return queryOptions({
    queryKey: sellerKeys.settings(userId),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    queryFn: () => readShopSettings(app, userId),
  })
}

async function readShopSettings(app: AppContext, userId: string): Promise<ShopSettings | null> {
  const shop: OwnShop | null = await readOptional(app, (client) =>
    client.from('shops').select(ownShopColumns).eq('user_id', userId).maybeSingle(),
  )
  if (!shop) return null
  const columns = 'address_line1, address_line2, city, postal_code, instructions'
  const pickupPlace: PickupPlaceRow | null = await readOptional(app, (client) =>
    client.from('shop_pickup_places').select(columns).eq('shop_id', shop.id).maybeSingle(),
  )
  return { shop, pickupPlace }
}

export function settingsValues({ shop, pickupPlace }: ShopSettings): ShopSettingsValues {
  return {
    shopName: shop.name,
    description: shop.description,
    category: categoryOf(shop),
    logo: shop.logo,
    bannerImage: shop.banner_image,
    town: {
      text: shop.town ?? '',
      place: shop.lat === null || shop.lon === null ? null : { lat: shop.lat, lon: shop.lon },
    },
    deliveryRadiusMiles: shop.delivery_radius_miles === null ? '' : String(shop.delivery_radius_miles),
    foodRegistration: shop.record?.food_registration ?? '',
    hygieneRating: shop.hygiene_rating ?? '',
    pickupPlace: {
      addressLine1: pickupPlace?.address_line1 ?? '',
      addressLine2: pickupPlace?.address_line2 ?? '',
      city: pickupPlace?.city ?? '',
      postalCode: pickupPlace?.postal_code ?? '',
      instructions: pickupPlace?.instructions ?? '',
    },
  }
}

function categoryOf({ category }: OwnShop): ShopSettingsValues['category'] {
  const known = shopCategories.find((name) => name === category)
  if (!known) throw new Error(`Not a category of shops: ${category}`)
  return known
}

export const shopUpdateFailed = {
  title: 'Shop update failed',
  description: 'Unable to update shop information.',
  coversOutage: true,
} as const

export interface ShopSave {
  /** The version that the form started from. */
  readonly base: ShopSettings
  readonly form: ShopSettingsForm
}

export type ShopSaveOutcome =
  | { readonly saved: OwnShop }
  /** Nothing was saved, because the shop was changed elsewhere. Null if the shop no longer exists. */
  | { readonly latest: ShopSettings | null }

/** @param onShopSaved called before the pickup address is saved; if that fails, the next attempt starts from this shop */
export function useSaveShop(onShopSaved: (shop: OwnShop, before: ShopSettings) => void) {
  const { id: userId } = useMember()
  return useWrite({
    run: async (app, { base, form }: ShopSave): Promise<ShopSaveOutcome> => {
      const saved = await saveShop(app, userId, base.shop, form)
      if (!saved) return { latest: await readShopSettings(app, userId) }
      refreshSavedShop(app, userId, saved)
      onShopSaved(saved, base)
      await savePickupPlace(app, saved.id, form.pickupPlace)
      return { saved }
    },
    failure: shopUpdateFailed,
  })
}

/**
 * Saves the shop's own fields, provided that the row is still the version the form started from.
 * @returns the saved shop, or null if it has been changed elsewhere since
 */
async function saveShop(
  app: AppContext,
  userId: string,
  { id, slug, updated_at }: OwnShop,
  form: ShopSettingsForm,
): Promise<OwnShop | null> {
  const client = await app.supabase()
  const saved: OwnShop | null = unwrapOptional(
    await client
      .from('shops')
      .update({
        ...shopRecord({ id, userId, slug }, form),
        ...form.town,
        delivery_radius_miles: form.deliveryRadiusMiles,
        hygiene_rating: form.hygieneRating,
      })
      .eq('id', id)
      .eq('updated_at', updated_at)
      .select(ownShopColumns)
      .maybeSingle(),
  )
  if (!saved?.record) return null
  const food_registration = form.foodRegistration
  unwrapOptional(await client.from('shop_records').update({ food_registration }).eq('shop_id', id))
  return { ...saved, record: { ...saved.record, food_registration } }
}

/** Call after `saveShop`: its check of `updated_at` also protects the pickup address from overwriting. */
async function savePickupPlace(app: AppContext, shopId: string, place: PickupPlace | null): Promise<void> {
  const places = (await app.supabase()).from('shop_pickup_places')
  const response = place
    ? await places.upsert({
        shop_id: shopId,
        address_line1: place.addressLine1,
        address_line2: place.addressLine2,
        city: place.city,
        postal_code: place.postalCode,
        instructions: place.instructions,
      })
    : await places.delete().eq('shop_id', shopId)
  unwrapOptional(response)
}

function refreshSavedShop(app: AppContext, userId: string, shop: OwnShop): void {
  app.queryClient.setQueryData(ownShopQuery(app, userId).queryKey, shop)
  // Removed, not invalidated: the next page would otherwise first show the old values.
  app.queryClient.removeQueries({ queryKey: shopKeys.all })
  // Every card of its products shows the shop's name and place.
  void app.queryClient.invalidateQueries()
}
