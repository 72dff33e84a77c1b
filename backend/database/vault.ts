/** The project's secrets where its SQL reads them, vault.decrypted_secrets: as in Supabase's vault, though not encrypted. */
import type { Database } from './database.ts'

/** Puts the secrets in the place of those from earlier starts. A server with Supabase's own vault keeps what is in it. */
export async function fillVault(database: Database, secrets: Readonly<Record<string, string>>): Promise<void> {
  const { rows } = await database.run({
    text: `select to_regclass('vault.secrets') is not null
      and not exists (select from pg_catalog.pg_extension where extname = 'supabase_vault')`,
    values: [],
  })
  if (rows[0]?.[0] !== 't') return
  await database.run({
    text: `with given as (select * from jsonb_each_text($1::jsonb)),
        gone as (delete from vault.secrets s where s.name not in (select key from given))
      insert into vault.secrets (name, secret) select key, value from given
      on conflict (name) do update set secret = excluded.secret`,
    values: [JSON.stringify(secrets)],
  })
}
