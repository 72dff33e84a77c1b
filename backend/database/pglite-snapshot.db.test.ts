import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DataFolderError } from './data-folder.ts'
import type { Database } from './database.ts'
import { openPglite } from './pglite.ts'
import { snapshotFolder } from './pglite-snapshot.ts'
import { copyTemplateFolder } from './testing.ts'

describe('A snapshot of an embedded database', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tuckbox-snapshot-'))
  const [from, to] = [path.join(folder, 'database'), path.join(folder, 'snapshot')]
  let database: Database
  const run = async (text: string, on = database) => (await on.run({ text, values: [] })).rows

  beforeAll(async () => {
    await copyTemplateFolder(from)
    database = await openPglite({ dataDir: from })
    await run('create table entries (id int primary key, body text)')
    await run(`insert into entries select n, repeat('x', 300) from generate_series(1, 30000) n`)
  })
  afterAll(async () => {
    await database.close()
    rmSync(folder, { recursive: true })
  })

  it('has whole transactions only, while rows, tables and checkpoints come and go', async () => {
    let isDone = false
    let n = 30_000
    const writing = (async () => {
      for (; !isDone; n += 1) {
        await run(`insert into entries values (${n + 1}, 'left'), (${-n - 1}, 'right')`)
        await run(`update entries set body = 'changed ${n}' where id = ${n % 30_000}`)
        if (n % 100 === 0)
          await database.script('create table short_lived (id int); drop table short_lived; checkpoint')
      }
    })()
    await new Promise((resolve) => setTimeout(resolve, 100))
    const [before] = await run('select count(*) from entries')
    await snapshotFolder(database, from, to)
    const [after] = await run('select count(*) from entries')
    isDone = true
    await writing

    const copy = await openPglite({ dataDir: to })
    try {
      const [row] = await run(
        `select count(*), count(*) filter (where id > 30000), count(*) filter (where id < 0),
          bool_and(id > -30000 or exists (select from entries other where other.id = -entries.id)) from entries`,
        copy,
      )
      const [count, lefts, rights, isWhole] = row ?? []
      expect(Number(count)).toBeGreaterThanOrEqual(Number(before?.[0]))
      expect(Number(count)).toBeLessThanOrEqual(Number(after?.[0]) + 2)
      expect(lefts).toBe(rights)
      expect(isWhole).toBe('t')
      await run(`insert into entries values (0, 'written in the copy')`, copy)
      await expect(snapshotFolder(database, from, to)).rejects.toThrow(DataFolderError)
    } finally {
      await copy.close()
    }
    expect(await run('select from entries where id = 0')).toHaveLength(0)
  })

  it('replaces an earlier one, and leaves no slot that keeps the log', async () => {
    await snapshotFolder(database, from, to)
    expect(await run('select slot_name from pg_replication_slots')).toEqual([])
    expect(existsSync(path.join(to, 'backup_label'))).toBe(true)
  })
})
