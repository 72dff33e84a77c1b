/**
 * Requests to addresses given by members, to public addresses only. A host name is resolved once, every resolved address is checked,
 * and the connection uses a checked address, which prevents DNS rebinding.
 */
import { lookup } from 'node:dns/promises'
import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { isIP } from 'node:net'
import { isPublicAddress } from './public-address.ts'

/** The address is private, or its port is none of the web's. */
export class AddressNotAllowed extends Error {
  override readonly name = 'AddressNotAllowed'
}

export interface Network {
  /** Resolves all addresses of a host name. */
  resolve(name: string): Promise<readonly string[]>
  isAllowed(address: string, port: number): boolean
}

const webPorts = new Set([80, 443])

export const publicNetwork: Network = {
  resolve: async (name) => (await lookup(name, { all: true })).map(({ address }) => address),
  isAllowed: (address, port) => isPublicAddress(address) && webPorts.has(port),
}

export interface PublicRequest {
  readonly method?: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Uint8Array
  readonly network: Network
  readonly signal: AbortSignal
}

/** Resolves with the response, whose body is not read. Follows no redirect. @throws AddressNotAllowed, or the error of the connection */
export async function requestPublic(
  url: URL,
  { method = 'GET', headers, body, network, signal }: PublicRequest,
): Promise<IncomingMessage> {
  const name = url.hostname.replace(/^\[|\]$/g, '')
  const isSecure = url.protocol === 'https:'
  const port = Number(url.port || (isSecure ? 443 : 80))
  const addresses = isIP(name) ? [name] : await resolveWithDeadline(name, network, signal)
  const [first] = addresses
  if (!first || !addresses.every((address) => network.isAllowed(address, port)))
    throw new AddressNotAllowed(`${url.host} is not a public web address`)
  return new Promise((resolve, reject) => {
    const request = (isSecure ? requestSecure : requestPlain)({
      host: first,
      port,
      method,
      path: url.pathname + url.search,
      // The certificate belongs to the host name, although the connection uses the address.
      ...(isSecure && !isIP(name) ? { servername: name } : {}),
      headers: { ...headers, host: url.host },
      agent: false,
      signal,
    })
    request.once('response', resolve)
    // After a 101 Node emits neither a response nor an error, and ignores the signal.
    request.once('upgrade', (_response, socket) => {
      socket.destroy()
      reject(new Error(`${url.host} switched protocols`))
    })
    request.on('error', reject)
    request.once('close', () => reject(new Error(`${url.host} closed the connection without a response`)))
    request.end(body)
  })
}

async function resolveWithDeadline(name: string, network: Network, signal: AbortSignal): Promise<readonly string[]> {
  const timedOut = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  return Promise.race([network.resolve(name), timedOut])
}
