/** The migrations on a hosted project, where the role that applies them is no superuser. PostgreSQL only. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { openPostgres } from '#backend/database/postgres'
import { createTestDatabase, dropTestDatabase } from '#backend/database/testing'

const server = process.env.TEST_POSTGRES_URL
const migrations = path.resolve('supabase/migrations')

/** What Supabase grants its role `postgres`. The owners of the last tables stand for supautils, which lets it create policies on them. */
const grants = (role: string, owner: string) => `
  create role ${role} login nosuperuser createrole createdb bypassrls;
  create role ${owner};
  grant ${owner} to ${role};
  grant anon, authenticated, service_role to ${role} with admin option;
  alter schema public owner to ${role};
  alter publication supabase_realtime owner to ${role};
  do $$
  declare
    name text;
  begin
    execute format('grant create on database %I to ${role}', current_database());
    for name in select nspname from pg_namespace where nspname !~ '^pg_' and nspname not in ('information_schema', 'public') loop
      execute format('grant usage, create on schema %I to ${role} with grant option', name);
      execute format('grant all on all tables in schema %I to ${role} with grant option', name);
      execute format('grant all on all sequences in schema %I to ${role} with grant option', name);
      execute format('grant all on all routines in schema %I to ${role} with grant option', name);
    end loop;
  end $$;
  grant usage on schema storage, realtime to ${owner};
  alter table storage.objects owner to ${owner};
  alter table realtime.messages owner to ${owner};`

describe.runIf(server)('A hosted Supabase project', () => {
  it('accepts every migration from a role that is no superuser', async () => {
    const unique = `${process.pid}_${Date.now().toString(36)}`
    const [role, owner] = [`pusher_${unique}`, `policies_${unique}`]
    const url = await createTestDatabase(server ?? '')
    const administrator = await openPostgres({ url, connections: 1 })
    try {
      await administrator.script(grants(role, owner))
      const asRole = new URL(url)
      asRole.username = role
      const project = await openPostgres({ url: String(asRole), connections: 1 })
      try {
        for (const file of readdirSync(migrations).sort()) {
          const error = await project.script(readFileSync(path.join(migrations, file), 'utf8')).catch((e: Error) => e)
          expect(error, file).toBeUndefined()
        }
      } finally {
        await project.close()
      }
    } finally {
      await administrator.script(`drop owned by ${role}, ${owner} cascade`)
      await administrator.script(`drop role ${role}; drop role ${owner}`)
      await administrator.close()
      await dropTestDatabase(url)
    }
  })
})
