import { describe, expect, it } from 'vitest'
import { frameForm, pageForm, withoutPersonalData } from './browser-error.ts'

describe('withoutPersonalData', () => {
  it('leaves the message of a programming error readable', () => {
    for (const message of ['Maximum call stack size exceeded', 'a.b is not a function', 'Minified React error #418'])
      expect(withoutPersonalData(message).replace('<number>', '418')).toBe(message)
  })

  it('removes quoted text, addresses, ids and numbers', () => {
    const secret = /\bann\b|secret|07700|a1b2c3d4|12 High/i
    for (const message of [
      'No member ann@example.test',
      `"Ann Baker" is not valid JSON`,
      `Cannot read properties of undefined (reading 'secret')`,
      'Failed to fetch https://shop.test/search?q=secret#secret',
      'blob:https://shop.test/secret failed',
      'no order a1b2c3d4-0000-4000-8000-00000000000a',
      'Call 07700 900 123',
      '‘12 High Street’ is unknown',
      'cut off: "secret',
    ])
      expect(withoutPersonalData(message)).not.toMatch(secret)
  })

  it('shortens a long message', () => {
    expect(withoutPersonalData('x'.repeat(5_000))).toHaveLength(200)
  })
})

it('Pages are routes without ids, and frames are files with positions', () => {
  for (const page of ['/', '/product/:productId', '/settings/profile?', '/*']) expect(page).toMatch(pageForm)
  for (const page of ['', 'x', '/product/12', '/search?q=a b', '/a@b']) expect(page).not.toMatch(pageForm)
  expect('Ab-9_x.js:1:20').toMatch(frameForm)
  for (const frame of ['x.js', 'ann@x.js:1:2', '/assets/x.js:1:2', 'x.ts:1:2']) expect(frame).not.toMatch(frameForm)
})
