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
  const isOwn = createOwnNameCheck({ host })
  return (hostAndPort) => {
    if (isOwn(hostAndPort)) return true
    const name = hostnameOf(hostAndPort)
    return name !== undefined && publicUrl === undefined && isWildcard(host) && ownAddresses().includes(name)
  }
}

/** Creates a check whether a name can only mean this server: a loopback name, or the host that it listens on. */
export function createOwnNameCheck({ host }: Pick<ServerConfig, 'host'>): (hostAndPort: string | undefined) => boolean {
  return (hostAndPort) => {
    const name = hostnameOf(hostAndPort)
    return name !== undefined && (isLoopbackHost(name) || name === host.toLowerCase())
  }
}

/** The name in `[::1]:3000` or `localhost:3000`. */
function hostnameOf(hostAndPort: string | undefined): string | undefined {
  const [, bracketed, plain] = /^(?:\[([0-9a-f:.]+)\]|([^:/?#@[\]\\]+))(?::\d*)?$/i.exec(hostAndPort ?? '') ?? []
  return (bracketed ?? plain)?.toLowerCase()
}

/** The addresses of this machine, loopback ones too. */
export const ownAddresses = (): string[] =>
  Object.values(networkInterfaces()).flatMap((addresses) => addresses?.map(({ address }) => address) ?? [])
