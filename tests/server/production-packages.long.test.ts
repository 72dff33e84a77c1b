/** The built server in another folder, with its production packages alone, as in the container image. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { installCommand } from '../../server/tracing.ts'
import { startServer, type TestServer } from '../harness.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const lockfile = z.object({ packages: z.record(z.string(), z.object({ dev: z.boolean().optional() })) })

let programDir = ''
let server: TestServer

beforeAll(async () => {
  programDir = mkdtempSync(path.join(tmpdir(), 'tuckbox-program-'))
  for (const folder of ['build', 'supabase', 'domain'])
    cpSync(path.join(root, folder), path.join(programDir, folder), { recursive: true })
  cpSync(path.join(root, 'package.json'), path.join(programDir, 'package.json'))
  linkProductionPackages()
  // Packages then find their dependencies among the links.
  server = await startServer({ programDir, env: { NODE_OPTIONS: '--preserve-symlinks' } })
})
afterAll(async () => {
  await server?.stop()
  rmSync(programDir, { recursive: true, force: true })
})

/** Links what `npm prune --omit=dev` leaves. */
function linkProductionPackages(): void {
  const { packages } = lockfile.parse(JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')))
  for (const [location, { dev }] of Object.entries(packages)) {
    const isOwnFolder = /^node_modules\/(@[^/]+\/)?[^/]+$/.test(location)
    if (dev || !isOwnFolder || !existsSync(path.join(root, location))) continue
    mkdirSync(path.dirname(path.join(programDir, location)), { recursive: true })
    symlinkSync(path.join(root, location), path.join(programDir, location))
  }
}

const functionNames = readdirSync(path.join(root, 'supabase/functions'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
  .map(({ name }) => name)

/** Only starts the function's thread: no function checks a token of this method. */
const start = (name: string) => fetch(`${server.url}/functions/v1/${name}`, { method: 'OPTIONS' })

it('every function runs from its prepared bundle', async () => {
  const responses = await Promise.all(functionNames.map(start))
  const failed = responses
    .map((response, n) => [functionNames[n], response.status])
    .filter(([, status]) => status === 503)
  expect(failed).toEqual([])
  expect(functionNames.length).toBeGreaterThan(10)
  expect(existsSync(path.join(server.dataDir, 'cache/functions'))).toBe(false)
})

it('pages are rendered, and accounts are created', async () => {
  expect((await fetch(`${server.url}/faq`)).status).toBe(200)
  const account = await fetch(`${server.url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: server.anonKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'baker@example.com', password: 'a-long-enough-passphrase' }),
  })
  expect(account.status).toBe(200)
})

it('traces need packages that are not among them, and the start names the command that installs them', async () => {
  const env = { NODE_OPTIONS: '--preserve-symlinks', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }
  await expect(startServer({ programDir, env })).rejects.toThrow(installCommand)
})

it('a function that changed since the build cannot be bundled, because Vite is missing', async () => {
  await appendFile(path.join(programDir, 'supabase/functions/unsubscribe/index.ts'), '\n// changed\n')
  await expect.poll(async () => (await start('unsubscribe')).status, { timeout: 10_000 }).toBe(503)
  // The log may come after the response.
  await expect.poll(() => server.logs(), { timeout: 15_000 }).toContain("Cannot find package 'vite'")
})
