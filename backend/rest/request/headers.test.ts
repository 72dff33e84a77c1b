import { describe, expect, it } from 'vitest'
import { parseAccept } from './media.ts'
import { appliedPreferences, parsePreferences } from './preferences.ts'
import { intersect, parseRangeHeader } from './range.ts'

const anyTimezone = () => true

describe('parsePreferences', () => {
  it('parses each preference, and the first of repeated ones', () => {
    expect(
      parsePreferences(
        'return=minimal, count=exact,return=representation,  tx=rollback,max-affected=5,timezone=UTC',
        anyTimezone,
      ),
    ).toMatchObject({ return: 'minimal', count: 'exact', tx: 'rollback', maxAffected: 5, timezone: 'UTC', unknown: [] })
  })

  it('collects unknown preferences for strict handling', () => {
    expect(parsePreferences('foo, return=all, timezone=Mars/Base,constructor=1', () => false).unknown).toEqual([
      'foo',
      'return=all',
      'timezone=Mars/Base',
      'constructor=1',
    ])
  })

  it('formats the applied ones in a fixed order', () => {
    const preferences = parsePreferences('count=exact,return=minimal,handling=strict,max-affected=3', anyTimezone)
    expect(appliedPreferences(preferences, ['return', 'count', 'handling', 'maxAffected'])).toBe(
      'return=minimal, count=exact, handling=strict, max-affected=3',
    )
    expect(appliedPreferences(preferences, ['tx'])).toBeUndefined()
  })
})

describe('parseAccept', () => {
  const types = (accept: string | null) => parseAccept(accept).map(({ type }) => type)

  it('accepts anything without a header', () => {
    expect([types(null), types('')]).toEqual([['*/*'], ['*/*']])
  })

  it('sorts by quality, and equal ones by position', () => {
    expect(types('text/html, Application/JSON;q=0.9, image/png, */*;q=0.1')).toEqual([
      'text/html',
      'image/png',
      'application/json',
      '*/*',
    ])
  })

  it('parses PostgREST’s parameters', () => {
    expect(parseAccept('application/vnd.pgrst.object+json; nulls=stripped')).toMatchObject([{ stripsNulls: true }])
    expect(
      parseAccept('application/vnd.pgrst.plan+json; for="text/csv"; options=analyze|nonsense|buffers;'),
    ).toMatchObject([{ plan: { of: 'text/csv', options: ['analyze', 'buffers'] } }])
  })
})

describe('range', () => {
  it('parses a Range header with and without an end', () => {
    expect(parseRangeHeader('0-9')).toEqual({ offset: 0, limit: 10 })
    expect(parseRangeHeader('items=5-')).toEqual({ offset: 5, limit: undefined })
    expect(parseRangeHeader('bytes=0-9')).toEqual({ offset: undefined, limit: undefined })
  })

  it('refuses a range that ends before it begins', () => {
    expect(() => parseRangeHeader('5-4')).toThrow(expect.objectContaining({ status: 416 }))
  })

  it('narrows limit and offset by the header', () => {
    expect(intersect({ offset: 2, limit: 10 }, { offset: 5, limit: 3 })).toEqual({ offset: 5, limit: 3 })
    expect(intersect({ offset: undefined, limit: 4 }, { offset: 2, limit: undefined })).toEqual({ offset: 2, limit: 2 })
    expect(intersect({ offset: 0, limit: 2 }, { offset: 5, limit: 5 })).toEqual({ offset: 5, limit: 0 })
  })
})
