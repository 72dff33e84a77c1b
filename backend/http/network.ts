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

/**
 * The network of an address, as a CIDR: an IPv4 address, or the /48 of an IPv6 address. Anyone gets a /48 for nothing, so smaller networks
 * would multiply what one client gets. A mobile carrier puts many customers in one, as it does behind one IPv4 address.
 */
export function networkOf(address: string): string {
  const [a, b, c] = groupsOf(address) ?? []
  return a === undefined ? address.replace('::ffff:', '') : `${a}:${b}:${c}::/48`
}

/** The /56 of an IPv6 address, which a household has; undefined for an IPv4 address. */
export function subnetOf(address: string): string | undefined {
  const [a, b, c, d] = groupsOf(address) ?? []
  return d === undefined ? undefined : `${a}:${b}:${c}:${d.padStart(4, '0').slice(0, 2)}00::/56`
}

/** The eight groups of an IPv6 address; undefined for an IPv4 address, also one within IPv6. */
function groupsOf(address: string): string[] | undefined {
  if (!address.includes(':') || address.startsWith('::ffff:')) return undefined
  const [head = [], tail] = address.split('::').map((part) => part.split(':'))
  const zeros = tail === undefined ? 0 : 8 - head.length - tail.length
  return [...head, ...Array<string>(Math.max(0, zeros)).fill('0'), ...(tail ?? [])].map((group) => group || '0')
}
