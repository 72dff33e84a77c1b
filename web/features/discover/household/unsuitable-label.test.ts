import { expect, it } from 'vitest'
import { showUnsuitableLabel } from './unsuitable-label.ts'

it('says what is shown', () => {
  expect([4, 1, 1_234, null].map(showUnsuitableLabel)).toEqual([
    'Show 4 that don’t fit',
    'Show 1 that doesn’t fit',
    'Show 1,234 that don’t fit',
    'Show what doesn’t fit',
  ])
})
