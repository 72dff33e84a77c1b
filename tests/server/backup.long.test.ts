/** `npm run backup` and `npm run restore`, while the server serves. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isIPv4 } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { isLoopbackHost } from '../../server/config.ts'
import { ownAddresses } from '../../server/hosts.ts'
import { createDatabase, databases, dropDatabase, type StartOptions, startServer, type TestServer } from '../harness.ts'
import { clientOf, environmentOf, expectWholeMarket, fillMarket, runCommand } from './small-market.ts'

const newest = (backups: string) =>
  path.join(
    backups,
    readdirSync(backups)
      .filter((name) => /Z$/.test(name))
      .sort()
      .at(-1) ?? '',
  )
const manifestSchema = z.object({
  tables: z.array(z.looseObject({ name: z.string(), digest: z.looseObject({ rows: z.number() }) })),
  objects: z.array(z.looseObject({})),
})
const manifestOf = (backup: string) =>
  manifestSchema.parse(JSON.parse(readFileSync(path.join(backup, 'manifest.json'), 'utf8')))
/** The tables of a backup. The outbox counts by its number of rows, because a job of the server may send an email meanwhile. */
const tablesOf = (backup: string) =>
  manifestOf(backup).tables.map((table) =>
    table.name === 'public.outbox' ? { ...table, digest: { rows: table.digest.rows } } : table,
  )
const blobsOf = (backups: string) =>
  readdirSync(path.join(backups, 'objects'), { recursive: true }).filter((name) => String(name).length > 60)

/** An address by which other machines reach this one. */
const ownAddress = ownAddresses().find((address) => isIPv4(address) && !isLoopbackHost(address))

it.skipIf(ownAddress === undefined)(
  'npm run backup copies the embedded database of a server that listens on one address of its machine',
  { timeout: 600_000 },
  async () => {
    const HOST = ownAddress ?? ''
    const server = await startServer({ env: { HOST, RATE_LIMITS: 'on' } })
    const backups = path.join(server.dataDir, 'backups')
    try {
      expect(server.url).toContain(HOST)
      expect(await (await fetch(`${server.url}/metrics`)).text()).toContain('http_requests_total')
      expect(await runCommand('backup', ['--to', backups], { ...environmentOf(server), HOST })).toMatchObject({
        code: 0,
        output: expect.stringContaining('Wrote '),
      })
    } finally {
      await server.stop()
    }
  },
)

const webp = Buffer.from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64')

