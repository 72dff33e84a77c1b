/** Resilience of the server: runaway statements, a stop, a kill. */
import { createClient } from '@supabase/supabase-js'
import { describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { databases, noSession, startServer } from '../harness.ts'
import { sharedServer } from '../shared-server.ts'
import { lostWrites } from './killed-server.ts'
import { impatient, notesProject } from './notes-project.ts'

// supabase-js needs a WebSocket to start, and Node 20 has none.
vi.stubGlobal('WebSocket', WebSocket)

describe.each(databases)('The server on %s', (database) => {
  it('cancels a runaway statement, and responds to other requests meanwhile', async () => {
    const server = await sharedServer({ database, env: impatient })
    const client = createClient(server.url, server.anonKey, noSession)
    let isRunning = true
    const runaway = client.rpc('runaway').then((response) => {
      isRunning = false
      return response
    })
    let responses = 0
    while (isRunning) {
      const [health, missing] = await Promise.all([fetch(`${server.url}/health`), fetch(`${server.url}/nowhere`)])
      expect([health.status, missing.status]).toEqual([200, 404])
      responses += 1
    }
    const { error, status } = await runaway
    expect(error?.code).toBe('57014')
    expect(status).toBeGreaterThanOrEqual(500)
    expect(responses).toBeGreaterThan(5)
    expect((await client.from('notes').select()).data).toEqual([])
  })

  it('finishes open requests at a stop, and exits with 0', async () => {
    const server = await startServer({ database, env: { SUPABASE_DIR: notesProject, STATEMENT_TIMEOUT_MS: '3000' } })
    const client = createClient(server.url, server.anonKey, noSession)
    const openRequest = client.rpc('runaway')
    const errorCode = openRequest.then(({ error }) => error?.code)
    await vi.waitFor(
      async () => {
        expect(await (await fetch(`${server.url}/metrics`)).text()).toContain(
          'http_requests_in_progress{handler="rpc"} 1',
        )
      },
      { timeout: 5_000 },
    )
    const exit = server.stop()
    expect(await errorCode).toBe('57014')
    expect(await exit).toBe(0)
    await expect(fetch(`${server.url}/health`)).rejects.toThrow()
  })
})

it('The server on PGlite loses no confirmed write when it is killed', { timeout: 120_000 }, async () => {
  expect(await lostWrites('pglite', 1)).toEqual([])
})
