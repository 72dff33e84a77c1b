/** Starting and stopping the server: error messages and exit codes. */
import { spawn } from 'node:child_process'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ServerExit, type StartOptions, startServer } from '../harness.ts'
import { notesProject } from './notes-project.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tuckbox start '))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const dataDirectory = (name: string) => path.join(folder, name)

async function failedStart(options: StartOptions): Promise<ServerExit> {
  const outcome = await startServer({ isFirstStart: true, ...options }).then(
    async (server) => {
      await server.stop()
      return undefined
    },
    (error: unknown) => error,
  )
  if (outcome instanceof ServerExit) return outcome
  throw new Error(`expected the start to fail, got ${outcome}`)
}

describe('A start that fails', () => {
  it('reports a port in use, exits with 1 and writes no data', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    const address = other.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const dataDir = path.join(folder, 'untouched')
    const { code, output } = await failedStart({ dataDir, env: { PORT: String(port) } })
    other.close()
    expect(code).toBe(1)
    expect(output.trim()).toBe(
      `Port ${port} is already in use by another process. Stop it, or choose another port: PORT=${port + 1} npm start`,
    )
    await expect(stat(dataDir)).rejects.toThrow('ENOENT')
  })

  it.each([
    [
      { PORT: 'many', DATABASE_URL: 'mysql://localhost/x', MAP_TILES_URL: 'https://tile.example', JWT_SECRET: 'short' },
      [
        'PORT must be a number',
        'DATABASE_URL must be a postgres:// URL',
        'MAP_TILES_URL must contain {z}, {x} and {y}',
        'JWT_SECRET must have at least 32 characters',
      ],
    ],
    [
      { HOST: '0.0.0.0', RATE_LIMITS: 'off', SUPABASE_URL: 'https://x.example' },
      [
        'RATE_LIMITS may be off only if HOST, and PUBLIC_URL if set, are this machine',
        'SUPABASE_URL and SUPABASE_ANON_KEY belong together',
      ],
    ],
    [{ SUPABASE_DIR: '/nowhere' }, ['There is no Supabase project in /nowhere']],
  ])('explains in a sentence each what is wrong with %o', async (env, sentences) => {
    const { code, output } = await failedStart({ env: { RATE_LIMITS: 'on', ...env } })
    expect(code).toBe(1)
    for (const sentence of sentences) expect(output).toContain(sentence)
    expect(output).not.toContain('    at ')
  })

  it('reports that PostgreSQL cannot be reached', async () => {
    const { code, output } = await failedStart({ env: { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' } })
    expect(code).toBe(1)
    expect(output).toContain('The database cannot be opened: connect ECONNREFUSED 127.0.0.1:9')
    expect(output).not.toContain('    at ')
  })
})

it('The server stops at a SIGTERM to `npm start`, although npm runs it in a shell', async () => {
  const dataDir = dataDirectory('through npm')
  const child = spawn('npm', ['start'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir, SUPABASE_DIR: notesProject, SAMPLE_DATA: '0' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      const address = /open at (\S+)/.exec(String(chunk))?.[1]
      if (address) resolve(address)
    })
    child.once('exit', (code) => reject(new Error(`npm start exited with code ${code}`)))
  })
  const exited = new Promise((resolve) => child.once('exit', resolve))
  // A process manager signals npm only.
  child.kill('SIGTERM')
  await exited
  await vi.waitUntil(
    () =>
      fetch(`${url}/health`).then(
        () => false,
        () => true,
      ),
    { timeout: 15_000 },
  )
  // The data folder is not locked any more.
  expect(await readdir(dataDir)).not.toContain('database.lock')
})
