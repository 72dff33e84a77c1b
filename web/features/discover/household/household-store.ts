/**
 * The household in the browser. Its code is loaded only where somebody has saved one, and until then the store has
 * nobody in it.
 */
import type { HouseholdState, HouseholdStore } from '#platform/app-context.ts'
import { createStore } from '#platform/create-store.ts'
import { loadText } from '#platform/stored-text.ts'
import { householdKey } from './storage-keys.ts'

const nobody: HouseholdState = {
  people: [],
  active: [],
  fit: { avoid: [], diets: [] },
  hasNeeds: false,
  isOff: false,
}

/** On the server nobody is known, so that a page is the same for every visitor. */
export function createServerHouseholdStore(): HouseholdStore {
  return createHouseholdStore(() => Promise.reject(new Error('The server has no household')))
}

export function createBrowserHouseholdStore(): HouseholdStore {
  const store = createHouseholdStore(async () => (await import('./stored-household.ts')).createStoredHousehold())
  // Another tab has saved the first person.
  window.addEventListener('storage', ({ key }) => {
    if (key === householdKey) void store.load()
  })
  return store
}

function createHouseholdStore(loadStored: () => Promise<HouseholdStore>): HouseholdStore {
  const state = createStore(nobody)
  let stored: HouseholdStore | null = null

  async function load(): Promise<void> {
    if (stored) return
    const loaded = await loadStored()
    stored ??= loaded
    const follow = () => state.set(loaded.current())
    loaded.subscribe(follow)
    follow()
  }

  return {
    current: state.current,
    initial: () => nobody,
    subscribe: state.subscribe,
    load,
    loadIfSaved: () => ((loadText(householdKey) ?? '[]') === '[]' ? Promise.resolve() : load()),
    change: (next) => stored?.change(next),
    setOff: (isOff) => stored?.setOff(isOff),
  }
}
