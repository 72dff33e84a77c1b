/** The global setup: builds what has changed, starts one server for all browser tests and stops it afterwards. */
import { ensureBuilt } from '../../scripts/prepare.mjs'
import { databases, startServer } from '../harness.ts'
import { startGeocoder } from './geocoder.ts'

export default async function start(): Promise<() => Promise<void>> {
  await ensureBuilt()
  const geocoder = await startGeocoder()
  const server = await startServer({ database: databases[0], market: 'sample', env: { GEOCODER_URL: geocoder.url } })
  process.env.E2E_URL = server.url
  process.env.E2E_SERVICE_KEY = server.serviceKey
  return async () => {
    await server.stop()
    geocoder.stop()
  }
}
