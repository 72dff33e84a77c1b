import { describe, expect, it } from 'vitest'
import { searchStatus } from '#features/discover/results'
import { marketStatus, shownText } from './listing-status-text.ts'

const loading = { shown: undefined, isLoading: true, hasFailed: false }
const failed = { shown: undefined, isLoading: false, hasFailed: true }

function loaded(total: number, totalIsExact = true) {
  return { shown: { total, totalIsExact }, isLoading: false, hasFailed: false }
}

describe('the status of the market', () => {
  it('counts the delicious items', () => {
    expect(marketStatus(loaded(40))).toBe('40 delicious items available for delivery')
    expect(marketStatus(loaded(1))).toBe('1 delicious item available for delivery')
    expect(marketStatus(loaded(12345))).toBe('12,345 delicious items available for delivery')
  })

  it('says that it is loading, also for another order', () => {
    expect(marketStatus(loading)).toBe('Loading delicious items...')
    expect(marketStatus({ ...loaded(40), isLoading: true })).toBe('Loading delicious items...')
    expect(marketStatus({ ...loading, isLoading: false })).toBe('Loading delicious items...')
  })

  it('says that there are 0 items, and is empty after a failure', () => {
    expect(marketStatus(loaded(0))).toBe('0 delicious items available for delivery')
    expect(marketStatus(failed)).toBe('')
  })
})

describe('the status of a search', () => {
  it('counts the results', () => {
    expect(searchStatus(loaded(12), 'cake')).toBe('Found 12 results for "cake"')
    expect(searchStatus(loaded(0), 'cake')).toBe('Found 0 results for "cake"')
    expect(searchStatus(loaded(1), 'cake')).toBe('Found 1 result for "cake"')
  })

  it('shows 10,000+ where the database stopped counting', () => {
    expect(searchStatus(loaded(10_000), 'cake')).toBe('Found 10,000 results for "cake"')
    expect(searchStatus(loaded(10_000, false), 'cake')).toBe('Found 10,000+ results for "cake"')
    expect(marketStatus(loaded(10_000, false))).toBe('10,000+ delicious items available for delivery')
  })

  it('has no quotation without a search text', () => {
    expect(searchStatus(loaded(40), '')).toBe('Found 40 results')
  })

  it('says that it is searching, and is empty after a failure', () => {
    expect(searchStatus(loading, 'cake')).toBe('Searching...')
    expect(searchStatus(failed, 'cake')).toBe('')
  })
})

describe('the number of products shown', () => {
  const items = [{ in_reach: true }, { in_reach: true }, { in_reach: false }]

  it('counts those within reach, and then those further away', () => {
    const near = { total: 1234, totalIsExact: true, isWidened: false }
    expect(shownText(items.slice(0, 2), near)).toBe('Showing 2 of 1,234')
    expect(shownText(items, { ...near, total: 2 })).toBe('Showing 2 of 2 and 1 further away')
  })

  it('counts all together where too few are within reach', () => {
    expect(shownText(items, { total: 9, totalIsExact: true, isWidened: true })).toBe('Showing 3 of 9')
  })
})
