/** By which names this server may be reached: without a public address, only by those that are certainly its own. */
import { networkInterfaces } from 'node:os'
import { isLoopbackHost, isWildcard, type ServerConfig } from './config.ts'

/**
 * Whether a request for a host, as its URL or header names it, is for us. A page of another site can have its own name lead to this machine
 * (DNS rebinding), and whatever name is taken would stand in links and in what scripts are told.
 */
export function createHostCheck({
  publicUrl,
  host,
}: Pick<ServerConfig, 'publicUrl' | 'host'>): (named: string | undefined) => boolean {
  if (publicUrl !== undefined && !isLoopbackHost(new URL(publicUrl).hostname)) return () => true
  return (named) => {
    const name = hostnameOf(named)
    if (name === undefined) return false
    if (isLoopbackHost(name) || name === host.toLowerCase()) return true
    return publicUrl === undefined && isWildcard(host) && ownAddresses().includes(name)
  }
}

/** Whether the name can only mean this machine. */
export const isLoopbackName = (named: string): boolean => isLoopbackHost(hostnameOf(named) ?? '')

/** Of `[::1]:3000` or `localhost:3000` the name. */
function hostnameOf(named: string | undefined): string | undefined {
  const [, bracketed, plain] = /^(?:\[([0-9a-f:.]+)\]|([^:/?#@[\]\\]+))(?::\d*)?$/i.exec(named ?? '') ?? []
  return (bracketed ?? plain)?.toLowerCase()
}

const ownAddresses = (): string[] =>
  Object.values(networkInterfaces()).flatMap((addresses) => addresses?.map(({ address }) => address) ?? [])
