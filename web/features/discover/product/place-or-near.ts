/** The place that a search has named, with the chosen radius, or else the chosen place. */
import type { ChosenPlace } from '#domain/locations/chosen-place'
import { useNear } from '#features/discover/listing'
import { usePlace } from '#features/discover/location'

export function usePlaceOrNear(): ChosenPlace {
  return { ...usePlace(), ...useNear()?.place }
}
