/** GET /ready during a whole load of the sample catalogue. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { isLoaded } from '../../supabase/sample/load.ts'
import { createDatabase, databases, dropDatabase, noSession, serviceKey } from '../harness.ts'
import { loading, startFirst } from './first-start.ts'

// supabase-js needs a WebSocket to start, and Node 20 has none.
vi.stubGlobal('WebSocket', WebSocket)

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tuckbox-ready-'))
})
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }))

describe.each(databases)('/ready on %s', (database) => {
  it('responds with 503 until the migrations and the whole sample catalogue are loaded, also after a killed start', async () => {
    const databaseUrl = database === 'postgres' ? await createDatabase({ isEmpty: true }) : ''
    const dataDir = path.join(folder, database)
    const killed = await startFirst(dataDir, databaseUrl)
    expect(await killed.ready()).toBe(loading)
    expect((await fetch(`${killed.url}/health`)).status).toBe(200)
    await killed.stop('SIGKILL')
    const server = await startFirst(dataDir, databaseUrl)
    try {
      expect(await server.ready()).toBe(loading)
      expect(await server.ready((text) => text.startsWith('200'))).toBe('200 {"status":"ready"}')
      expect(await isLoaded(createClient(server.url, await serviceKey(), noSession))).toBe(true)
    } finally {
      await server.stop('SIGTERM')
      if (databaseUrl) await dropDatabase(databaseUrl)
    }
  }, 120_000)
})
