import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listBackups, openBackup, removeOldBackups, writeBackup } from './archive.ts'
import { move } from './move.ts'
import type { StorageApi } from './objects.ts'
import { type Place, PlaceError } from './place.ts'
import { restoreObjects } from './restore-objects.ts'
import { type Source, withSource } from './source.ts'
import { addPicture, openMarket } from './testing.ts'

let folder: string
let place: Place
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'tuckbox-objects-'))
  place = await openMarket(folder)
  for (const [n, name] of ['cake.png', 'pie.png'].entries()) await addPicture(place, name, n)
})
afterEach(async () => {
  await place.close()
  rmSync(folder, { recursive: true, force: true })
})

const backupOf = async (source: Source) => {
  const backups = path.join(folder, 'backups')
  const name = '2026-11-25T00-00-00Z'
  const failures = await writeBackup({ source, secrets: undefined, verifies: false, backups, name, print: () => {} })
  const backup = await openBackup(path.join(backups, name))
  return { backup, failures, names: backup.objects.map((object) => object.name) }
}

/** The files of objects below a folder. */
const blobsIn = (parent: string) =>
  readdirSync(parent, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.length > 30)
    .map((name) => path.join(parent, name))

describe('a backup', () => {
  it('names the objects whose bytes are lost, and has the others', async () => {
    const [lost = ''] = blobsIn(path.join(folder, 'storage/blobs'))
    rmSync(lost)
    const { failures, names } = await withSource(place, backupOf)
    expect(names).toHaveLength(1)
    expect(failures).toEqual([expect.stringMatching(/^product_images\/(cake|pie)\.png is missing in the storage/)])
  })

  it('leaves out an object that was removed meanwhile', async () => {
    const { failures, names } = await withSource(place, async (source) => {
      await place.storage?.('/object/product_images/pie.png', { method: 'DELETE' })
      return backupOf(source)
    })
    expect({ failures, names }).toEqual({ failures: [], names: ['cake.png'] })
  })

  it('is refused where the URL is of another API', async () => {
    const other = { ...place, storage: async () => new Response('No such page', { status: 404 }) }
    await expect(withSource(other, backupOf)).rejects.toThrow(PlaceError)
  })
})

it('a backup of a market that has lost its accounts removes no older one', async () => {
  const backups = path.join(folder, 'backups')
  const write = (name: string) =>
    withSource(place, (source) =>
      writeBackup({ source, secrets: undefined, verifies: false, backups, name, print: () => {} }),
    )
  const names = ['2026-11-25T00-00-00Z', '2026-11-26T00-00-00Z', '2026-11-27T00-00-00Z']
  const [first = '', second = '', third = ''] = names
  await place.database.script(`insert into auth.users (id, email)
    select gen_random_uuid(), n || '@example.com' from generate_series(1, 4) n`)
  for (const name of [first, second]) await write(name)
  expect(await removeOldBackups(backups, 1)).toEqual([first])
  await place.database.script('delete from auth.users')
  await write(third)
  await expect(removeOldBackups(backups, 1)).rejects.toThrow('has 0 accounts, and an older one 4')
  expect(await listBackups(backups)).toEqual([second, third])
})

