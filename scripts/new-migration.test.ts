import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { newMigration } from './new-migration.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'new-migration-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const now = new Date('2026-03-04T05:06:07.089Z')

it('A new migration has the current time as its version and its name as the heading', async () => {
  await writeFile(path.join(folder, '20260101000000_first.sql'), '')
  expect(await newMigration(folder, 'gift notes', now)).toBe('20260304050607_gift_notes.sql')
  expect(await readFile(path.join(folder, '20260304050607_gift_notes.sql'), 'utf8')).toBe('-- Gift notes.\n')
})

it('A new migration comes after the last one, even if that has a later time', async () => {
  await writeFile(path.join(folder, '20270101000000_later.sql'), '')
  await newMigration(folder, 'one', now)
  await newMigration(folder, 'two', now)
  expect((await readdir(folder)).sort()).toEqual([
    '20270101000000_later.sql',
    '20270101000001_one.sql',
    '20270101000002_two.sql',
  ])
})

it.each(['', '../elsewhere', 'drop;table', '1st'])('A migration cannot have the name %o', async (name) => {
  await expect(newMigration(folder, name, now)).rejects.toThrow('Usage: npm run db:new NAME')
  expect(await readdir(folder)).toEqual([])
})
