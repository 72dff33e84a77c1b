/** A market with data, opened by a later release, by one whose migration fails, and by the earlier release again. */
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPglite } from '../../backend/database/pglite.ts'
import { openPostgres } from '../../backend/database/postgres.ts'
import { createDatabase, databases, dropDatabase, ServerExit, startServer, type TestServer } from '../harness.ts'
import { clientOf } from './small-market.ts'

const supabase = fileURLToPath(new URL('../../supabase', import.meta.url))
const email = 'baker@example.com'
const password = 'proving-dough-at-dawn'

/** As a release would: a column with a value for rows that exist, its grant, and a function that uses it. */
const nextMigration = `
  alter table public.user_addresses add column instructions text not null default 'Ring the bell';
  update public.user_addresses set instructions = 'Leave with ' || full_name;
  grant select (instructions), update (instructions) on public.user_addresses to authenticated;
  create function public.my_instructions() returns setof text language sql stable security invoker set search_path = ''
    as $$ select instructions from public.user_addresses $$;
  revoke execute on function public.my_instructions() from public, anon;
  grant execute on function public.my_instructions() to authenticated;`

/** Fails in its last statement, after it has changed tables and rows. */
const brokenMigration = `
  drop function public.my_instructions();
  alter table public.user_addresses drop column instructions, add column broken int;
  delete from public.notifications;
  update public.profiles set name = 'Nobody';
  alter table public.profiles add constraint nobody check (name <> 'Nobody');`

describe.each(databases)('an upgrade on %s', (kind) => {
  let folder = ''
  let dataDir = ''
  let databaseUrl: string | undefined
  const projectOf = (release: string) => path.join(folder, release, 'supabase')

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'tuckbox-upgrade-'))
    dataDir = path.join(folder, 'data')
    if (kind === 'postgres') databaseUrl = await createDatabase()
    for (const release of ['current', 'next', 'broken']) await cp(supabase, projectOf(release), { recursive: true })
    const write = (release: string, file: string, sql: string) =>
      writeFile(path.join(projectOf(release), 'migrations', file), sql)
    for (const release of ['next', 'broken']) await write(release, '20990101000000_instructions.sql', nextMigration)
    await write('broken', '20990102000000_broken.sql', brokenMigration)
    await withServer('current', async (server) => {
      const created = await clientOf(server, server.serviceKey).auth.admin.createUser({
        email,
        password,
        email_confirm: true,
        user_metadata: { name: 'Bea' },
      })
      expect(created.error).toBeNull()
      const client = await signedIn(server)
      const address = { full_name: 'Bea', address_line1: '1 High Street', city: 'London', postal_code: 'SE1 1AA' }
      expect((await client.from('user_addresses').insert(address)).error).toBeNull()
    })
  })
  afterAll(async () => {
    if (databaseUrl) await dropDatabase(databaseUrl)
    await rm(folder, { recursive: true, force: true })
  })

  const start = (release: string) => startServer({ dataDir, databaseUrl, env: { SUPABASE_DIR: projectOf(release) } })

  async function withServer(release: string, use: (server: TestServer) => Promise<void>): Promise<void> {
    const server = await start(release)
    await use(server).finally(() => server.stop())
  }

  async function failedStart(release: string): Promise<ServerExit> {
    const outcome: unknown = await start(release).then(
      (server) => server.stop(),
      (error: unknown) => error,
    )
    if (outcome instanceof ServerExit) return outcome
    throw new Error(`expected the start to fail, got ${outcome}`)
  }

  async function query(text: string): Promise<readonly unknown[]> {
    const database = databaseUrl
      ? await openPostgres({ url: databaseUrl, connections: 1 })
      : await openPglite({ dataDir: path.join(dataDir, 'database') })
    try {
      return (await database.run({ text, values: [] })).rows
    } finally {
      await database.close()
    }
  }

  it('keeps the data, and applies the migrations of the later release to it', async () => {
    await withServer('next', async (server) => {
      const client = await signedIn(server)
      const { data } = await client.from('user_addresses').select('full_name, instructions')
      expect(data).toEqual([{ full_name: 'Bea', instructions: 'Leave with Bea' }])
      expect((await client.rpc('my_instructions')).data).toEqual(['Leave with Bea'])
      expect((await clientOf(server).from('user_addresses').select('instructions')).error?.code).toBe('42501')
    })
  })

  it('leaves the previous state when a migration fails, and the previous release goes on with it', async () => {
    const before = await query(wholeState)
    const { code, output } = await failedStart('broken')
    expect(code).toBe(1)
    expect(output).toContain('The migration 20990102000000_broken failed and was rolled back')
    expect(await query(wholeState)).toEqual(before)
    await withServer('next', async (server) => {
      expect((await (await signedIn(server)).rpc('my_instructions')).data).toEqual(['Leave with Bea'])
    })
  })

  it('cannot be undone by the earlier release, which names both and what to do', async () => {
    const before = await query(wholeState)
    await query(`update backend.migration_digests set release = '9.9.9' where version = '20990101000000'`)
    const { code, output } = await failedStart('current')
    expect(code).toBe(1)
    const [message = '', ...more] = output.trim().split('\n')
    expect(more).toEqual([])
    expect(message).toMatch(
      /^This is release \d+\.\d+\.\d+, and the database was made by release 9\.9\.9: migration 2099/,
    )
    expect(message).toContain('Nothing was changed. Start release 9.9.9, restore a backup')
    expect(await query(wholeState)).toEqual(before)
  })
})

async function signedIn(server: TestServer) {
  const client = clientOf(server)
  const { error } = await client.auth.signInWithPassword({ email, password })
  expect(error).toBeNull()
  return client
}

/** The definitions of all columns, functions and constraints, and every row of the tables that the migrations change. */
const wholeState = `
  select kind || ' ' || definition from (
    select 'column', concat_ws(' ', table_schema, table_name, column_name, data_type, column_default)
    from information_schema.columns where table_schema in ('public', 'private', 'supabase_migrations')
    union all
    select 'function', pg_get_functiondef(oid) from pg_proc
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and prokind = 'f'
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
    union all
    select 'constraint', conrelid::regclass || ' ' || conname from pg_constraint where conrelid <> 0
    union all
    select 'migration', version from supabase_migrations.schema_migrations
    union all select 'profile', to_jsonb(row)::text from public.profiles row
    union all select 'address', to_jsonb(row)::text from public.user_addresses row
    union all select 'notification', to_jsonb(row)::text from public.notifications row
    union all select 'account', id || email from auth.users
  ) as state (kind, definition) order by 1`
