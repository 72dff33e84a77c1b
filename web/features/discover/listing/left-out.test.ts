import { expect, it } from 'vitest'
import { countLeftOut } from './left-out.ts'

const counted = (total: number, more = {}) => ({ total, totalIsExact: true, isWidened: false, ...more })

it('counts what a listing leaves out', () => {
  expect(countLeftOut(counted(9), counted(13))).toEqual({ isAny: true, count: 4 })
  expect(countLeftOut(counted(9), counted(9)).isAny).toBe(false)
  expect(countLeftOut(undefined, counted(9)).isAny).toBe(false)
})

it('names no number where the totals cannot be compared', () => {
  for (const all of [counted(10_000, { totalIsExact: false }), counted(13)])
    expect(countLeftOut(counted(20, { isWidened: true }), all)).toEqual({ isAny: true, count: null })
})
