/** The household for components. On the server and during hydration it is empty; the real one follows in the same frame. */
import { useSyncExternalStore } from 'react'
import type { Household } from '#domain/household'
import { type HouseholdState, useApp } from '#platform/app-context.ts'

export function useHousehold(): HouseholdState {
  const { household } = useApp()
  return useSyncExternalStore(household.subscribe, household.current, household.initial)
}

/** The people whom food must fit; nobody while it is switched off. */
export function useActiveHousehold(): Household {
  return useHousehold().active
}
