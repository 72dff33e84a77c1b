import { describe, expect, it } from 'vitest'
import {
  alsoAvoiding,
  avoidsAll,
  describeHousehold,
  emptyHousehold,
  hasNeeds,
  householdChanges,
  mergeHouseholds,
  newMe,
  type Person,
  readHousehold,
  withEdited,
  withPerson,
} from './household.ts'
import { withFilter } from './with-filter.ts'

const person = (name: string, needs: Partial<Person> = {}): Person => ({
  id: crypto.randomUUID(),
  name,
  avoid_contains: [],
  avoid_traces: [],
  avoid_others: [],
  diets: [],
  ...needs,
})
const me = person('Me', { avoid_contains: ['milk'], diets: ['vegan'] })
const daughter = person('My daughter', { avoid_traces: ['nuts', 'peanuts'] })

it('joins the filters of a listing to the household, without what it avoids already', () => {
  const filtered = withFilter(emptyHousehold, ['nuts', 'milk'])
  expect(filtered.map(({ name, avoid_traces }) => [name, avoid_traces])).toEqual([['Me', ['nuts', 'milk']]])
  expect(withFilter(filtered, ['nuts'])).toBe(filtered)
  expect(withFilter(filtered, ['eggs', 'milk'])).toHaveLength(2)
})

describe('a stored household', () => {
  it('is read as it was written', () => {
    expect(readHousehold(JSON.stringify([me, daughter]))).toEqual([me, daughter])
  })

  it('loses what cannot be read, and keeps the stricter of two levels', () => {
    const odd = { ...me, avoid_contains: ['milk', 'gravel', 7], avoid_traces: ['milk'], diets: ['paleo', 'vegan'] }
    expect(readHousehold(JSON.stringify([odd, { name: 'No id' }, null, 3]))).toEqual([
      { ...me, avoid_contains: [], avoid_traces: ['milk'] },
    ])
    for (const text of [null, 'nonsense', '{}']) expect(readHousehold(text)).toEqual([])
  })

  it('is described with everybody’s needs', () => {
    expect(describeHousehold([daughter, me, person('Anna')])).toBe('nuts (my daughter) · milk, vegan (me)')
    expect([hasNeeds([person('Anna')]), hasNeeds([me])]).toEqual([false, true])
  })
})

describe('what a search says, kept for a person', () => {
  it('is avoided with its traces, and not at two levels', () => {
    const stricter = alsoAvoiding(me, ['milk', 'nuts'])
    expect(stricter).toEqual({ ...me, avoid_contains: [], avoid_traces: ['milk', 'nuts'] })
    expect(alsoAvoiding(newMe(), ['nuts', 'peanuts'])).toMatchObject({ name: 'Me', avoid_traces: ['nuts', 'peanuts'] })
  })

  it('replaces that person, or adds a new one', () => {
    const changed = alsoAvoiding(daughter, ['eggs'])
    expect(withPerson([me, daughter], changed)).toEqual([me, changed])
    expect(withPerson([me], changed)).toEqual([me, changed])
  })

  it('is known already if somebody avoids all of it, at either level or with its group', () => {
    expect(avoidsAll([me, daughter], ['milk', 'nuts'])).toBe(true)
    expect(avoidsAll([daughter], ['walnut'])).toBe(true)
    expect(avoidsAll([daughter], ['nuts', 'milk'])).toBe(false)
    expect(avoidsAll([person('Anna', { avoid_traces: ['walnut'] })], ['nuts'])).toBe(false)
  })
})

