/** The signed-in member's address book. */

import type { QueryData } from '@supabase/supabase-js'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Place } from '#domain/distance'
import { type AddressForm, addressCountry } from '#domain/forms/address-form'
import { findAddressPlace } from '#features/place'
import { type AppContext, type Backend, useApp } from '#platform/app-context.ts'
import { unwrap, unwrapOptional } from '#platform/unwrap.ts'

const columns =
  'id, full_name, address_line1, address_line2, city, postal_code, country, phone, is_default, lat, lon' as const

function selectAddresses(client: Backend, userId: string) {
  return client
    .from('user_addresses')
    .select(columns)
    .eq('user_id', userId)
    .order('is_default', { ascending: false })
    .order('created_at')
}

export type Address = QueryData<ReturnType<typeof selectAddresses>>[number]

/** The default address comes first. */
export function addressesQuery(app: AppContext, userId: string) {
  return queryOptions({
    queryKey: ['me', userId, 'addresses'],
    queryFn: async ({ signal }): Promise<Address[]> =>
      unwrap(await selectAddresses(await app.supabase(), userId).abortSignal(signal)),
  })
}

export function useAddresses(userId: string) {
  return useQuery(addressesQuery(useApp(), userId))
}

export interface AddressToSave {
  form: AddressForm
  /** Its coordinates, or null if unknown. */
  place: Place | null
  /** The id of the address to replace; absent for a new one. */
  id?: string | undefined
}

export async function saveAddress(
  app: AppContext,
  userId: string,
  { form, place, id }: AddressToSave,
): Promise<Address> {
  const table = (await app.supabase()).from('user_addresses')
  const row = {
    full_name: form.fullName,
    address_line1: form.addressLine1,
    address_line2: form.addressLine2,
    city: form.city,
    postal_code: form.postalCode,
    country: addressCountry,
    phone: form.phone,
    is_default: form.isDefault,
    lat: place?.lat ?? null,
    lon: place?.lon ?? null,
  }
  const query = id === undefined ? table.insert({ user_id: userId, ...row }) : table.update(row).eq('id', id)
  const saved: Address = unwrap(await query.select(columns).single())
  await invalidate(app, userId)
  return saved
}

/** The previous default loses its mark. */
export async function makeDefault(app: AppContext, userId: string, id: string): Promise<void> {
  const table = (await app.supabase()).from('user_addresses')
  unwrap(await table.update({ is_default: true }).eq('id', id).select('id').single())
  await invalidate(app, userId)
}

/** Orders keep a copy of their delivery address. */
export async function deleteAddress(app: AppContext, userId: string, id: string): Promise<void> {
  const table = (await app.supabase()).from('user_addresses')
  unwrapOptional(await table.delete().eq('id', id))
  await invalidate(app, userId)
}

function invalidate(app: AppContext, userId: string): Promise<void> {
  return app.queryClient.invalidateQueries({ queryKey: addressesQuery(app, userId).queryKey })
}

export async function savePlace(app: AppContext, userId: string, { id }: Address, { lat, lon }: Place): Promise<void> {
  const client = await app.supabase()
  unwrapOptional(await client.from('user_addresses').update({ lat, lon }).eq('id', id))
  await invalidate(app, userId)
}

/** Finds and saves the coordinates of an address that has none, if its postcode or town is known. */
export async function locateAddress(app: AppContext, userId: string, address: Address): Promise<void> {
  if (address.lat !== null) return
  const query = { postalCode: address.postal_code, city: address.city }
  const place = await findAddressPlace(query, app.config.hasGeocoder ?? false)
  if (place) await savePlace(app, userId, address, place)
}

/** The lines of an envelope, without the name. */
export function addressLines({
  address_line1: first,
  address_line2: second,
  city,
  postal_code: postcode,
}: Pick<Address, 'address_line1' | 'address_line2' | 'city' | 'postal_code'>): readonly string[] {
  return [first, second, `${city} ${postcode}`].flatMap((line) => line || [])
}
