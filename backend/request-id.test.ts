import { describe, expect, it } from 'vitest'
import { currentRequestId, requestIdOf, withRequestId } from './request-id.ts'

describe('requestIdOf', () => {
  it('keeps an id of up to 64 letters, digits, dots, colons and dashes', () => {
    for (const id of ['a', '0f3c-1', 'trace:1.2', 'x'.repeat(64)]) expect(requestIdOf(id)).toBe(id)
  })

  it('replaces any other value by a new id', () => {
    const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
    for (const bad of [undefined, '', 'x'.repeat(65), 'a b', 'a\n{"level":30}', 'é', ['a', 'b']])
      expect(requestIdOf(bad)).toMatch(uuid)
    expect(requestIdOf(undefined)).not.toBe(requestIdOf(undefined))
  })
})

it('parallel requests keep their own ids through what they await', async () => {
  const idLater = async () => {
    await new Promise((resolve) => setTimeout(resolve, 1))
    return currentRequestId()
  }
  expect(await Promise.all([withRequestId('a', idLater), withRequestId('b', idLater), idLater()])).toEqual([
    'a',
    'b',
    undefined,
  ])
})
