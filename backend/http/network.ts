/** Whom a request is counted under. */
import type { Caller } from './caller.ts'
import type { Client } from './gateway.ts'

/** Under whom a caller's use of the database counts; nobody where it is the server's own. */
export function chargedNetwork(caller: Caller, { address, isServer }: Client): string | undefined {
  if (isServer || caller.role === 'service_role') return undefined
  // The project's functions ask from this machine, in the name of whoever called them.
  return isLoopback(address) && caller.claims.sub ? caller.claims.sub : networkOf(address)
}

const isLoopback = (address: string) => /^(::1$|(::ffff:)?127\.)/.test(address)

/** The network an address belongs to: one customer has a whole IPv6 /64, so that counts as one. */
export function networkOf(address: string): string {
  if (!address.includes(':') || address.startsWith('::ffff:')) return address.replace('::ffff:', '')
  const [head = '', tail = ''] = address.split('::')
  const groups = head.split(':')
  if (address.includes('::')) while (groups.length < 8 - tail.split(':').length) groups.push('0')
  return groups.slice(0, 4).join(':')
}
