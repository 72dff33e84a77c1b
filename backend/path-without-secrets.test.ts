import { expect, it } from 'vitest'
import { pathWithoutSecrets } from './path-without-secrets.ts'

const token = '0123456789abcdef0123456789abcdef'

it.each([
  [`/functions/v1/calendar-feed/${token}.ics`, '/functions/v1/calendar-feed/:secret'],
  [`/pay-order/${token}`, '/pay-order/:secret'],
  [`/pay-order/${token}${token}/cancelled`, '/pay-order/:secret/cancelled'],
  [`/pay-order/%30${token.slice(1).toUpperCase()}`, '/pay-order/:secret'],
])('The token in %s is in no log and no trace', (path, logged) => {
  expect(pathWithoutSecrets(path)).toBe(logged)
})

it.each(['/', '/product/7b1c9c1e-52a1-4d1c-9a0b-0f2f4c1d2e3f', '/shops/crumbs', '/rest/v1/shops', '/%', '/deadbeef'])(
  'The path %s is logged as it is',
  (path) => {
    expect(pathWithoutSecrets(path)).toBe(path)
  },
)
