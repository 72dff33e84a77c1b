/** Stores the project's secrets for SQL in vault.decrypted_secrets, as in Supabase's vault but not encrypted. */
import type { Database } from './database.ts'

/** Replaces the secrets of earlier starts. Supabase's own vault, if installed, stays unchanged. */
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
