import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countFilters, filterChips, noFilters, priceRangeLabel, readFilters, withFilters } from './listing-filters.ts'

function read(search: string) {
  return readFilters(new URLSearchParams(search))
}

const everything =
  'category=Cakes&min=5&max=20&avoid=nuts%2Cpeanuts&kitchen=without&by=pickup&on=2026-11-28&at=morning&rating=4'

describe('filters in a URL', () => {
  it('are unset without parameters', () => {
    expect(read('')).toEqual(noFilters)
    expect(read('q=cake&sort=newest&page=3&utm_source=x')).toEqual(noFilters)
  })

  it('are all read', () => {
    expect(read(everything)).toEqual({
      ...noFilters,
      category: 'Cakes',
      min_price: 5,
      max_price: 20,
      avoid: ['nuts', 'peanuts'],
      kitchen: 'without',
      fulfilment: 'pickup',
      available_on: '2026-11-28',
      part_of_day: 'morning',
      min_rating: 4,
    })
  })

  it('swap a price range that is upside down', () => {
    expect(read('min=20&max=5')).toMatchObject({ min_price: 5, max_price: 20 })
  })

  it.each([
    'min=-5',
    'min=NaN',
    'max=Infinity',
    'max=1e9',
    'min=',
    'min=%00',
    'avoid=',
    'avoid=gravel,NUTS,__proto__',
    'by=drone',
    'kitchen=with',
    'on=2026-02-31',
    'on=tomorrow',
    'on=2026-13-01',
    'on=0000-00-00',
    'on=0000-01-01',
    'at=morning',
    'on=tomorrow&at=morning',
    'rating=0',
    'rating=6',
    'rating=4.5',
    'category=%20%0A',
    `category=${'x'.repeat(10_000)}`,
  ])('ignore invalid values: %s', (search) => {
    expect(read(search)).toEqual(noFilters)
  })

  it('clamp values that are too large', () => {
    expect(read('max=99999999999999999999').max_price).toBe(100_000)
    expect(read('min=4.999').min_price).toBe(5)
  })

  it('use the standard spelling of a category and keep a seller’s own', () => {
    expect(read('category=specialty%20ITEMS').category).toBe('Specialty Items')
    expect(read('category=%20Vegan%20%20Treats').category).toBe('Vegan Treats')
  })

  it('have each allergen once, in the legal order', () => {
    expect(read('avoid=peanuts&avoid=milk,nuts,milk').avoid).toEqual(['milk', 'nuts', 'peanuts'])
  })

  it('never throw, and are read back unchanged, for any input', () => {
    const parameter = fc.tuple(
      fc.constantFrom('category', 'min', 'max', 'avoid', 'by', 'on', 'at', 'rating', 'kitchen'),
      fc.string(),
    )
    fc.assert(
      fc.property(fc.array(parameter), (pairs) => {
        const filters = readFilters(new URLSearchParams(pairs))
        expect(readFilters(withFilters(new URLSearchParams(pairs), {}))).toEqual(filters)
      }),
    )
  })
})

describe('a URL with other filters', () => {
  it('keeps other parameters and returns to the first page', () => {
    const parameters = new URLSearchParams('q=cake&sort=newest&page=4&by=pickup')
    expect(withFilters(parameters, { min_rating: 4 }).toString()).toBe('q=cake&sort=newest&by=pickup&rating=4')
  })

  it('has no part of a day without a day', () => {
    const parameters = new URLSearchParams('on=2026-11-28&at=morning&by=pickup')
    expect(withFilters(parameters, { available_on: null }).toString()).toBe('by=pickup')
  })

  it('has one canonical form', () => {
    expect(withFilters(new URLSearchParams(), read(everything)).toString()).toBe(everything)
  })

  it('has no parameter for unset filters', () => {
    expect(withFilters(new URLSearchParams(`${everything}&q=x`), noFilters).toString()).toBe('q=x')
  })
})

it('counts a price range as one filter and ignores the category', () => {
  expect(countFilters(noFilters)).toBe(0)
  expect(countFilters(read(everything))).toBe(7)
})

describe('the chips of active filters', () => {
  it('are none without a filter', () => {
    expect(filterChips(noFilters, 50)).toEqual([])
  })

  it('name each filter and the filters left without it', () => {
    const filters = {
      ...noFilters,
      category: 'Cakes',
      min_price: 5,
      max_price: 20,
      fulfilment: 'pickup' as const,
      kitchen: 'without' as const,
      min_rating: 4,
    }
    expect(filterChips({ ...filters, available_on: '2026-11-28', part_of_day: 'morning' }, 50)).toEqual([
      { label: 'Cakes', without: { category: null } },
      { label: '£5 - £20', without: { min_price: null, max_price: null } },
      { label: 'Pickup', without: { fulfilment: null } },
      { label: 'Saturday 28 November, morning', without: { available_on: null, part_of_day: null } },
      { label: 'Kitchens without it', without: { kitchen: null } },
      { label: '4 stars and up', without: { min_rating: null } },
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
    expect(priceRangeLabel({ ...noFilters, min_price: 5.5 }, 45)).toBe('£5.50 - £45')
    expect(priceRangeLabel({ ...noFilters, max_price: 20 }, 45)).toBe('£0 - £20')
    expect(priceRangeLabel({ ...noFilters, min_price: 60 }, 45)).toBe('£60 - £60')
  })
})
