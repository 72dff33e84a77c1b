/**
 * Grants or revokes the role `admin` in an account's app_metadata, which only the service key and the owner of the database can write.
 * Also decides whether administrators need a second factor.
 */
import type { Database } from '../backend/database/database.ts'
import { asRecords } from '../backend/database/records.ts'

/** The message is for the operator. */
export class AdministratorError extends Error {
  override readonly name = 'AdministratorError'
}

const find = `
  select id, email_confirmed_at is not null as is_confirmed, coalesce(raw_app_meta_data ->> 'role' = 'admin', false) as is_administrator
  from auth.users where lower(email) = lower($1) and deleted_at is null`

const updates = {
  grant: `
    with changed as (
      update auth.users set raw_app_meta_data = coalesce(raw_app_meta_data, '{}') || '{"role": "admin"}', updated_at = now()
      where id = $1::uuid returning id
    )
    insert into public.audit_log (actor_role, action, table_name, row_id, changes)
    select 'command', 'grant', 'users', id, '{"role": [null, "admin"]}' from changed`,
  revoke: `
    with changed as (
      update auth.users set raw_app_meta_data = raw_app_meta_data - 'role', updated_at = now() where id = $1::uuid returning id
    )
    insert into public.audit_log (actor_role, action, table_name, row_id, changes)
    select 'command', 'revoke', 'users', id, '{"role": ["admin", null]}' from changed`,
} as const

export type Change = keyof typeof updates

export function isChange(word: string | undefined): word is Change {
  return word === 'grant' || word === 'revoke'
}

/** @returns a sentence about the change @throws AdministratorError */
export async function changeAdministrator(database: Database, change: Change, email: string): Promise<string> {
  const accounts = asRecords(await database.run({ text: find, values: [email.trim()] }))
  const [account] = accounts
  if (!account) throw new AdministratorError(`There is no account with ${email}.`)
  if (accounts.length > 1) throw new AdministratorError(`There are ${accounts.length} accounts with ${email}.`)
  if (change === 'grant' && account.is_confirmed !== true)
    throw new AdministratorError(
      `${email} is not confirmed yet. The account may not belong to the owner of that address.`,
    )
  if ((account.is_administrator === true) === (change === 'grant'))
    return change === 'grant' ? `${email} is already an administrator.` : `${email} is not an administrator.`
  await database.run({ text: updates[change], values: [String(account.id)] })
  return change === 'grant'
    ? `${email} is an administrator from the next sign-in. Their page is /admin.`
    : `${email} is no longer an administrator.`
}

const requireSql = `
  with changed as (
    insert into private.settings as s (administrators_need_second_factor) values ($1::boolean)
    on conflict (is_only_row) do update set administrators_need_second_factor = excluded.administrators_need_second_factor
    where s.administrators_need_second_factor <> excluded.administrators_need_second_factor
    returning 1
  )
  insert into public.audit_log (actor_role, action, table_name, changes)
  select 'command', 'update', 'settings', jsonb_build_object('administrators_need_second_factor', jsonb_build_array(not $1::boolean, $1::boolean)) from changed`

/** @returns a sentence about the setting */
export async function requireSecondFactor(database: Database, isRequired: boolean): Promise<string> {
  await database.run({ text: requireSql, values: [String(isRequired)] })
  return isRequired
    ? 'Administrators need a second factor from now on.'
    : 'Administrators do not need a second factor any more.'
}
