/** GET /ready, for load balancers. */
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

// supabase-js needs a WebSocket to start, and Node 20 has none.
vi.stubGlobal('WebSocket', WebSocket)

const root = fileURLToPath(new URL('../..', import.meta.url))
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tuckbox-ready-'))
})
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }))

async function stop(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const exited = new Promise((resolve) => server.once('exit', resolve))
  server.kill(signal)
  await exited
}

describe.each(databases)('/ready on %s', (database) => {
  it('responds with 503 until the migrations and the whole sample catalogue are loaded, also after a killed start', async () => {
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
    /** Polls until a response is as expected. By default that is any response but the one before the database is open. */
    const pollReady = async (
      isExpected: (text: string) => boolean = (text) => !text.includes('The server is starting'),
    ) => {
      for (;;) {
        const response = await fetch(`${url}/ready`).catch(() => undefined)
        const text = response && `${response.status} ${await response.text()}`
        if (text && isExpected(text)) return text
        await delay(10)
      }
    }
    const loading = '503 {"status":"the sample catalogue is being loaded"}'

    const killed = start()
    expect(await pollReady()).toBe(loading)
    expect((await fetch(`${url}/health`)).status).toBe(200)
    await stop(killed, 'SIGKILL')
    const server = start()
    try {
      expect(await pollReady()).toBe(loading)
      expect(await pollReady((text) => text.startsWith('200'))).toBe('200 {"status":"ready"}')
      expect(await isLoaded(createClient(url, await serviceKey(), { auth: { persistSession: false } }))).toBe(true)
    } finally {
      await stop(server, 'SIGTERM')
      if (databaseUrl) await dropDatabase(databaseUrl)
    }
  }, 120_000)
})
