import { describe, expect, it } from 'vitest'
import {
  describeParsed,
  namesToLookUp,
  readParsedSearch,
  withChange,
  withoutFilters,
  withoutPlace,
  withParsedFilters,
} from './parsed-search.ts'

const leeds = { lat: 53.8, lon: -1.55, label: 'Leeds' }
/** A Monday. */
const known = { today: '2026-11-23', places: { leeds, 'leeds please': null } }

const read = (search: string) => readParsedSearch(new URLSearchParams(search), known)
const searchParams = (search: string) => new URLSearchParams(search)
const whole = 'q=nut free birthday cake for saturday under £20 near leeds'

describe('a search', () => {
  it('is for the words, with the filters that the text says', () => {
    const { text, scope, parameters, place } = read(whole)
    expect(text).toBe('nut free birthday cake for saturday under £20 near leeds')
    expect(scope).toEqual({ text: 'cake', occasion: 'birthday' })
    expect(parameters.filters).toMatchObject({ avoid: ['nuts', 'peanuts'], available_on: '2026-11-28', max_price: 20 })
    expect(place).toEqual(leeds)
  })

  it('excludes what the text and the filters exclude, and otherwise does what the text says', () => {
    const { parameters } = read('q=cake no milk £5-£10 delivered&avoid=eggs&min=1&max=99&by=pickup&rating=4')
    expect(parameters.filters).toMatchObject({
      avoid: ['eggs', 'milk'],
      min_price: 5,
      max_price: 10,
      fulfilment: 'delivery',
    })
    expect(parameters.filters.min_rating).toBe(4)
  })

  it('filters by the diets that sellers declare, and says what nobody declares', () => {
    expect(read('q=vegan cake').scope).toEqual({ text: 'cake', diets: ['vegan'] })
    const { scope, query } = read('q=trifle no alcohol without raisins')
    expect(scope).toEqual({ text: 'trifle', diets: ['no_alcohol'], without: ['raisins'] })
    expect(query.unchecked).toEqual(['raisins'])
  })

  it('does not take a name for a place that is not known', () => {
    expect(read('q=cake near atlantis').scope).toEqual({ text: 'cake atlantis' })
  })
})

it('adds the filters of the text to the parameters, for links to other pages', () => {
  const query = withParsedFilters(searchParams('q=nut free cake for saturday morning&avoid=milk&on=2030-01-01'), known)
  expect(Object.fromEntries(query)).toMatchObject({ avoid: 'milk,nuts,peanuts', at: 'morning' })
  expect(query.get('on')).not.toBe('2030-01-01')
})

describe('the place that a search has named', () => {
  const nearOf = (search: string) => withParsedFilters(searchParams(search), known).get('near')

  it('is kept in links to other pages, until another is named', () => {
    expect(nearOf('q=cake near leeds')).toBe('leeds')
    expect(nearOf('q=cake&near=york')).toBe('york')
    expect(nearOf('q=cake near leeds&near=york')).toBe('leeds')
    expect(nearOf('q=cake near me&near=york')).toBeNull()
    expect(nearOf('q=cake near atlantis')).toBeNull()
  })

  it('is where the next search is, and is removed with its chip', () => {
    expect(read('q=cake&near=Leeds').place).toEqual(leeds)
    expect(read('q=cake&near=atlantis').place).toBeNull()
    expect(read(`q=cake&near=${'leeds'.repeat(20)}`).place).toBeNull()
    expect(namesToLookUp(searchParams('q=cake in leeds&near=York'))).toEqual(['leeds', 'york'])
    expect(withoutPlace(searchParams('q=cake near leeds&near=york&by=pickup'), known).toString()).toBe(
      'q=cake&by=pickup',
    )
    expect(withoutFilters(searchParams('q=cake&near=leeds'), known).toString()).toBe('q=cake')
  })
})

describe('changing a filter', () => {
  it('replaces what the text says about it', () => {
    const change = (search: string, filters: Parameters<typeof withChange>[1]) =>
      withChange(searchParams(search), filters, known)
    const withoutDay = change(whole, { available_on: null })
    expect(withoutDay.get('q')).toBe('nut free birthday cake under £20 near leeds')
    expect(withoutDay.has('on')).toBe(false)
    const cheaper = change(whole, { min_price: null, max_price: 15 })
    expect([cheaper.get('q'), cheaper.get('max')]).toEqual(['nut free birthday cake for saturday near leeds', '15'])
    // Of two allergens in one part of the text, one stays, as a filter of the URL.
    const withMilk = change('q=cake without nuts or milk', { avoid: ['nuts', 'peanuts'] })
    expect([withMilk.get('q'), withMilk.get('avoid')]).toEqual(['cake', 'nuts,peanuts'])
  })

  it('of a day replaces its part too, and a part keeps the day', () => {
    const morning = 'q=cake saturday morning&by=pickup'
    expect(read(morning).parameters.filters).toMatchObject({ available_on: '2026-11-28', part_of_day: 'morning' })
    expect(read('q=cake saturday&on=2026-11-30&at=evening').parameters.filters.part_of_day).toBeNull()
    const later = withChange(searchParams(morning), { available_on: '2026-11-28', part_of_day: 'evening' }, known)
    expect(String(later)).toBe('q=cake&by=pickup&on=2026-11-28&at=evening')
    expect(String(withChange(later, { available_on: null, part_of_day: null }, known))).toBe('q=cake&by=pickup')
  })

  it('starts at the first page, and keeps the order', () => {
    const changed = withChange(searchParams(`${whole}&sort=rating&page=3`), { available_on: null }, known)
    expect([changed.get('sort'), changed.has('page')]).toEqual(['rating', false])
  })
})

describe('what the text says', () => {
  const describeAll = (search: string) => describeParsed(read(search), searchParams(search), known, 50)

  it('has a chip for each part, and a URL without it', () => {
    const chips = describeAll(whole)
    expect([...(chips?.labels ?? [])]).toEqual(['£0 - £20', 'Saturday 28 November', 'No nuts'])
    expect(chips?.others.map(({ label, to }) => [label, new URLSearchParams(to).get('q')])).toEqual([
      ['Birthday', 'nut free cake for saturday under £20 near leeds'],
      ['Near Leeds', 'nut free birthday cake for saturday under £20'],
    ])
  })

  it('can be searched for as words instead', () => {
    const exact = new URLSearchParams(describeAll('q=saturday brownies&rating=4')?.exactTo)
    expect(exact.get('q')).toBe('"saturday brownies"')
    expect(exact.get('rating')).toBe('4')
    expect(read(String(exact)).scope).toEqual({ text: '"saturday brownies"' })
  })

  it('is nothing for words alone, even with filters', () => {
    expect(describeAll('q=brownies&avoid=milk')).toBeNull()
  })

  it('is removed together with the filters', () => {
    const cleared = withoutFilters(searchParams(`${whole}&rating=4&sort=rating`), known)
    expect(String(cleared)).toBe('q=cake&sort=rating')
  })
})
