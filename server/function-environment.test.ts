import { createECDH } from 'node:crypto'
import { expect, it } from 'vitest'
import { vapidKeys } from './function-environment.ts'

it('The keys for push services are a pair, the same in every process, and other ones for another secret', () => {
  const keys = vapidKeys('one secret')
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(keys.privateKey, 'base64url')
  expect(curve.getPublicKey('base64url')).toBe(keys.publicKey)
  expect(keys.publicKey).toMatch(/^B[\w-]{86}$/)
  expect(keys.privateKey).toMatch(/^[\w-]{43}$/)
  expect(vapidKeys('one secret')).toEqual(keys)
  expect(vapidKeys('another secret').publicKey).not.toBe(keys.publicKey)
})
