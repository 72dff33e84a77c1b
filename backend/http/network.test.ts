import { expect, it } from 'vitest'
import { networkOf, subnetOf } from './network.ts'

it.each([
  ['203.0.113.5', '203.0.113.5', undefined],
  ['::ffff:203.0.113.5', '203.0.113.5', undefined],
  ['2001:db8:1:2ff::9', '2001:db8:1::/48', '2001:db8:1:0200::/56'],
  ['2001:db8:1:ff:a:b:c:d', '2001:db8:1::/48', '2001:db8:1:0000::/56'],
  ['2001:db8::1', '2001:db8:0::/48', '2001:db8:0:0000::/56'],
  ['2001:db8::', '2001:db8:0::/48', '2001:db8:0:0000::/56'],
  ['::1', '0:0:0::/48', '0:0:0:0000::/56'],
])('%s is of the network %s and the subnet %s', (address, network, subnet) => {
  expect([networkOf(address), subnetOf(address)]).toEqual([network, subnet])
})
