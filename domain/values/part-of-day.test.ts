import { expect, it } from 'vitest'
import { isInPart, partsOfDay, readPartOfDay } from './part-of-day.ts'

const window = (start_time: string, end_time: string) => ({ start_time, end_time, is_posted: false })
const partsOf = (start: string, end: string) => partsOfDay.filter((part) => isInPart(part, window(start, end)))

it('a window is in each part of the day that it overlaps', () => {
  expect(partsOf('09:00:00', '11:30:00')).toEqual(['morning'])
  expect(partsOf('09:00:00', '12:00:00')).toEqual(['morning'])
  expect(partsOf('12:00:00', '17:00:00')).toEqual(['afternoon'])
  expect(partsOf('11:59:00', '17:01:00')).toEqual(['morning', 'afternoon', 'evening'])
  expect(partsOf('17:00:00', '23:59:00')).toEqual(['evening'])
})

it('what is posted or has no hours is in no part', () => {
  expect(partsOfDay.filter((part) => isInPart(part, { ...window('09:00', '10:00'), is_posted: true }))).toEqual([])
  expect(isInPart('morning', { start_time: null, end_time: null, is_posted: null })).toBe(false)
})

it('a part is read from a URL by its name alone', () => {
  expect(partsOfDay.map(readPartOfDay)).toEqual(partsOfDay)
  expect([null, '', 'Morning', 'night'].map(readPartOfDay)).toEqual([null, null, null, null])
})
