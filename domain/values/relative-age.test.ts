import { describe, expect, it } from 'vitest'
import { relativeAge } from './relative-age.ts'

const now = new Date('2026-03-29T12:00:00Z')

describe('relativeAge', () => {
  it.each([
    ['2026-03-29T12:00:00Z', 'just now'],
    ['2026-03-29T11:59:01Z', 'just now'],
    ['2026-03-29T11:59:00Z', '1 minute ago'],
    ['2026-03-29T11:00:01Z', '59 minutes ago'],
    ['2026-03-29T11:00:00Z', '1 hour ago'],
    ['2026-03-28T12:00:01Z', '23 hours ago'],
    ['2026-03-28T12:00:00Z', '1 day ago'],
    ['2026-03-27T12:00:01Z', '1 day ago'],
    ['2026-03-19T12:00:00Z', '10 days ago'],
    ['2026-03-29T12:05:00Z', 'just now'],
  ])('formats %s as %s', (from, age) => {
    expect(relativeAge(new Date(from), now)).toBe(age)
  })
})
