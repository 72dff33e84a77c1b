/** The signed-in member's address book. */
import type { QueryData } from '@supabase/supabase-js'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type AddressForm, addressCountry } from '#domain/locations/address-form'
import type { Place } from '#domain/locations/distance'
import { useMember } from '#features/account/auth'
import { findAddressPlace, findTownPlace, questionPostcode } from '#features/discover/location'
import { addressKeys } from '#keys/addresses'
import { type AppContext, type Backend, useApp } from '#platform/app-context.ts'
import { MessageError } from '#platform/message-for.ts'
import { read } from '#platform/read.ts'
import { QueryError, unwrap, unwrapOptional } from '#platform/unwrap.ts'
import { useWrite } from '#platform/use-write.ts'
import { toast } from '#ui/toast'

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
    queryKey: addressKeys.all(userId),
    queryFn: ({ signal }): Promise<Address[]> =>
      read(app, (client) => selectAddresses(client, userId).abortSignal(signal)),
  })
}

export function useAddresses() {
  return useQuery(addressesQuery(useApp(), useMember().id))
}

export interface AddressToSave {
  form: AddressForm
  /** The id of the address to replace; absent for a new one. */
  id?: string | undefined
  /** The nearest town as typed; null if it has not been asked for. */
  town: string | null
  /** The question about the postcode that the member has seen, and saves the address nevertheless. */
  seenQuestion: string | null
}

/**
 * `questioned`: the postcode may not belong to the town. `town-needed`: neither postcode nor town gave coordinates.
 * `town-unknown`: nor did the nearest town.
 */
export type SaveOutcome =
  | { kind: 'saved'; address: Address }
  | { kind: 'questioned'; question: string }
  | { kind: 'town-needed' | 'town-unknown' }

const saveFailed = { title: 'Error', description: 'Failed to save address. Please try again.' }

export function useSaveAddress() {
  const { id: userId } = useMember()
  const app = useApp()
  return useWrite({
    run: async (_app, { form, id, town, seenQuestion }: AddressToSave): Promise<SaveOutcome> => {
      const question = await questionPostcode(form)
      if (question !== null && question !== seenQuestion) return { kind: 'questioned', question }
      const found = await findAddressPlace(form, app.config.hasGeocoder ?? false)
      const place = found ?? (town ? await findTownPlace(town) : null)
      if (!place && town === null) return { kind: 'town-needed' }
      if (!place && town) return { kind: 'town-unknown' }
      return { kind: 'saved', address: await saveAddress(app, userId, form, place, id) }
    },
    failure: saveFailed,
    onSuccess: async ({ kind }) => {
      if (kind !== 'saved') return
      toast({ title: 'Address saved', description: 'Your shipping address has been saved successfully.' })
      await refetchAddresses(app, userId)
    },
  })
}

async function saveAddress(
  app: AppContext,
  userId: string,
  form: AddressForm,
  place: Place | null,
  id: string | undefined,
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
  try {
    return unwrap(await query.select(columns).single())
  } catch (error) {
    const isSignedOut = error instanceof QueryError && error.status === 401
    throw isSignedOut ? new MessageError('You must be logged in to save an address.', { cause: error }) : error
  }
}

/** The previous default loses its mark. */
export function useMakeDefault() {
  const { id: userId } = useMember()
  const app = useApp()
  return useWrite({
    write: (client, id: string) =>
      client.from('user_addresses').update({ is_default: true }).eq('id', id).select('id').single(),
    failure: saveFailed,
    onSuccess: () => refetchAddresses(app, userId),
  })
}

/** Orders keep a copy of their delivery address. */
export function useDeleteAddress() {
  const { id: userId } = useMember()
  return useWrite({
    write: (client, id: string) => client.from('user_addresses').delete().eq('id', id),
    success: { title: 'Address deleted' },
    failure: { title: 'Error', description: 'The address could not be deleted. Please try again.' },
    invalidates: [addressKeys.all(userId)],
  })
}

/** Awaited, because a checkout chooses the new address from the list. */
function refetchAddresses({ queryClient }: AppContext, userId: string): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: addressKeys.all(userId) })
}

/** @param town the nearest town as typed */
export function useSaveTown(address: Address) {
  const { id: userId } = useMember()
  return useWrite({
    run: async (app, town: string): Promise<'saved' | 'town-unknown'> => {
      const place = await findTownPlace(town)
      if (!place) return 'town-unknown'
      await savePlace(app, userId, address, place)
      return 'saved'
    },
    failure: saveFailed,
  })
}

async function savePlace(app: AppContext, userId: string, { id }: Address, { lat, lon }: Place): Promise<void> {
  const client = await app.supabase()
  unwrapOptional(await client.from('user_addresses').update({ lat, lon }).eq('id', id))
  await refetchAddresses(app, userId)
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
