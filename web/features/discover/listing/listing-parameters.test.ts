import { describe, expect, it } from 'vitest'
import { noFilters } from '#features/discover/filters'
import { listingSorts, maxPages, readListingParameters, withPages, withSort } from './listing-parameters.ts'
import { shopSorts } from './shop-sorts.ts'

function read(search: string) {
  return readListingParameters(new URLSearchParams(search))
}

describe('readListingParameters', () => {
  it('defaults to the first page by relevance', () => {
    expect(read('')).toEqual({ filters: noFilters, sort: 'relevance', pages: 1 })
  })

  it('reads filters, order and pages', () => {
    expect(read('sort=price_low&page=3&by=pickup')).toEqual({
      filters: { ...noFilters, fulfilment: 'pickup' },
      sort: 'price_low',
      pages: 3,
    })
  })

  it.each(['page=0', 'page=-1', 'page=1.5', 'page=NaN', 'page=', 'page=x', 'sort=drop table'])(
    'treats %s as the default',
    (search) => {
      expect(read(search)).toEqual({ filters: noFilters, sort: 'relevance', pages: 1 })
    },
  )

  it('limits the number of pages', () => {
    expect(read('page=1000000').pages).toBe(maxPages)
  })
})

it('lists every order', () => {
  expect(listingSorts).toEqual(['relevance', 'price_low', 'price_high', 'rating', 'nearest', 'newest'])
})

it('lists no order by distance for a shop, whose products are all in one place', () => {
  expect(shopSorts).toEqual(['relevance', 'price_low', 'price_high', 'rating', 'newest'])
  expect(readListingParameters(new URLSearchParams('sort=nearest'), shopSorts).sort).toBe('relevance')
})

describe('URL parameters', () => {
  it('keep other parameters, and return to the first page with another order', () => {
    const parameters = new URLSearchParams('q=cake&sort=newest&page=4')
    expect(withSort(parameters, 'price_low').toString()).toBe('q=cake&sort=price_low')
    expect(withSort(parameters, 'relevance').toString()).toBe('q=cake')
    expect(withPages(parameters, 5).toString()).toBe('q=cake&sort=newest&page=5')
  })
})