// A backup has a low priority, so other tests on the same processors delay it.
describe.each(databases)('npm run backup on %s', { timeout: 600_000 }, (kind) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tuckbox-backup-'))
  const backups = path.join(folder, 'backups')
  let server: TestServer
  const opened: string[] = []

  async function emptyTarget(name: string): Promise<StartOptions> {
    const dataDir = path.join(folder, name)
    if (kind === 'pglite') return { dataDir }
    const databaseUrl = await createDatabase()
    opened.push(databaseUrl)
    return { dataDir, databaseUrl }
  }

  beforeAll(async () => {
    server = await startServer({ database: kind, dataDir: path.join(folder, 'source'), market: 'sample' })
    await fillMarket(server)
  })
  afterAll(async () => {
    await server.stop()
    for (const url of opened) await dropDatabase(url)
    rmSync(folder, { recursive: true, force: true })
  })

  it('backs up a market in use as of one moment, and restores it elsewhere', async () => {
    const client = clientOf(server, server.serviceKey)
    let isDone = false
    let pairs = 0
    // Both rows of a pair are written in one statement.
    const writing = (async () => {
      for (; !isDone; pairs += 1) {
        const pair = [`${pairs} left`, `${pairs} right`].map((subject) => ({
          subject,
          message: 'A pair of messages',
          sender_name: 'Bea',
          sender_email: 'bea@example.com',
        }))
        const { error } = await client.from('contact_messages').insert(pair)
        expect(error).toBeNull()
      }
    })()
    const backup = await runCommand('backup', ['--to', backups], environmentOf(server))
    isDone = true
    await writing
    expect(backup).toMatchObject({ code: 0, output: expect.stringContaining('Wrote ') })
    expect(pairs).toBeGreaterThan(5)
    expect(existsSync(path.join(server.dataDir, 'snapshot'))).toBe(false)

    const target = await emptyTarget('target')
    // With PostgreSQL the server runs meanwhile, because it stores the objects.
    const running = kind === 'postgres' ? await startServer(target) : undefined
    const environment = environmentOf({
      dataDir: target.dataDir ?? '',
      databaseUrl: target.databaseUrl,
      url: running?.url ?? server.url,
    })
    const restored = await runCommand('restore', ['--from', newest(backups)], environment)
    expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('The jobs are scheduled.') })
    const copy = running ?? (await startServer(target))
    try {
      // Counted, because a response has at most 1,000 rows.
      const countOf = async (side: string) => {
        const messages = clientOf(copy, copy.serviceKey).from('contact_messages')
        const { count } = await messages
          .select('*', { head: true, count: 'exact' })
          .eq('message', 'A pair of messages')
          .like('subject', `% ${side}`)
        return count
      }
      expect(await countOf('left')).toBeGreaterThan(0)
      expect(await countOf('left')).toBe(await countOf('right'))
      const again = await runCommand('backup', ['--to', path.join(folder, 'again')], environmentOf(copy))
      expect(again).toMatchObject({ code: 0 })
      const [before, after] = [newest(backups), newest(path.join(folder, 'again'))]
      expect(tablesOf(after)).toEqual(tablesOf(before))
      expect(new Set(manifestOf(after).objects)).toEqual(new Set(manifestOf(before).objects))
      await expectWholeMarket(copy)
    } finally {
      await copy.stop()
    }
  })

  it('keeps the newest backups, and the objects they have', async () => {
    const email = 'baker@example.com'
    const client = clientOf(server)
    const { data } = await client.auth.signInWithPassword({ email, password: 'proving-dough-at-dawn' })
    await client.storage.from('profile_images').upload(`${data.user?.id}/new.webp`, webp, { contentType: 'image/webp' })
    const second = await runCommand('backup', ['--to', backups], environmentOf(server))
    expect(second).toMatchObject({ code: 0 })
    const blobs = blobsOf(backups).length
    await client.storage.from('profile_images').remove([`${data.user?.id}/new.webp`])
    const third = await runCommand('backup', ['--to', backups, '--keep', '1'], environmentOf(server))
    expect(third.output.match(/Removed /g)).toHaveLength(2)
    expect(readdirSync(backups).filter((name) => /Z$/.test(name))).toHaveLength(1)
    expect(blobsOf(backups)).toHaveLength(blobs - 1)
  })

  it('names an object whose bytes are lost, exits with 1 and removes no backup', async () => {
    const others = path.join(folder, 'others')
    expect(await runCommand('backup', ['--to', others], environmentOf(server))).toMatchObject({ code: 0 })
    const client = clientOf(server, server.serviceKey)
    await client.storage.createBucket('lost')
    const blobs = path.join(server.dataDir, 'storage/blobs')
    const blobsNow = () => readdirSync(blobs, { recursive: true, encoding: 'utf8' })
    const before = blobsNow()
    await client.storage.from('lost').upload('note.txt', new Blob(['hello']), { contentType: 'text/plain' })
    const lost = blobsNow().find((name) => name.length > 30 && !before.includes(name)) ?? ''
    rmSync(path.join(blobs, lost))
    expect(await runCommand('backup', ['--to', others, '--keep', '1'], environmentOf(server))).toMatchObject({
      code: 1,
      output: expect.stringContaining('lost/note.txt is missing in the storage'),
    })
    expect(readdirSync(others).filter((name) => /Z$/.test(name))).toHaveLength(2)
    await client.storage.from('lost').remove(['note.txt'])
  })

  it.runIf(kind === 'postgres')('does not restore through the API of another database', async () => {
    const scratch = await emptyTarget('scratch')
    const environment = environmentOf({
      dataDir: scratch.dataDir ?? '',
      databaseUrl: scratch.databaseUrl,
      url: server.url,
    })
    const pictures = clientOf(server, server.serviceKey).storage.from('profile_images')
    const names = async () => (await pictures.list()).data?.map(({ name }) => name)
    await pictures.upload('later.webp', webp, { contentType: 'image/webp' })
    const before = await names()
    expect(before).toContain('later.webp')
    expect(await runCommand('restore', ['--from', newest(backups), '--replace'], environment)).toMatchObject({
      code: 1,
      output: expect.stringContaining('The storage API of the target serves another database.'),
    })
    expect(await names()).toEqual(before)
    await pictures.remove(['later.webp'])
  })

  it('refuses an incomplete or a damaged backup', async () => {
    const target = await emptyTarget('damaged')
    const environment = environmentOf({
      dataDir: target.dataDir ?? '',
      databaseUrl: target.databaseUrl,
      url: server.url,
    })
    const backup = newest(backups)
    for (const name of ['manifest.json', 'rows/public.products.jsonl.gz', 'SHA256SUMS']) {
      const file = path.join(backup, name)
      const bytes = readFileSync(file)
      const damaged = Buffer.from(bytes)
      const middle = bytes.length >> 1
      damaged.writeUInt8(damaged.readUInt8(middle) ^ 1, middle)
      writeFileSync(file, damaged)
      expect(await runCommand('restore', ['--from', backup], environment)).toMatchObject({
        code: 1,
        output: expect.stringMatching(/ is damaged: it differs from SHA256SUMS\.|is not a complete backup/),
      })
      // Nothing was written.
      expect(existsSync(target.dataDir ?? '')).toBe(false)
      writeFileSync(file, bytes)
    }
    const manifest = readFileSync(path.join(backup, 'manifest.json'))
    rmSync(path.join(backup, 'manifest.json'))
    expect(await runCommand('restore', ['--from', backup], environment)).toMatchObject({
      code: 1,
      output: expect.stringContaining('is not a complete backup'),
    })
    writeFileSync(path.join(backup, 'manifest.json'), manifest)
  })

  it('replaces an object of an earlier backup that is damaged, if it verifies', async () => {
    const blobs = blobsOf(backups).map((name) => path.join(backups, 'objects', String(name)))
    const [rotten, short] = [blobs[0] ?? '', blobs[1] ?? '']
    const originals = [rotten, short].map((file) => readFileSync(file))
    const flipped = Buffer.from(originals[0] ?? '')
    flipped.writeUInt8(flipped.readUInt8(9) ^ 1, 9)
    writeFileSync(rotten, flipped)
    writeFileSync(short, (originals[1] ?? Buffer.alloc(0)).subarray(1))
    // The size alone shows one of them.
    expect(await runCommand('backup', ['--to', backups], environmentOf(server))).toMatchObject({ code: 0 })
    expect(readFileSync(short)).toEqual(originals[1])
    expect(readFileSync(rotten)).toEqual(flipped)
    const verified = await runCommand('backup', ['--to', backups, '--verify'], environmentOf(server))
    expect(verified).toMatchObject({ code: 0, output: expect.stringContaining(`${rotten} is damaged.`) })
    expect(readFileSync(rotten)).toEqual(originals[0])
    // No object of the market has these bytes.
    const gone = path.join(backups, 'objects/00', '0'.repeat(64))
    mkdirSync(path.dirname(gone), { recursive: true })
    writeFileSync(gone, 'lost')
    expect(await runCommand('backup', ['--to', backups, '--verify'], environmentOf(server))).toMatchObject({
      code: 1,
      output: expect.stringContaining(`${gone} is damaged, and was not replaced.`),
    })
  })

  it('prints the keys of the server', async () => {
    const { output } = await runCommand('keys', [], environmentOf(server))
    expect(output).toContain(server.anonKey)
    expect(output).toContain(server.serviceKey)
  })

  it('copies the database for the service key only', async () => {
    const snapshot = (key: string) =>
      fetch(`${server.url}/snapshot`, { method: 'POST', headers: { Authorization: `Bearer ${key}` } })
    expect((await snapshot(server.anonKey)).status).toBe(401)
    expect((await snapshot('')).status).toBe(401)
    expect((await fetch(`${server.url}/snapshot`)).status).toBe(404)
  })
})
