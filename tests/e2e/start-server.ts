/** Starts the server the browser tests visit, once for all of them, and stops it after the last. */
import { startServer } from '../harness.ts'
import { startGeocoder } from './geocoder.ts'

export default async function start(): Promise<() => Promise<void>> {
  const geocoder = await startGeocoder()
  const server = await startServer({ database: 'pglite', env: { GEOCODER_URL: geocoder.url, SAMPLE_DATA: '1' } })
  process.env.E2E_URL = server.url
  process.env.E2E_SERVICE_KEY = server.serviceKey
  return async () => {
    await server.stop()
    geocoder.stop()
  }
}
