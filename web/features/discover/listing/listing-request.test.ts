import { expect, it } from 'vitest'
import { noFilters } from '#features/discover/filters'
import { listingRequest } from './listing-request.ts'

it('asks for kitchens without what is avoided, by filters and by the household', () => {
  const place = { label: 'London', lat: 51.5, lon: -0.1, radiusMiles: 10 }
  const avoidOf = (filters: Partial<typeof noFilters>, avoid: readonly string[] = []) =>
    listingRequest({}, { filters: { ...noFilters, ...filters }, sort: 'relevance', pages: 1 }, place, {
      avoid,
      diets: [],
    }).avoid
  expect(avoidOf({ avoid: ['walnut', 'nuts'] })).toEqual(['walnut', 'nuts'])
  expect(avoidOf({ avoid: ['walnut', 'nuts'], kitchen: 'without' })).toEqual(['walnut', 'nuts', 'kitchen:nuts'])
  expect(avoidOf({ kitchen: 'without' }, ['contains:wheat', 'milk'])).toEqual([
    'contains:wheat',
    'milk',
    'kitchen:gluten',
    'kitchen:milk',
  ])
  expect(avoidOf({ kitchen: 'without' })).toBeUndefined()
  expect(
    listingRequest({}, { filters: { ...noFilters, kitchen: 'without' }, sort: 'relevance', pages: 1 }, place, {
      avoid: [],
      diets: [],
    }),
  ).not.toHaveProperty('kitchen')
})
