/** The chosen place for components. During hydration it is the place that the server rendered for. */

import type { ChosenPlace } from '#domain/locations/chosen-place'
import { useApp } from '#platform/app-context.ts'
import { useStore } from '#platform/create-store.ts'

export function usePlace(): ChosenPlace {
  const { place } = useApp()
  return useStore(place)
}
