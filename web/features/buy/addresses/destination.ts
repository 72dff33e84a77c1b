/** A delivery address as the destination that fees and ranges are computed for. */
import { useQuery } from '@tanstack/react-query'
import type { Destination } from '#domain/delivery/delivery-terms'
import { findAddressPlace } from '#features/discover/location'
import { addressKeys } from '#keys/addresses'
import { useApp } from '#platform/app-context.ts'
import type { Address } from './address-book.ts'

/** An address without coordinates gets those of its postcode or town, which are saved with the order. */
export function useDestination(address: Address | undefined): Destination {
  const app = useApp()
  const query = { postalCode: address?.postal_code ?? '', city: address?.city ?? '' }
  const isMissing = address !== undefined && address.lat === null
  const { data: found = null } = useQuery({
    queryKey: addressKeys.placeOf(query),
    queryFn: () => findAddressPlace(query, app.config.hasGeocoder ?? false),
    enabled: isMissing,
  })
  if (!address) return { place: null, postcode: null }
  const { lat, lon } = address
  return { place: lat === null || lon === null ? found : { lat, lon }, postcode: address.postal_code }
}
