import { expect, it, vi } from 'vitest'
import type { Household } from '#domain/food/household'
import { readHousehold } from '#domain/food/household'
import { createStoredValue } from '#platform/stored-value.ts'
import { createServerHouseholdStore } from './household-store.ts'
import { storedHousehold } from './stored-household.ts'

function memoryStorage(texts: Record<string, string> = {}) {
  const stored = new Map(Object.entries(texts))
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  }
}

const daughter = {
  id: '0b8a0b5e-7f4e-4f57-9b61-2f6f3c1f0a11',
  name: 'My daughter',
  avoid_contains: [],
  avoid_traces: ['nuts'],
  avoid_others: [],
  diets: [],
} as const satisfies Household[number]

function createStore(people: Household, tab = memoryStorage()) {
  const storage = memoryStorage({ household: JSON.stringify(people) })
  return storedHousehold(createStoredValue({ key: 'household', read: readHousehold, storage }), tab)
}

it('has people whom food must fit, until it is switched off for the visit', () => {
  const tab = memoryStorage()
  const store = createStore([daughter], tab)
  expect(store.current().active).toEqual([daughter])
  const listener = vi.fn()
  store.subscribe(listener)
  store.setOff(true)
  expect(listener).toHaveBeenCalled()
  expect(store.current()).toMatchObject({ active: [], people: [daughter], isOff: true })
  // After a reload of the tab.
  expect(createStore([daughter], tab).current().active).toEqual([])
  store.setOff(false)
  expect(createStore([daughter], tab).current().active).toEqual([daughter])
})

it('asks nothing of food while nobody avoids anything', () => {
  const store = createStore([{ ...daughter, avoid_traces: [] }])
  expect(store.current().active).toEqual([])
  store.change(() => [daughter])
  expect(store.current().active).toEqual([daughter])
})

it('begins with nobody during hydration, as on the server', () => {
  expect(createServerHouseholdStore().initial()).toMatchObject({ people: [], active: [], hasNeeds: false })
})

it('is switched off for the page where the browser forbids storage', () => {
  const tab = {
    ...memoryStorage(),
    setItem: () => {
      throw new Error('full')
    },
  }
  const store = createStore([daughter], tab)
  store.setOff(true)
  expect(store.current().isOff).toBe(true)
})
