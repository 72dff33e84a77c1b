/** The chosen place for components: while hydrating the one the server rendered for, then always the current one. */
import { useSyncExternalStore } from 'react'
import type { ChosenPlace } from '#domain/chosen-place'
import { useApp } from '#web/app/app-context.ts'

export function usePlace(): ChosenPlace {
  const { place } = useApp()
  return useSyncExternalStore(place.subscribe, place.current, place.initial)
}
