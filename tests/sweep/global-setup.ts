/** Starts the server as for the other browser tests, and makes what the addresses name, once for all workers. */
import { request as requests } from '@playwright/test'
import startServer from '../e2e/global-setup.ts'
import { createPlaces } from './places.ts'

export default async function start(): Promise<() => Promise<void>> {
  const stop = await startServer()
  const request = await requests.newContext({ baseURL: process.env.E2E_URL ?? '' })
  process.env.SWEEP_PLACES = JSON.stringify(await createPlaces(request))
  await request.dispose()
  return stop
}
