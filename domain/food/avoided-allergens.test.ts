import { describe, expect, it } from 'vitest'
import { avoidableAllergens, withAvoided } from './avoided-allergens.ts'

describe('avoided allergens', () => {
  it('are added and removed, several at once', () => {
    expect(withAvoided(['milk'], ['nuts', 'peanuts'], true)).toEqual(['milk', 'nuts', 'peanuts'])
    expect(withAvoided(['milk', 'nuts', 'peanuts'], ['nuts', 'peanuts'], false)).toEqual(['milk'])
  })
})

it('lists all 14 allergens in alphabetical order', () => {
  expect(avoidableAllergens).toHaveLength(14)
  expect(avoidableAllergens.map(({ label }) => label)).toEqual(
    avoidableAllergens.map(({ label }) => label).toSorted((one, other) => one.localeCompare(other)),
  )
})
