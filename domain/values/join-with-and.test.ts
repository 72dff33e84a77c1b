import { expect, it } from 'vitest'
import { joinWithAnd } from './join-with-and.ts'

it('Names are joined by commas, the last two by “and”', () => {
  expect([[], ['wheat'], ['wheat', 'milk'], ['wheat', 'eggs', 'milk']].map(joinWithAnd)).toEqual([
    '',
    'wheat',
    'wheat and milk',
    'wheat, eggs and milk',
  ])
})
