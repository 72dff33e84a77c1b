/** PostgreSQL test databases: copies of a template, one per digest of the base and a project's migrations. */
import { randomUUID } from 'node:crypto'
import { applyBase } from './base.ts'
import { migrate } from './migrations.ts'
import { openPostgres } from './postgres.ts'
import { templateDigest } from './template-folder.ts'

/** @param server a superuser's connection string of the database `postgres`. @returns the new database's connection string */
export async function createTestDatabase(
  server: string,
  options: { migrations?: string; isEmpty?: boolean; copyOf?: string | undefined } = {},
): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const template = options.copyOf
    ? nameOf(options.copyOf)
    : options.isEmpty
      ? 'template1'
      : await makeTemplateDatabase(server, options.migrations)
  const administrator = await openPostgres({ url: server, connections: 1 })
  try {
    await administrator.script(`create database ${name} template ${template}`)
    await administrator.script(copySettings(template, name))
  } finally {
    await administrator.close()
  }
  return urlOf(server, name)
}

/** @param url as `createTestDatabase` returned it */
export async function dropTestDatabase(url: string): Promise<void> {
  const administrator = await openPostgres({ url: urlOf(url, 'postgres'), connections: 1 })
  try {
    await administrator.script(`drop database if exists ${nameOf(url)} with (force)`)
  } finally {
    await administrator.close()
  }
}

/** Creates the template unless it exists, one process at a time. @returns its name */
export async function makeTemplateDatabase(server: string, migrations: string | undefined): Promise<string> {
  const name = `template_${await templateDigest(migrations)}`
  const administrator = await openPostgres({ url: server, connections: 1 })
  const exists = async () =>
    (await administrator.run({ text: 'select from pg_database where datname = $1', values: [name] })).count > 0
  const make = async () => {
    if (await exists()) return
    // A killed process may have left it.
    await administrator.script(`drop database if exists ${name}_making with (force)`)
    await administrator.script(`create database ${name}_making`)
    const database = await openPostgres({ url: urlOf(server, `${name}_making`), connections: 1 })
    try {
      await applyBase(database)
      if (migrations !== undefined) await migrate(database, migrations)
    } finally {
      await database.close()
    }
    // A database with connections cannot be copied.
    await administrator.script(`alter database ${name}_making allow_connections false`)
    await administrator.script(`alter database ${name}_making rename to ${name}`)
  }
  try {
    if (!(await exists())) await administrator.withLock('templates', make)
  } finally {
    await administrator.close()
  }
  return name
}

/** PostgreSQL copies a template without its settings (`alter role … in database … set`, `alter database … set`). */
const copySettings = (from: string, to: string) => `
  do $$
  declare
    setting record;
  begin
    for setting in
      select r.rolname, split_part(pair, '=', 1) as name, substr(pair, strpos(pair, '=') + 1) as value
      from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase left join pg_roles r on r.oid = s.setrole,
        unnest(s.setconfig) pair
      where d.datname = '${from}'
    loop
      execute case when setting.rolname is null then format('alter database ${to} set %s to %L', setting.name, setting.value)
        else format('alter role %I in database ${to} set %s to %L', setting.rolname, setting.name, setting.value) end;
    end loop;
  end $$`

const nameOf = (url: string) => new URL(url).pathname.slice(1)

function urlOf(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return String(url)
}
