import { expect, it } from 'vitest'
import { kindNames } from './kinds.ts'

it('messages are the first of them for its query of the unread', () => {
  expect(kindNames.toSorted()[0]).toBe('message')
})
