import { describe, expect, it } from 'vitest'
import { negotiate } from './media.ts'
import { appliedPreferences, parsePreferences } from './preferences.ts'
import { intersect, parseRangeHeader } from './range.ts'

const anyTimezone = () => true

describe('parsePreferences', () => {
  it('reads each preference, the first where one is given twice', () => {
    expect(
      parsePreferences(
        'return=minimal, count=exact,return=representation,  tx=rollback,max-affected=5,timezone=UTC',
        anyTimezone,
      ),
    ).toMatchObject({ return: 'minimal', count: 'exact', tx: 'rollback', maxAffected: 5, timezone: 'UTC', unknown: [] })
  })

  it('keeps what it does not know for strict handling', () => {
    expect(parsePreferences('foo, return=all, timezone=Mars/Base,constructor=1', () => false).unknown).toEqual([
      'foo',
      'return=all',
      'timezone=Mars/Base',
      'constructor=1',
    ])
  })

  it('tells which were applied, in a fixed order', () => {
    const preferences = parsePreferences('count=exact,return=minimal,handling=strict,max-affected=3', anyTimezone)
    expect(appliedPreferences(preferences, ['return', 'count', 'handling', 'maxAffected'])).toBe(
      'return=minimal, count=exact, handling=strict, max-affected=3',
    )
    expect(appliedPreferences(preferences, ['tx'])).toBeUndefined()
  })
})

describe('negotiate', () => {
  it.each([
    [null, 'application/json; charset=utf-8'],
    ['*/*', 'application/json; charset=utf-8'],
    ['application/json', 'application/json; charset=utf-8'],
    ['application/vnd.pgrst.object+json', 'application/vnd.pgrst.object+json; charset=utf-8'],
    [
      'application/vnd.pgrst.object+json;nulls=stripped',
      'application/vnd.pgrst.object+json; nulls=stripped; charset=utf-8',
    ],
    [
      'application/vnd.pgrst.array+json;nulls=stripped',
      'application/vnd.pgrst.array+json; nulls=stripped; charset=utf-8',
    ],
    ['text/csv', 'text/csv; charset=utf-8'],
    ['text/html, application/json;q=0.9, */*;q=0.1', 'application/json; charset=utf-8'],
    ['application/json;q=0.1, text/csv', 'text/csv; charset=utf-8'],
  ])('answers Accept: %s with %s', (accept, contentType) => {
    expect(negotiate(accept).contentType).toBe(contentType)
  })

  it('refuses what it cannot make', () => {
    expect(() => negotiate('text/html, image/png')).toThrow(
      expect.objectContaining({
        status: 406,
        code: 'PGRST107',
        message: 'None of these media types are available: text/html, image/png',
      }),
    )
  })
})

describe('range', () => {
  it('reads a Range header with and without an end', () => {
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
