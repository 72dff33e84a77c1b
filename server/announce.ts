/** Prints the site's URL once the server is ready. */
import { isLoopbackHost, isWildcard, type ServerConfig } from './config.ts'

export function announce(config: ServerConfig, port: number): void {
  console.log(`Tuckbox is open at ${siteUrlOf(config, port)}`)
  if (config.sampleData) console.log('Sign in as buyer@tuckbox.test or seller@tuckbox.test, password tuckbox-sample')
}

/** The site's URL: PUBLIC_URL, or else the host, or localhost if the host is not an address that others can reach. */
export function siteUrlOf({ publicUrl, host }: Pick<ServerConfig, 'publicUrl' | 'host'>, port: number): string {
  if (publicUrl !== undefined) return publicUrl
  const name = isLoopbackHost(host) || isWildcard(host) ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}