describe('a restore', () => {
  const jobsOf = async ({ database }: Place) =>
    Number((await database.run({ text: 'select count(*) from cron.job', values: [] })).rows[0]?.[0])
  const namesOf = async ({ database }: Place) =>
    (await database.run({ text: 'select name from storage.objects order by 1', values: [] })).rows.flat()

  it('keeps all rows where the copy of one table differs', async () => {
    const { backup } = await withSource(place, backupOf)
    const subjects = async () =>
      (await place.database.run({ text: 'select subject from contact_messages', values: [] })).rows.flat()
    await place.database.script(`insert into contact_messages (subject, message, sender_name, sender_email)
      values ('Cake', 'Is it still there?', 'Bea', 'bea@example.com');
      insert into auth.users (id, email) values (gen_random_uuid(), 'bea@example.com')`)
    const [digest, name] = [{ rows: 1, sum: '1' }, 'public.contact_messages']
    const tables = backup.tables.map((table) => (table.name === name ? { ...table, digest } : table))
    const printed: string[] = []
    const print = (line: string) => printed.push(line)
    const options = { isDryRun: false, replaces: true, finishes: true, print }
    await expect(move({ from: { ...backup, tables }, to: place, ...options })).rejects.toThrow(`${name} differs`)
    expect(await jobsOf(place)).toBe(0)
    expect(printed.at(-1)).toContain('The jobs of the target are off.')
    expect(await subjects()).toEqual(['Cake'])
    const accounts = await place.database.run({ text: 'select email from auth.users', values: [] })
    expect(accounts.rows).toEqual([['bea@example.com']])
  })

  it('of objects alone writes lost and damaged files again, and changes no row', async () => {
    const { backup } = await withSource(place, backupOf)
    const rows = async () =>
      (
        await place.database.run({
          text: 'select name, owner_id, updated_at from storage.objects order by 1',
          values: [],
        })
      ).rows
    const [lost = '', damaged = ''] = blobsIn(path.join(folder, 'storage/blobs'))
    await addPicture(place, 'newer.png')
    const before = await rows()
    const bytes = readFileSync(damaged)
    rmSync(lost)
    writeFileSync(damaged, bytes.subarray(0, 10))
    const printed: string[] = []
    const options = { from: backup, to: place, print: (line: string) => printed.push(line) }
    for (const isDryRun of [true, false, false]) await restoreObjects({ ...options, isDryRun })
    expect(printed.filter((line) => line.includes('were lost'))).toEqual(
      [2, 2, 0].map((count) => expect.stringContaining(`${count} of 2 objects were lost or damaged`)),
    )
    expect(await rows()).toEqual(before)
  })

  it('is refused before anything changes where the storage API serves another database', async () => {
    const { backup } = await withSource(place, backupOf)
    const [to, other] = await Promise.all(['target', 'other'].map((name) => openMarket(path.join(folder, name))))
    if (!to || !other) throw new Error('There are two places.')
    try {
      await addPicture(other, 'newer.png')
      const wrong = { ...to, storage: other.storage }
      const options = { isDryRun: false, replaces: true, finishes: true, print: () => {} }
      await expect(move({ from: backup, to: wrong, ...options })).rejects.toThrow('serves another database')
      expect(await namesOf(other)).toEqual(['newer.png'])
      const buckets = await to.database.run({ text: 'select id from storage.buckets order by 1', values: [] })
      expect(buckets.rows.flat()).toEqual(backup.buckets.map(({ id }) => id))
    } finally {
      await to.close()
      await other.close()
    }
  })

  it('needs the storage APIs of both sides before anything changes', async () => {
    const to = await openMarket(path.join(folder, 'target'))
    await place.database.script(`insert into auth.users (id, email) values (gen_random_uuid(), 'bea@example.com')`)
    try {
      for (const [side, from, target] of [
        ['source', { ...place, storage: undefined }, to],
        ['target', place, { ...to, storage: undefined }],
      ] as const) {
        const options = { isDryRun: false, replaces: false, finishes: true, print: () => {} }
        await expect(withSource(from, (source) => move({ from: source, to: target, ...options }))).rejects.toThrow(
          `The objects need the storage API of the ${side}`,
        )
        expect(await jobsOf(to)).toBe(await jobsOf(place))
        expect((await to.database.run({ text: 'select from auth.users', values: [] })).count).toBe(0)
      }
    } finally {
      await to.close()
    }
  })

  it('names an object whose row was removed while it was copied', async () => {
    const { backup } = await withSource(place, backupOf)
    const to = await openMarket(path.join(folder, 'target'))
    try {
      const storage: StorageApi = async (target, init) => {
        const response = await (to.storage as StorageApi)(target, init)
        // It is read back once it was written.
        if (init || target !== '/object/product_images/cake.png') return response
        const bytes = await response.arrayBuffer()
        await to.storage?.(target, { method: 'DELETE' })
        return new Response(bytes, response)
      }
      const options = { isDryRun: false, replaces: false, finishes: true, print: () => {} }
      await expect(move({ from: backup, to: { ...to, storage }, ...options })).rejects.toThrow(
        'product_images/cake.png has no row in the target',
      )
    } finally {
      await to.close()
    }
  })

  it('keeps how long caches may store an object', async () => {
    const { backup } = await withSource(place, backupOf)
    const to = await openMarket(path.join(folder, 'target'))
    try {
      await move({ from: backup, to, isDryRun: false, replaces: false, finishes: true, print: () => {} })
      for (const { storage } of [place, to]) {
        const response = await storage?.('/object/public/product_images/cake.png')
        expect(response?.headers.get('cache-control')).toBe('public, max-age=3600')
        await response?.body?.cancel()
      }
    } finally {
      await to.close()
    }
  })

  it('names damaged objects and schedules the jobs, and the next one continues', async () => {
    const { backup } = await withSource(place, backupOf)
    const [damaged = ''] = blobsIn(path.join(folder, 'backups/objects'))
    const bytes = readFileSync(damaged)
    writeFileSync(damaged, 'damaged')
    const to = await openMarket(path.join(folder, 'target'))
    try {
      const restored = () =>
        move({ from: backup, to, isDryRun: false, replaces: false, finishes: true, print: () => {} })
      await expect(restored()).rejects.toThrow(
        /^1 objects could not be copied or removed.+product_images\/(cake|pie)\.png is damaged/s,
      )
      expect(await namesOf(to)).toHaveLength(1)
      expect(await jobsOf(to)).toBe(await jobsOf(place))
      writeFileSync(damaged, bytes)
      await restored()
      expect(await namesOf(to)).toEqual(['cake.png', 'pie.png'])
    } finally {
      await to.close()
    }
  })
})
