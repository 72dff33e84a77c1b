import { describe, expect, it } from 'vitest'
import { listingSorts, maxPages, readListingChoice, withPages, withSort } from './listing-choice.ts'
import { noFilters } from './listing-filters.ts'

function read(search: string) {
  return readListingChoice(new URLSearchParams(search))
}

describe('readListingChoice', () => {
  it('starts with the first page by relevance', () => {
    expect(read('')).toEqual({ filters: noFilters, sort: 'relevance', pages: 1 })
  })

  it('reads filters, order and pages', () => {
    expect(read('sort=price_low&page=3&by=pickup')).toEqual({
      filters: { ...noFilters, by: 'pickup' },
      sort: 'price_low',
      pages: 3,
    })
  })

  it.each(['page=0', 'page=-1', 'page=1.5', 'page=NaN', 'page=', 'page=x', 'sort=drop table'])(
    'takes %s for the beginning',
    (search) => {
      expect(read(search)).toEqual({ filters: noFilters, sort: 'relevance', pages: 1 })
    },
  )

  it('never asks for more pages than a visitor could have opened', () => {
    expect(read('page=1000000').pages).toBe(maxPages)
  })
})

it('offers every order of the market', () => {
  expect(listingSorts).toEqual(['relevance', 'price_low', 'price_high', 'rating', 'nearest', 'newest'])
})

describe('addresses', () => {
  it('keep what else they say, and begin anew when re-sorted', () => {
    const parameters = new URLSearchParams('q=cake&sort=newest&page=4')
    expect(withSort(parameters, 'price_low').toString()).toBe('q=cake&sort=price_low')
    expect(withSort(parameters, 'relevance').toString()).toBe('q=cake')
    expect(withPages(parameters, 5).toString()).toBe('q=cake&sort=newest&page=5')
  })
})
