/** Statements in which WebAssembly traps, provoked by a function that gets a number for a pointer. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from './database.ts'
import { openPglite } from './pglite.ts'
import { copyTemplateFolder } from './testing.ts'

let folder: string
let database: Database
/** Copied, because creating one takes seconds. */
async function open(name: string, timeoutMs?: number): Promise<Database> {
  const dataDir = path.join(folder, name)
  await copyTemplateFolder(dataDir)
  return openPglite({ dataDir, ...(timeoutMs !== undefined && { timeoutMs }) })
}
const statement = (text: string) => ({ text, values: [] })
const rows = async (text: string) => (await database.run(statement(text))).rows

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tuckbox-traps-'))
  database = await open('database')
  await database.script(`
    create table notes (body text);
    create function trap(integer) returns integer language c strict as '$libdir/pg_trgm', 'gtrgm_compress';
    create function note_and_trap(body text) returns void language plpgsql as $$
    begin
      insert into notes values (body);
      perform trap(2000000000);
    end $$;
    -- A rollback does not undo what is written to a file.
    create function trap_once() returns text language plpgsql as $$
    begin
      insert into notes values ('at last');
      if pg_stat_file('trapped', true) is null then
        execute format('copy (select 1) to %L', current_setting('data_directory') || '/trapped');
        perform trap(2000000000);
      end if;
      return 'came through';
    end $$;`)
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

it('repeats a statement that trapped once, and applies it once', async () => {
  expect(await rows('select trap_once()')).toEqual([['came through']])
  expect(await rows('select body from notes')).toEqual([['at last']])
})

it('fails a statement that traps every time, rolls it back, and runs all others', async () => {
  const others = [1, 2, 3].map((n) => rows(`select ${n}`))
  await expect(rows(`select note_and_trap('half done')`)).rejects.toMatchObject({ code: '08006' })
  expect(await Promise.all(others)).toEqual([[['1']], [['2']], [['3']]])
  expect(await rows(`select body from notes where body = 'half done'`)).toEqual([])
})

it('rolls back a transaction in which a statement traps', async () => {
  const work = database.transaction(async (transaction) => {
    await transaction.run(statement(`insert into notes values ('before')`))
    await transaction.run(statement(`select note_and_trap('within')`))
  })
  await expect(work).rejects.toMatchObject({ code: '08006' })
  expect(await rows(`select body from notes where body in ('before', 'within')`)).toEqual([])
})

it('runs statements and transactions that wait behind any number of timed-out statements', async () => {
  const slow = await open('slow', 300)
  try {
    await slow.script('create table visits (name text)')
    const runaway = () => slow.run(statement(`select count(*) from generate_series(1, 1e12)`))
    const visit = (name: string) => slow.run(statement(`insert into visits values ('${name}')`))
    const settled = Promise.allSettled([
      runaway(),
      runaway(),
      visit('statement'),
      slow.transaction((transaction) => transaction.run(statement(`insert into visits values ('transaction')`))),
      runaway(),
      runaway(),
      runaway(),
      visit('last'),
    ])
    expect((await settled).map((end) => (end.status === 'rejected' ? end.reason.code : 'done'))).toEqual([
      ...['57014', '57014', 'done', 'done', '57014', '57014', '57014', 'done'],
    ])
    const { rows: visits } = await slow.run(statement('select name from visits order by name'))
    expect(visits).toEqual([['last'], ['statement'], ['transaction']])
  } finally {
    await slow.close()
  }
})
