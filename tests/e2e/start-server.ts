/** Starts the server the browser tests visit, once for all of them, and stops it after the last. */
import { startServer } from '../harness.ts'

export default async function start(): Promise<() => Promise<void>> {
  const server = await startServer({ database: 'pglite', env: { SAMPLE_DATA: '1' } })
  process.env.E2E_URL = server.url
  process.env.E2E_SERVICE_KEY = server.serviceKey
  return async () => {
    await server.stop()
  }
}
