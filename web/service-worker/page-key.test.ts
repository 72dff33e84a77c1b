import { expect, it } from 'vitest'
import { pageKey } from './page-key.ts'

const keyOf = (path: string) => pageKey(new URL(path, 'https://tuckbox.test'))

it.each([
  ['/', '/'],
  ['/search?q=cake', '/search?q=cake'],
  ['/product/1', '/product/1'],
  ['/shop/crumb', '/shop/crumb'],
  ['/orders?status=shipped', '/orders'],
  ['/order/1', '/order/'],
  ['/order/2', '/order/'],
  ['/seller/orders?order=1', '/seller/orders'],
  ['/seller/orders/prep?day=2026-11-24', '/seller/orders/prep'],
])('%s is kept as %s', (path, key) => {
  expect(keyOf(path)).toBe(key)
})

it.each(['/checkout', '/pay/1', '/messages', '/admin', '/settings/security', '/rest/v1/orders', '/config.json'])(
  '%s is never kept',
  (path) => {
    expect(keyOf(path)).toBeNull()
  },
)
