/** Deletes used tokens, ended sessions, abandoned flows and factors, and old audit log entries. */
import type { AuthContext } from './context.ts'

const intervalMs = 15 * 60_000

/** Separate short statements, so that none blocks another. Ages are GoTrue's, except for the audit log's. */
const statements = [
  `delete from auth.flow_state where created_at < $1::timestamptz - interval '24 hours'`,
  `delete from auth.one_time_tokens where created_at < ($1::timestamptz at time zone 'utc') - interval '24 hours'`,
  `delete from auth.sessions where not_after < $1::timestamptz - interval '72 hours'`,
  `delete from auth.refresh_tokens t where t.revoked and t.updated_at < $1::timestamptz - interval '24 hours'
    and t.session_id in (select id from auth.sessions where not_after is null)`,
  `delete from auth.mfa_challenges where created_at < $1::timestamptz - interval '24 hours'`,
  `delete from auth.mfa_factors where status = 'unverified' and created_at < $1::timestamptz - interval '24 hours'`,
  `delete from auth.audit_log_entries where created_at < $1::timestamptz - interval '90 days'`,
]

/** Returns a function to call on every request; it cleans up at intervals, after the response. */
export function periodicCleanup({ database, backgroundTasks, now }: AuthContext): () => void {
  let sweptAt = now().getTime()
  return () => {
    const current = now()
    if (current.getTime() - sweptAt < intervalMs) return
    sweptAt = current.getTime()
    backgroundTasks.run('clearing old sessions and tokens', async () => {
      for (const text of statements) await database.run({ text, values: [current.toISOString()] })
    })
  }
}
