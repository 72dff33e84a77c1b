/** The chosen place for components. During hydration it is the place that the server rendered for. */
import { useSyncExternalStore } from 'react'
import type { ChosenPlace } from '#domain/locations/chosen-place'
import { useApp } from '#platform/app-context.ts'

export function usePlace(): ChosenPlace {
  const { place } = useApp()
  return useSyncExternalStore(place.subscribe, place.current, place.initial)
}
