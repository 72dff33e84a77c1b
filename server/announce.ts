/** Says to whoever started the program that it is open. */
import { isLoopbackHost, isWildcard, type ServerConfig } from './config.ts'

export function announce(config: ServerConfig, port: number): void {
  console.log(`Tuckbox is open at ${siteUrlOf(config, port)}`)
  if (config.sampleData) console.log('Sign in as buyer@tuckbox.test or seller@tuckbox.test, password tuckbox-sample')
}

/** Where the site is reached; without a public address by its host, or from this machine. */
export function siteUrlOf({ publicUrl, host }: Pick<ServerConfig, 'publicUrl' | 'host'>, port: number): string {
  if (publicUrl !== undefined) return publicUrl
  const name = isLoopbackHost(host) || isWildcard(host) ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}
