/** Compares the access matrix with the live schema. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../harness.ts'
import { answer, attempt, type Market, openMarket } from './access-fixture.ts'
import { type ActorName, actors, buckets, channels, functions, limits, tables } from './access-matrix.ts'
import type { Actor } from './test-context.ts'

/** Codes for a missing privilege or a row that the caller cannot see. Any other code is a rule of the row. */
const noAccess: ReadonlySet<string> = new Set(['42501', 'PT401', 'PT404'])
const roles: Readonly<Record<ActorName, string>> = {
  visitor: 'anon',
  buyer: 'authenticated',
  otherBuyer: 'authenticated',
  seller: 'authenticated',
  otherSeller: 'authenticated',
  administrator: 'authenticated',
  service: 'service_role',
}

/** Their files stand in the folder of a buyer. */
const bucketsOfBuyers: readonly string[] = ['chat_pictures', 'problem_pictures', 'review_pictures']

type Statements = Readonly<Record<string, string>>

const literal = (value: unknown) => `'${JSON.stringify(value).replaceAll("'", "''")}'`

describe.each(databases)('access control on %s', (kind) => {
  let market: Market
  beforeAll(async () => {
    market = await openMarket(kind)
  })
  afterAll(() => market.context.close())

  async function names(sql: string, ...values: string[]): Promise<string[]> {
    const { rows } = await market.context.database.run({ text: sql, values })
    return rows.map(([name]) => name ?? '')
  }

  const actor = (name: ActorName) => {
    const found = market.actors[name]
    if (!found) throw new Error(`The fixture has no actor ${name}`)
    return found
  }

  /** An actor's cell in the matrix: the letters of the statements that are not refused. */
  async function cell(by: Actor, statements: Statements): Promise<string> {
    let letters = ''
    for (const [letter, statement] of Object.entries(statements)) {
      const outcome = await attempt(by, statement)
      // A function the actor may call responds, perhaps with nothing. A table shows the row or does not.
      const isAllowed = 'rows' in outcome ? letter === '+' || outcome.rows > 0 : !noAccess.has(outcome.refused)
      if (isAllowed) letters += letter
    }
    return letters || '-'
  }

  async function line(statementsOf: (name: ActorName) => Statements): Promise<string> {
    const cells: string[] = []
    for (const name of actors) cells.push(await cell(actor(name), statementsOf(name)))
    return cells.join(' ')
  }

  const tidy = (matrix: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(matrix).map(([name, cells]) => [name, cells.trim().replace(/ +/g, ' ')]))

  it('every table and view is declared, and each actor can do exactly what the matrix declares', {
    timeout: 240_000,
  }, async () => {
    const found: Record<string, string> = {}
    for (const table of await names(
      `select table_name from information_schema.tables where table_schema = 'public' order by 1`,
    )) {
      const statements = new Map<string, Statements>()
      for (const role of new Set(Object.values(roles))) statements.set(role, await tableStatements(table, role))
      found[table] = await line((name) => statements.get(roles[name]) ?? {})
    }
    expect(found).toEqual(tidy(tables))
  })

  async function tableStatements(table: string, role: string): Promise<Statements> {
    const row = market.rows[table]
    if (!row) throw new Error(`The fixture has no row of ${table}: add one`)
    // An attacker leaves out the columns they may not write.
    const allowed = await names(
      `select column_name from information_schema.column_privileges
        where table_schema = 'public' and table_name = $1 and grantee = $2 and privilege_type = 'INSERT'`,
      table,
      role,
    )
    const values = Object.entries(row.values).filter(([column]) => allowed.length === 0 || allowed.includes(column))
    const columns = values.map(([column]) => `"${column}"`).join(', ')
    const record = `jsonb_populate_record(null::public.${table}, ${literal(Object.fromEntries(values))})`
    return {
      r: `perform from public.${table} where ${row.where}`,
      ...(columns === '' ? {} : { i: `insert into public.${table} (${columns}) select ${columns} from ${record}` }),
      u: `update public.${table} set ${row.change} where ${row.where}`,
      d: `delete from public.${table} where ${row.where}`,
    }
  }

  it('every function is declared, and each actor can call exactly what the matrix declares', async () => {
    const found: Record<string, string> = {}
    for (const name of await names(
      `select distinct proname from pg_proc where pronamespace = 'public'::regnamespace order by 1`,
    ))
      found[name] = await line(() => ({ '+': `perform public.${name}(${market.calls[name] ?? ''})` }))
    expect(found).toEqual(tidy(functions))
  })

  it('every bucket is declared, and each actor can do exactly what the matrix declares with an owner’s file', async () => {
    const { buyer, seller } = market.actors
    const found: Record<string, string> = {}
    for (const bucket of await names('select id from storage.buckets order by 1')) {
      const owner = bucketsOfBuyers.includes(bucket) ? buyer?.id : seller?.id
      const folder = bucket === 'chat_pictures' ? `${owner}/${market.room}` : owner
      await market.context.service.count(
        'insert into storage.objects (bucket_id, name, owner) values ($1, $2, $3)',
        bucket,
        `${folder}/a.png`,
        owner ?? '',
      )
      found[bucket] = await line(() => bucketStatements(bucket, folder ?? '', owner ?? ''))
    }
    expect(found).toEqual(tidy(buckets))
  })

  function bucketStatements(bucket: string, folder: string, owner: string): Statements {
    const where = `bucket_id = '${bucket}' and name = '${folder}/a.png'`
    return {
      r: `perform from storage.objects where ${where}`,
      i: `insert into storage.objects (bucket_id, name, owner) values ('${bucket}', '${folder}/b.png', '${owner}')`,
      u: `update storage.objects set metadata = metadata where ${where}`,
      // Storage deletes rows with this setting, under its caller's policies.
      d: `perform set_config('storage.allow_delete_query', 'true', true); delete from storage.objects where ${where}`,
    }
  }

  it('only the two members of a conversation can join its private channels, and each sends on their own', async () => {
    const found: Record<string, string> = {}
    for (const member of ['buyer', 'seller'] as const) {
      const name = `room:${market.room}:${market.actors[member]?.id}`
      const topic = `perform set_config('realtime.topic', '${name}', true)`
      const message = `'${name}', 'presence', '{}', 'hello', true`
      await market.context.service.count(
        `insert into realtime.messages (topic, extension, payload, event, private) values (${message})`,
      )
      found[member] = await line(() => ({
        r: `${topic}; perform from realtime.messages where topic = '${name}'`,
        i: `${topic}; insert into realtime.messages (topic, extension, payload, event, private) values (${message})`,
      }))
    }
    expect(found).toEqual(tidy(channels))
  })

  it('a session that has ended or lacks the second factor of its account gets what a token of no account gets', async () => {
    const { context } = market
    const owners = ['buyer', 'seller', 'administrator'] as const
    const claims = { app_metadata: { role: 'admin' } }
    const nobody = context.session({ id: '' }, { sub: undefined, ...claims })
    for (const name of owners) await context.secondFactor(actor(name))
    const attempts = new Map<string, Statements>()
    for (const table of Object.keys(tables)) attempts.set(table, await tableStatements(table, 'authenticated'))
    for (const bucket of Object.keys(buckets)) {
      const owner = bucketsOfBuyers.includes(bucket) ? actor('buyer').id : actor('seller').id
      const folder = bucket === 'chat_pictures' ? `${owner}/${market.room}` : owner
      attempts.set(`files of ${bucket}`, bucketStatements(bucket, folder, owner))
    }
    const topic = `perform set_config('realtime.topic', 'room:${market.room}:${actor('buyer').id}', true)`
    attempts.set('channel', { r: `${topic}; perform from realtime.messages where topic = realtime.topic()` })
    const answersTo = async (asked: Actor) => {
      const got: Record<string, string> = {}
      for (const [subject, statements] of attempts) got[subject] = await cell(asked, statements)
      for (const called of Object.keys(functions).filter((function_) => function_ !== 'use_recovery_code'))
        got[called] = await answer(asked, `select to_jsonb(r) from public.${called}(${market.calls[called] ?? ''}) r`)
      return got
    }
    const expected = await answersTo(nobody)
    for (const name of owners) {
      expect(await answersTo(context.session(actor(name), { aal: 'aal1', ...claims })), name).toEqual(expected)
      const ended = context.session(actor(name), { aal: 'aal2', session_id: randomUUID(), ...claims })
      expect(await answersTo(ended), name).toEqual(expected)
    }
    const whole = context.session(actor('buyer'), { aal: 'aal2' })
    const asBuyer: Record<string, string> = {}
    for (const table of Object.keys(tables)) asBuyer[table] = await cell(whole, attempts.get(table) ?? {})
    const declared = Object.entries(tables).map(([table, cells]) => [table, cells.split(/ +/)[1]])
    expect(asBuyer).toEqual(Object.fromEntries(declared))
  })

  it('every table that visitors or members insert into has a declared limit', async () => {
    const triggers = await market.context.database.run({
      text: `select t.tgrelid::regclass::text, p.proname, encode(t.tgargs, 'escape')
        from pg_trigger t join pg_proc p on p.oid = t.tgfoid
        where not t.tgisinternal and t.tgrelid::regclass::text in (select table_name from information_schema.tables where table_schema = 'public')
          and p.proname ~ '^limit_' order by 1, 2`,
      values: [],
    })
    const found: Record<string, string[]> = {}
    for (const [table = '', limit = '', args] of triggers.rows) {
      const [column, most] = (args ?? '').split('\\000')
      found[table ?? ''] = [...(found[table ?? ''] ?? []), most ? `${most} a ${column}` : (limit ?? '')]
    }
    const inserted = await names(`select distinct table_name from information_schema.column_privileges
      where table_schema = 'public' and grantee in ('anon', 'authenticated') and privilege_type = 'INSERT' order by 1`)
    for (const table of inserted) found[table] ??= []
    const declared = Object.fromEntries(Object.entries(limits).map(([table, by]) => [table, by.triggers]))
    expect(found).toEqual(declared)
    // A table without a trigger is limited by its own constraints.
    const unlimited = Object.entries(limits).filter(([, { triggers: by, otherwise }]) => by.length === 0 && !otherwise)
    expect(unlimited).toEqual([])
  })
})
