import { expect, it } from 'vitest'
import { timeText } from './offline.ts'

it('An offline page says in London time when it was updated, with the day if it is another', () => {
  const at = Date.parse('2026-07-15T23:30:00Z')
  expect(timeText(at, Date.parse('2026-07-16T09:00:00Z'))).toBe('00:30')
  expect(timeText(at, Date.parse('2026-07-16T23:00:00Z'))).toBe('16 Jul, 00:30')
})
