/** Checks the Host header. Without PUBLIC_URL, only names of this machine are accepted. */
import { networkInterfaces } from 'node:os'
import { isLoopbackHost, isWildcard, type ServerConfig } from './config.ts'

/**
 * Creates a check of the host in a request's URL or header. Another site's page can resolve its own name to this machine (DNS
 * rebinding). A name that is accepted also appears in links and in /config.json.
 */
export function createHostCheck({
  publicUrl,
  host,
}: Pick<ServerConfig, 'publicUrl' | 'host'>): (hostAndPort: string | undefined) => boolean {
  if (publicUrl !== undefined && !isLoopbackHost(new URL(publicUrl).hostname)) return () => true
  return (hostAndPort) => {
    const name = hostnameOf(hostAndPort)
    if (name === undefined) return false
    if (isLoopbackHost(name) || name === host.toLowerCase()) return true
    return publicUrl === undefined && isWildcard(host) && ownAddresses().includes(name)
  }
}

/** Whether the name is a loopback name of this machine. */
export const isLoopbackName = (hostAndPort: string): boolean => isLoopbackHost(hostnameOf(hostAndPort) ?? '')

/** The name in `[::1]:3000` or `localhost:3000`. */
function hostnameOf(hostAndPort: string | undefined): string | undefined {
  const [, bracketed, plain] = /^(?:\[([0-9a-f:.]+)\]|([^:/?#@[\]\\]+))(?::\d*)?$/i.exec(hostAndPort ?? '') ?? []
  return (bracketed ?? plain)?.toLowerCase()
}

const ownAddresses = (): string[] =>
  Object.values(networkInterfaces()).flatMap((addresses) => addresses?.map(({ address }) => address) ?? [])
