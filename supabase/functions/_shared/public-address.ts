/** Public internet addresses. Fetching a given address must not reach loopback, private networks or cloud metadata. */
import { BlockList, isIP } from 'node:net'

const nonPublicIpv4 = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  nonPublicIpv4.addSubnet(network, prefix, 'ipv4')

/** IPv6: global unicast only, without ranges that embed IPv4 or are reserved (6to4, Teredo, documentation, benchmarks). */
const globalUnicastIpv6 = new BlockList()
globalUnicastIpv6.addSubnet('2000::', 3, 'ipv6')
const specialIpv6 = new BlockList()
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  specialIpv6.addSubnet(network, prefix, 'ipv6')

/** @param address an IP address, without brackets */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !nonPublicIpv4.check(address, 'ipv4')
    case 6:
      return globalUnicastIpv6.check(address, 'ipv6') && !specialIpv6.check(address, 'ipv6')
    default:
      return false
  }
}