describe('merging with the account', () => {
  it('takes what changed elsewhere, and keeps what changed here', () => {
    const here = { ...me, diets: [] }
    const there = { ...daughter, avoid_others: ['kiwi'] }
    expect(mergeHouseholds({ base: [me, daughter], local: [here, daughter], remote: [me, there] })).toEqual([
      here,
      there,
    ])
  })

  it('keeps the allergens that two devices have added to the same person', () => {
    const here = { ...daughter, avoid_traces: ['nuts', 'peanuts', 'sesame'] as const, avoid_others: ['kiwi'] }
    const there = { ...daughter, avoid_contains: ['milk'] as const, avoid_others: ['mango'], diets: ['vegan'] as const }
    const both = {
      ...daughter,
      avoid_contains: ['milk'],
      avoid_traces: ['nuts', 'peanuts', 'sesame'],
      avoid_others: ['mango', 'kiwi'],
      diets: ['vegan'],
    }
    expect(mergeHouseholds({ base: [daughter], local: [here], remote: [there] })).toEqual([both])
  })

  it('removes an allergen only where one device has removed it', () => {
    const here = { ...daughter, avoid_traces: ['peanuts'] as const }
    const there = { ...daughter, avoid_traces: ['nuts', 'peanuts', 'eggs'] as const }
    expect(mergeHouseholds({ base: [daughter], local: [here], remote: [there] })).toEqual([
      { ...daughter, avoid_traces: ['eggs', 'peanuts'] },
    ])
  })

  it('makes an allergen milder only where one device has done so', () => {
    const milder = { ...daughter, avoid_contains: ['nuts'] as const, avoid_traces: ['peanuts'] as const }
    const renamed = { ...daughter, name: 'Mia' }
    expect(mergeHouseholds({ base: [daughter], local: [milder], remote: [renamed] })).toEqual([
      { ...milder, name: 'Mia' },
    ])
    expect(mergeHouseholds({ base: [milder], local: [milder], remote: [daughter] })).toEqual([daughter])
  })

  it('keeps an allergen that arrives while the form of the person is open', () => {
    const arrived = { ...daughter, avoid_contains: ['milk'] as const }
    const edited = { ...daughter, avoid_traces: ['peanuts'] as const, avoid_others: ['kiwi'] }
    expect(withEdited([arrived], daughter, edited)).toEqual([{ ...edited, avoid_contains: ['milk'] }])
    expect(withEdited([], undefined, me)).toEqual([me])
  })

  it('keeps a person who was removed here and given another allergen elsewhere', () => {
    const there = { ...daughter, avoid_contains: ['milk'] as const }
    expect(mergeHouseholds({ base: [daughter], local: [], remote: [there] })).toEqual([there])
  })

  it('loses no food when two long lists become one', () => {
    const foods = (first: number) => Array.from({ length: 10 }, (_, n) => `food ${first + n}`)
    const visitors = person('my daughter', { avoid_others: foods(0) })
    const [joined] = mergeHouseholds({
      base: [],
      local: [visitors],
      remote: [{ ...daughter, avoid_others: foods(10) }],
    })
    expect(joined?.avoid_others).toHaveLength(20)
  })

  it('removes who was removed elsewhere, and does not bring back who was removed here', () => {
    expect(mergeHouseholds({ base: [me, daughter], local: [me, daughter], remote: [me] })).toEqual([me])
    expect(mergeHouseholds({ base: [me, daughter], local: [me], remote: [me, daughter] })).toEqual([me])
  })

  it('joins a visitor’s person with the account’s of the same name, the stricter way', () => {
    const visitors = person('my daughter', { avoid_contains: ['nuts', 'milk'], avoid_others: ['kiwi'] })
    expect(mergeHouseholds({ base: [], local: [visitors], remote: [daughter] })).toEqual([
      { ...daughter, avoid_contains: ['milk'], avoid_others: ['kiwi'] },
    ])
  })

  it('changes nothing if both are equal', () => {
    const local = [me]
    expect(mergeHouseholds({ base: [me], local, remote: [{ ...me }] })).toBe(local)
  })

  it('sends only differences', () => {
    const changed = { ...me, name: 'Mum' }
    expect(householdChanges([me, daughter], [changed])).toEqual({ saved: [changed], removed: [daughter] })
    expect(householdChanges([me], [me])).toEqual({ saved: [], removed: [] })
  })
})
