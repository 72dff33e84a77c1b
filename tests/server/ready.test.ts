/** GET /ready, by which a load balancer or a script knows when to send people. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { isLoaded } from '../../supabase/sample/load.ts'
import { createDatabase, databases, dropDatabase, freePort, jwtSecret, serviceKey } from '../harness.ts'

// supabase-js does not start on Node 20 without one; nothing here opens it.
vi.stubGlobal('WebSocket', WebSocket)

const root = fileURLToPath(new URL('../..', import.meta.url))
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tuckbox-ready-'))
})
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }))

async function end(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const exited = new Promise((resolve) => server.once('exit', resolve))
  server.kill(signal)
  await exited
}

describe.each(databases)('/ready on %s', (database) => {
  it('is 503 until migrations and the whole sample catalogue are in, also after a start that was killed while loading it', async () => {
    const databaseUrl = database === 'postgres' ? await createDatabase({ isEmpty: true }) : ''
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const start = () =>
      spawn(process.execPath, [path.join(root, 'build/server/main.js')], {
        cwd: root,
        stdio: 'ignore',
        env: {
          ...process.env,
          PORT: String(port),
          DATA_DIR: path.join(folder, database),
          DATABASE_URL: databaseUrl,
          SAMPLE_DATA: '1',
          JWT_SECRET: jwtSecret,
        },
      })
    /** Asks until the answer is another than the one that everybody gets while the database is opened. */
    const answer = async (
      isAwaited: (text: string) => boolean = (text) => !text.includes('The server is starting'),
    ) => {
      for (;;) {
        const response = await fetch(`${url}/ready`).catch(() => undefined)
        const text = response && `${response.status} ${await response.text()}`
        if (text && isAwaited(text)) return text
        await delay(10)
      }
    }
    const loading = '503 {"status":"the sample catalogue is being loaded"}'

    const killed = start()
    expect(await answer()).toBe(loading)
    expect((await fetch(`${url}/health`)).status).toBe(200)
    await end(killed, 'SIGKILL')
    const server = start()
    try {
      expect(await answer()).toBe(loading)
      expect(await answer((text) => text.startsWith('200'))).toBe('200 {"status":"ready"}')
      expect(await isLoaded(createClient(url, await serviceKey(), { auth: { persistSession: false } }))).toBe(true)
    } finally {
      await end(server, 'SIGTERM')
      if (databaseUrl) await dropDatabase(databaseUrl)
    }
  }, 120_000)
})
