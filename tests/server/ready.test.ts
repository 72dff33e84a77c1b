/** GET /ready, for load balancers. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { expect, it, onTestFinished, vi } from 'vitest'
import { WebSocket } from 'ws'
import { copyTemplateFolder } from '#backend/database/testing'
import { isLoaded } from '../../supabase/sample/load.ts'
import { migrationsOf, noSession } from '../harness.ts'
import { sharedServer } from '../shared-server.ts'
import { loading, startFirst } from './first-start.ts'

// supabase-js needs a WebSocket to start, and Node 20 has none.
vi.stubGlobal('WebSocket', WebSocket)

it('/ready responds with 503 while the sample catalogue is being loaded', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'tuckbox-ready-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }))
  const dataDir = path.join(folder, 'data')
  // Migrated already, because the migrations take longer than all other tests of this folder.
  await copyTemplateFolder(path.join(dataDir, 'database'), migrationsOf())
  const server = await startFirst(dataDir, '')
  onTestFinished(() => server.stop('SIGKILL'))
  expect(await server.ready()).toBe(loading)
  expect((await fetch(`${server.url}/health`)).status).toBe(200)
})

it('/ready responds with 200 once the whole sample catalogue is loaded', async () => {
  // The same template as the browser tests', so that it is loaded once.
  const { url, serviceKey } = await sharedServer({ database: 'pglite', market: 'sample' })
  const response = await fetch(`${url}/ready`)
  expect([response.status, await response.json()]).toEqual([200, { status: 'ready' }])
  expect(await isLoaded(createClient(url, serviceKey, noSession))).toBe(true)
})
