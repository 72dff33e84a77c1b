/** `npm run backup` and `npm run restore` of an embedded market whose server has stopped. */
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lockBackups } from '../../scripts/market/archive.ts'
import { createMarket } from '../../scripts/market/testing.ts'
import { jwtSecret } from '../harness.ts'
import { runCommand } from './small-market.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'tuckbox-restore-'))
const backups = path.join(folder, 'backups')
let backup = ''

const environmentOf = (name: string) => ({ DATA_DIR: path.join(folder, name), DATABASE_URL: '', JWT_SECRET: '' })
const secretsOf = (name: string) => path.join(folder, name, 'secrets.json')
const restore = (name: string, ...options: string[]) =>
  runCommand('restore', ['--from', backup, ...options], environmentOf(name))

beforeAll(async () => {
  await createMarket(path.join(folder, 'source'))
  writeFileSync(secretsOf('source'), JSON.stringify({ jwtSecret }), { mode: 0o644 })
  const { output } = await runCommand('backup', ['--to', backups], environmentOf('source'))
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
    expect(await runCommand('restore', ['--from', '/sys/backup'], environmentOf('target'))).toMatchObject({
      code: 1,
      output: expect.stringContaining('/sys/backup is not a complete backup'),
    })
  },
  60_000,
)
