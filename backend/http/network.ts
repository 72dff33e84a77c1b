/** The network that a request is attributed to in rate limits. */
import type { Caller } from './caller.ts'

export interface Client {
  /** The client's network address. */
  readonly address: string
  /** True when the server itself calls, on behalf of no member. */
  readonly isServer?: boolean
}

/** The key under which a caller's database time counts; undefined for the server itself. */
export function chargedNetwork(caller: Caller, { address, isServer }: Client): string | undefined {
  if (isServer || caller.role === 'service_role') return undefined
  // The project's functions call from this machine on behalf of a member.
  return isLoopback(address) && caller.claims.sub ? caller.claims.sub : networkOf(address)
}

const isLoopback = (address: string) => /^(::1$|(::ffff:)?127\.)/.test(address)

/** The network of an address. A customer often has a whole IPv6 /56, so that is one network. */
export function networkOf(address: string): string {
  if (!address.includes(':') || address.startsWith('::ffff:')) return address.replace('::ffff:', '')
  const [head = '', tail = ''] = address.split('::')
  const groups = head.split(':')
  if (address.includes('::')) while (groups.length < 8 - tail.split(':').length) groups.push('0')
  const [a = '', b = '', c = '', d = ''] = groups
  return [a, b, c, d.padStart(4, '0').slice(0, 2)].join(':')
}
