/** The audit log, auth.audit_log_entries. It names accounts by id, so that it contains no email addresses. */
import { randomUUID } from 'node:crypto'
import type { Runner } from './rows.ts'

/** The client, as the audit log and its session record it. */
export interface Client {
  readonly address: string | null
  readonly userAgent: string | null
}

/** GoTrue's actions and their log types. */
const logTypes = {
  login: 'account',
  logout: 'account',
  invite_accepted: 'account',
  user_signedup: 'team',
  user_invited: 'team',
  user_deleted: 'team',
  user_modified: 'user',
  user_updated_password: 'user',
  user_recovery_requested: 'user',
  user_reauthenticate_requested: 'user',
  user_confirmation_requested: 'user',
  user_repeated_signup: 'user',
  token_revoked: 'token',
  factor_in_progress: 'factor',
  factor_unenrolled: 'factor',
  factor_updated: 'factor',
  factor_deleted: 'factor',
  challenge_created: 'factor',
  verification_attempted: 'factor',
} as const

export interface Entry {
  readonly action: keyof typeof logTypes
  /** The account that acts, or `service_role`. */
  readonly actorId: string
  readonly traits?: Readonly<Record<string, string>>
  readonly client: Client
}

export async function record(tx: Runner, { action, actorId, traits, client }: Entry, now: Date): Promise<void> {
  const payload = { action, actor_id: actorId, log_type: logTypes[action], timestamp: now.toISOString(), traits }
  await tx.run({
    text: `insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
      values ('00000000-0000-0000-0000-000000000000', $1::uuid, $2::json, $3::timestamptz, $4)`,
    values: [randomUUID(), JSON.stringify(payload), now.toISOString(), client.address ?? ''],
  })
}

/** Records an action performed with the service key. */
export async function recordByAdmin(
  tx: Runner,
  { action, userId, client }: { action: Entry['action']; userId: string; client: Client },
  now: Date,
): Promise<void> {
  await record(tx, { action, actorId: 'service_role', traits: { user_id: userId }, client }, now)
}
