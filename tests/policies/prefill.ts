/** Many rows at once: up to a large limit, so that a test tries only the last of them, or for a test that reads them. */
import type { Actor, TestContext, Values } from './test-context.ts'

/**
 * Runs statements that insert many rows, without the triggers and the foreign keys that would check each of them.
 * @param member whose session inserts them, so that they are the member's own. By default that of the database's owner.
 */
export async function prefill({ database }: TestContext, statements: string, member?: Actor): Promise<void> {
  const claims = JSON.stringify({ sub: member?.id, role: 'authenticated' })
  const session = member ? `set local role authenticated; set local request.jwt.claims = '${claims}';` : ''
  await database.script(`begin; set local session_replication_role = replica; ${session} ${statements}; commit`)
}

/** Inserts rows with the same columns by one statement. */
export async function insertRows(actor: Actor, table: string, rows: readonly Values[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).join(', ')
  if (columns === '') return
  await actor.count(
    `insert into public.${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::public.${table}, $1)`,
    rows,
  )
}
