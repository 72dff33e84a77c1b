/** The household as it is stored: in localStorage, and switched off for a visit in sessionStorage. */
import { emptyHousehold, fitFilter, type Household, hasNeeds, readHousehold } from '#domain/food/household'
import type { HouseholdState, HouseholdStore } from '#platform/app-context.ts'
import { createStore } from '#platform/create-store.ts'
import { createBrowserValue, type StoredValue } from '#platform/stored-value.ts'
import { toast } from '#ui/toast'
import { householdKey } from './storage-keys.ts'

const offKey = 'tuckbox-household-off'

export function createStoredHousehold(): HouseholdStore {
  return storedHousehold(
    createBrowserValue({
      key: householdKey,
      read: readHousehold,
      onSaveFailed: () =>
        toast({
          title: 'Your household is saved in this tab only',
          description:
            'This browser’s storage is full or switched off. What you avoid will be forgotten when you close the tab.',
        }),
    }),
    tabStorage(),
  )
}

type TabStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export function storedHousehold(stored: StoredValue<Household>, tab: TabStorage | null): HouseholdStore {
  const state = createStore(stateOf(stored.current(), tab?.getItem(offKey) === 'yes'))
  stored.subscribe(() => state.set(stateOf(stored.current(), state.current().isOff)))
  return {
    current: state.current,
    initial: state.current,
    subscribe: state.subscribe,
    load: () => Promise.resolve(),
    loadIfSaved: () => Promise.resolve(),
    change: stored.change,
    setOff(isOff) {
      try {
        if (isOff) tab?.setItem(offKey, 'yes')
        else tab?.removeItem(offKey)
      } catch {
        // Without storage it is switched off until the page is left.
      }
      state.set(stateOf(stored.current(), isOff))
    },
  }
}

function stateOf(people: Household, isOff: boolean): HouseholdState {
  const active = isOff || !hasNeeds(people) ? emptyHousehold : people
  return { people, isOff, active, fit: fitFilter(active), hasNeeds: hasNeeds(people) }
}

/** Accessing sessionStorage throws where the browser forbids storage. */
function tabStorage(): TabStorage | null {
  try {
    return window.sessionStorage
  } catch {
    return null
  }
}
