/** `npm run backup` and `npm run restore` of an embedded market whose server has stopped. */
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { lockBackups, openBackup, writeBackup } from '../../scripts/market/archive.ts'
import { openOwnPlace } from '../../scripts/market/place.ts'
import { withSource } from '../../scripts/market/source.ts'
import { createMarket, pngOf } from '../../scripts/market/testing.ts'
import { readConfig } from '../../server/config.ts'
import { jwtSecret, startServer, type TestServer } from '../harness.ts'
import { clientOf, environmentOf, runCommand } from './small-market.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'tuckbox-restore-'))
const backups = path.join(folder, 'backups')
let backup = ''

const stoppedAt = (name: string) => ({ DATA_DIR: path.join(folder, name), DATABASE_URL: '', JWT_SECRET: '' })
const secretsOf = (name: string) => path.join(folder, name, 'secrets.json')
const restore = (name: string, ...options: string[]) =>
  runCommand('restore', ['--from', backup, ...options], stoppedAt(name))

beforeAll(async () => {
  await createMarket(path.join(folder, 'source'))
  writeFileSync(secretsOf('source'), JSON.stringify({ jwtSecret }), { mode: 0o644 })
  const { output } = await runCommand('backup', ['--to', backups], stoppedAt('source'))
  backup = /Wrote (.*)\./.exec(output)?.[1] ?? ''
  expect(backup).not.toBe('')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('A restore writes the secrets of the backup for their owner only, and stops where the server has others', async () => {
  expect(await restore('target')).toMatchObject({ code: 0 })
  expect(readFileSync(secretsOf('target'))).toEqual(readFileSync(secretsOf('source')))
  expect(statSync(secretsOf('target')).mode & 0o777).toBe(0o600)
  expect(await restore('target')).toMatchObject({ code: 0 })

  writeFileSync(secretsOf('target'), JSON.stringify({ jwtSecret: `${jwtSecret} of another server` }))
  const others = readFileSync(secretsOf('target'))
  expect(await restore('target')).toMatchObject({
    code: 1,
    output: expect.stringContaining(`${path.join(backup, 'secrets.json')} differs from ${secretsOf('target')}`),
  })
  expect(await restore('target', '--keep-secrets')).toMatchObject({ code: 0 })
  expect(readFileSync(secretsOf('target'))).toEqual(others)
}, 180_000)

it('A backup that begins while the server is down lets it start, and has what members replace meanwhile', async () => {
  const dataDir = path.join(folder, 'starting')
  const pictures = (server: TestServer) => clientOf(server, server.serviceKey).storage.from('product_images')
  const upload = async (server: TestServer, name: string, variant: number) => {
    const { error } = await pictures(server).upload(name, pngOf(variant), { contentType: 'image/png', upsert: true })
    expect(error).toBeNull()
  }
  const start = async (PORT = '0') => {
    const server = await startServer({ dataDir, env: { PORT } })
    onTestFinished(async () => void (await server.stop()))
    return server
  }
  const first = await start()
  for (const name of ['kept.png', 'removed.png', 'replaced.png']) await upload(first, name, 1)
  await first.stop()

  const environment = environmentOf(first)
  const place = await openOwnPlace(readConfig({ ...environment, HOST: '127.0.0.1' }), 'read')
  const second = await start(new URL(first.url).port)
  await pictures(second).remove(['removed.png'])
  await upload(second, 'replaced.png', 2)
  const name = '2026-11-25T00-00-00Z'
  const others = path.join(folder, 'others')
  const options = { backups: others, name, secrets: undefined, verifies: false, print: () => {} }
  expect(await withSource(place, (source) => writeBackup({ source, ...options }))).toEqual([])
  await place.close()
  await second.stop()
  expect(existsSync(path.join(dataDir, 'snapshot'))).toBe(false)

  const archived = await openBackup(path.join(others, name))
  const contents: Record<string, Buffer> = {}
  for (const object of archived.objects) contents[object.name] = Buffer.from((await archived.read(object)) ?? [])
  expect(contents).toEqual({ 'kept.png': pngOf(1), 'replaced.png': pngOf(2) })
}, 180_000)

it('A restore of a backup of another release changes nothing', async () => {
  await createMarket(path.join(folder, 'unchanged'))
  const files = () => readdirSync(path.join(folder, 'unchanged'), { recursive: true, encoding: 'utf8' }).sort()
  const before = files()
  const later = path.join(folder, 'supabase')
  cpSync('supabase', later, { recursive: true })
  writeFileSync(path.join(later, 'migrations/30000101000000_later.sql'), 'create table later ()')
  const restored = await runCommand('restore', ['--from', backup], {
    ...stoppedAt('unchanged'),
    SUPABASE_DIR: later,
  })
  expect(restored).toMatchObject({ code: 1, output: expect.stringContaining('migration 30000101000000') })
  expect(files()).toEqual(before)
}, 180_000)

it('A restore and a backup do not run at the same time', async () => {
  const lock = await lockBackups(backups)
  const inUse = { code: 1, output: expect.stringContaining(`${backups} is in use by process ${process.pid}.`) }
  expect(await restore('locked')).toMatchObject(inUse)
  expect(existsSync(path.join(folder, 'locked'))).toBe(false)
  await lock.release()
  expect(await restore('locked')).toMatchObject({ code: 0 })
  expect(existsSync(path.join(backups, 'backup.lock'))).toBe(false)
}, 180_000)

it.runIf(existsSync('/sys'))(
  'A restore reads a medium that cannot be written',
  async () => {
    expect(await runCommand('restore', ['--from', '/sys/backup'], stoppedAt('target'))).toMatchObject({
      code: 1,
      output: expect.stringContaining('/sys/backup is not a complete backup'),
    })
  },
  60_000,
)
