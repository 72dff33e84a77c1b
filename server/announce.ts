/** Says to whoever started the program that it is open. */
import type { ServerConfig } from './config.ts'

export function announce(config: ServerConfig, port: number): void {
  console.log(`Tuckbox is open at ${siteUrlOf(config, port)}`)
  if (config.sampleData) console.log('Sign in as buyer@tuckbox.test or seller@tuckbox.test, password tuckbox-sample')
}

export const siteUrlOf = ({ publicUrl }: ServerConfig, port: number) => publicUrl ?? `http://localhost:${port}`
