/** A second start of the server, after and during the first: what it keeps, and what it says. */
import { appendFile, cp, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ServerExit, startServer } from '../harness.ts'
import { notesProject } from './notes-project.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tuckbox start '))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const dataDirectory = (name: string) => path.join(folder, name)

it('The server starts with a migration that has changed since it was applied, and logs its name', async () => {
  const dataDir = dataDirectory('changed')
  const changing = path.join(folder, 'changing project')
  await cp(notesProject, changing, { recursive: true })
  const [name = ''] = await readdir(path.join(changing, 'migrations'))
  const first = await startServer({ dataDir, env: { SUPABASE_DIR: changing } })
  await first.stop()
  expect(first.logs()).not.toContain('has changed')
  await appendFile(path.join(changing, 'migrations', name), '\n-- One more line.\n')
  const second = await startServer({ dataDir, env: { SUPABASE_DIR: changing } })
  expect((await fetch(`${second.url}/ready`)).status).toBe(200)
  await second.stop()
  expect(second.logs()).toContain(`${name} has changed since it was applied`)
})

it('The server stores its JWT secret for its owner only and never logs it', async () => {
  const dataDir = dataDirectory('secret')
  const server = await startServer({ dataDir, env: { SUPABASE_DIR: notesProject, JWT_SECRET: '', LOG_LEVEL: 'trace' } })
  expect(((await stat(path.join(dataDir, 'secrets.json'))).mode & 0o777).toString(8)).toBe('600')
  expect(await readdir(dataDir)).not.toContain('secrets.json.new')
  const { anonKey } = server
  await server.stop()
  expect(server.logs()).not.toContain('jwtSecret')
  const again = await startServer({ dataDir, env: { SUPABASE_DIR: notesProject, JWT_SECRET: '' } })
  expect(again.anonKey).toBe(anonKey)
  await again.stop()
})

it('A start does not touch a data folder that another server has open', async () => {
  const dataDir = dataDirectory('in use')
  const first = await startServer({ dataDir, env: { SUPABASE_DIR: notesProject } })
  const failed: unknown = await startServer({ dataDir, env: { SUPABASE_DIR: notesProject } }).catch((error) => error)
  if (!(failed instanceof ServerExit)) throw new Error('it started')
  expect(failed.code).toBe(1)
  expect(failed.output).toContain(`is in use by process ${first.process.pid}`)
  expect((await fetch(`${first.url}/ready`)).status).toBe(200)
  expect(await first.stop()).toBe(0)
})
