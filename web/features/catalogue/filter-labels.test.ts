import { describe, expect, it } from 'vitest'
import { avoidableAllergens, filterChips, priceRangeLabel } from './filter-labels.ts'
import { noFilters } from './listing-filters.ts'

describe('the chips of active filters', () => {
  it('are none without a filter', () => {
    expect(filterChips(noFilters, 50)).toEqual([])
  })

  it('name each filter and the filters left without it', () => {
    const filters = { ...noFilters, category: 'Cakes', minPrice: 5, maxPrice: 20, by: 'pickup' as const, rating: 4 }
    expect(filterChips({ ...filters, on: '2026-11-28' }, 50)).toEqual([
      { label: 'Cakes', without: { category: null } },
      { label: '£5 - £20', without: { minPrice: null, maxPrice: null } },
      { label: 'Pickup', without: { by: null } },
      { label: 'Saturday 28 November', without: { on: null } },
      { label: '4 stars and up', without: { rating: null } },
    ])
  })

  it('say No nuts for tree nuts and peanuts together, and name each of them alone', () => {
    const labels = (avoid: typeof noFilters.avoid) => filterChips({ ...noFilters, avoid }, 50).map(({ label }) => label)
    expect(labels(['milk', 'nuts', 'almond', 'peanuts'])).toEqual(['No nuts', 'No milk', 'No almond'])
    expect(labels(['nuts'])).toEqual(['No tree nuts'])
    expect(filterChips({ ...noFilters, avoid: ['milk', 'nuts', 'peanuts'] }, 50)[0]?.without).toEqual({
      avoid: ['milk'],
    })
  })
})

describe('a price range', () => {
  it('ends at the slider’s maximum when it has no upper bound', () => {
    expect(priceRangeLabel({ ...noFilters, minPrice: 5.5 }, 45)).toBe('£5.50 - £45')
    expect(priceRangeLabel({ ...noFilters, maxPrice: 20 }, 45)).toBe('£0 - £20')
    expect(priceRangeLabel({ ...noFilters, minPrice: 60 }, 45)).toBe('£60 - £60')
  })
})

it('lists all 14 allergens in alphabetical order', () => {
  expect(avoidableAllergens).toHaveLength(14)
  expect(avoidableAllergens.map(({ label }) => label)).toEqual(
    avoidableAllergens.map(({ label }) => label).toSorted((one, other) => one.localeCompare(other)),
  )
})
