/** /admin/users: manages accounts with the service key. */
import { z } from 'zod'
import { isUuid } from '#backend/uuid'
import { normaliseEmail } from '../accounts/email-addresses.ts'
import { assertMetadataFits } from '../accounts/metadata.ts'
import { assertAcceptablePassword } from '../accounts/password-rules.ts'
import { isBcryptHash } from '../accounts/passwords.ts'
import { normalisePhone } from '../accounts/phone-numbers.ts'
import { userView } from '../accounts/user-view.ts'
import {
  confirmEmail,
  deleteUser,
  findUserByEmail,
  findUserById,
  insertUser,
  listUsers,
  lockUser,
  mergeAppMetadata,
  merged,
  mergeUserMetadata,
  setBan,
  setEmail,
  setPassword,
  setPhone,
  softDeleteUser,
  type User,
} from '../accounts/users.ts'
import { recordByAdmin } from '../audit.ts'
import { flag, jsonObject, readBody, text } from '../body.ts'
import type { AuthContext, Call } from '../context.ts'
import { AuthError, emailExists, invalid, userIdMalformed, userNotFound } from '../errors.ts'
import { jsonResponse } from '../responses.ts'
import type { Runner } from '../rows.ts'
import { requireAdmin } from '../sessions/bearer.ts'
import { endAllSessions } from '../sessions/sessions.ts'

const maximumPerPage = 1000

export async function listAllUsers(context: AuthContext, call: Call): Promise<Response> {
  await requireAdmin(context, call)
  const { searchParams, pathname } = call.url
  const page = positiveInteger(searchParams.get('page'), 1, 1_000_000_000)
  const perPage = positiveInteger(searchParams.get('per_page'), 50, maximumPerPage)
  const range = {
    limit: perPage,
    offset: (page - 1) * perPage,
    filter: (searchParams.get('filter') ?? '').replaceAll('\0', ''),
  }
  const { users, total } = await listUsers(context.database, range)
  const lastPage = Math.max(1, Math.ceil(total / perPage))
  const link = (to: number, rel: string) => `<${pathname}?page=${to}&per_page=${perPage}>; rel="${rel}"`
  const links = [...(page < lastPage ? [link(page + 1, 'next')] : []), link(lastPage, 'last')]
  const headers = { 'x-total-count': String(total), link: links.join(', ') }
  return jsonResponse({ users: users.map(userView), aud: 'authenticated' }, { headers })
}

function positiveInteger(given: string | null, defaultValue: number, maximum: number): number {
  if (given === null || given === '') return defaultValue
  const value = /^\d{1,10}$/.test(given) ? Number(given) : 0
  if (value < 1) throw invalid('Bad Pagination Parameters: a positive integer is expected')
  return Math.min(value, maximum)
}

export async function getUserAsAdmin(context: AuthContext, call: Call): Promise<Response> {
  await requireAdmin(context, call)
  const account = await findUserById(context.database, userIdOf(call))
  if (account === undefined) throw userNotFound()
  return jsonResponse(userView(account))
}

function userIdOf({ params: { id = '' } }: Call): string {
  if (!isUuid(id)) throw userIdMalformed()
  return id
}

const fields = z.object({
  email: text,
  phone: text,
  password: z.string().nullish(),
  password_hash: text,
  email_confirm: flag(false),
  phone_confirm: flag(false),
  user_metadata: jsonObject.nullish(),
  app_metadata: jsonObject.nullish(),
  ban_duration: text,
  role: text,
  id: text,
})
type Fields = z.output<typeof fields>

/** Validation and hashing, which happen before a transaction begins. */
async function prepare({ passwords, settings }: AuthContext, given: Fields) {
  if (given.role !== '' && given.role !== 'authenticated') {
    throw new AuthError(422, 'validation_failed', 'The role of an account is always authenticated')
  }
  if (given.user_metadata) assertMetadataFits(given.user_metadata)
  if (given.app_metadata) assertMetadataFits(given.app_metadata)
  if (given.password_hash !== '' && !isBcryptHash(given.password_hash))
    throw invalid('Invalid format for password hash')
  if (given.password_hash !== '' && given.password) {
    throw invalid('Only a password or a password hash should be provided')
  }
  const owner = { emails: [given.email], metadata: given.user_metadata ?? {} }
  if (given.password) assertAcceptablePassword(given.password, settings.password, owner)
  return {
    email: given.email === '' ? '' : normaliseEmail(given.email),
    phone: given.phone === '' ? '' : normalisePhone(given.phone),
    encryptedPassword: given.password ? await passwords.hash(given.password) : given.password_hash,
    ban: parseBan(given.ban_duration),
  }
}

const unitMs = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }
/** A hundred years. */
const maximumBanMs = 876_000 * unitMs.h

/** Parses a Go duration (`1h30m`), `none`, or '' for no change. */
function parseBan(duration: string): { durationMs: number } | undefined {
  if (duration === '') return undefined
  if (duration === 'none') return { durationMs: 0 }
  const malformed = () => invalid(`invalid format for ban duration: ${JSON.stringify(duration.slice(0, 40))}`)
  if (!/^(?:\d{1,9}(?:\.\d{1,9})?(?:ms|s|m|h))+$/.test(duration)) throw malformed()
  const msOf = (unit: string) => Object.entries(unitMs).find(([name]) => name === unit)?.[1] ?? 0
  const parts = [...duration.matchAll(/([\d.]+)(ms|s|m|h)/g)]
  const durationMs = parts.reduce((sum, [, count, unit = '']) => sum + Number(count) * msOf(unit), 0)
  if (durationMs > maximumBanMs) throw malformed()
  return { durationMs }
}

const banEnd = ({ durationMs }: { durationMs: number }, now: Date) =>
  durationMs === 0 ? null : new Date(now.getTime() + durationMs)

export async function createUserAsAdmin(context: AuthContext, call: Call): Promise<Response> {
  await requireAdmin(context, call)
  const given = await readBody(call.request, fields)
  if (given.email === '' && given.phone === '') throw invalid('Cannot create a user without either an email or phone')
  if (given.id !== '' && !isUuid(given.id)) throw invalid('ID must conform to the uuid v4 format')
  const { email, phone, encryptedPassword, ban } = await prepare(context, given)
  const now = context.now()
  const created = await context.database.transaction(async (tx) => {
    if (email !== '' && (await findUserByEmail(tx, email)) !== undefined) throw emailExists()
    const account = await insertUser(
      tx,
      {
        email,
        phone,
        encryptedPassword,
        userMetadata: given.user_metadata ?? {},
        appMetadata: given.app_metadata ?? {},
        confirmed: given.email_confirm && email !== '',
        phoneConfirmed: given.phone_confirm && phone !== '',
        ...(given.id !== '' && { id: given.id }),
      },
      now,
    )
    await recordByAdmin(tx, { action: 'user_signedup', userId: account.id, client: call.client }, now)
    return ban === undefined ? account : setBan(tx, account.id, banEnd(ban, now), now)
  })
  return jsonResponse(userView(created))
}

export async function updateUserAsAdmin(context: AuthContext, call: Call): Promise<Response> {
  await requireAdmin(context, call)
  const id = userIdOf(call)
  const given = await readBody(call.request, fields)
  const prepared = await prepare(context, given)
  const updated = await context.database.transaction(async (tx) => {
    const account = await lockUser(tx, id)
    if (account === undefined) throw userNotFound()
    await recordByAdmin(tx, { action: 'user_modified', userId: id, client: call.client }, context.now())
    return applyFields(tx, account, given, prepared, context.now())
  })
  return jsonResponse(userView(updated))
}

async function applyFields(
  tx: Runner,
  before: User,
  given: Fields,
  { email, phone, encryptedPassword, ban }: Awaited<ReturnType<typeof prepare>>,
  now: Date,
): Promise<User> {
  let account = before
  if (email !== '' && email !== account.email) {
    account = await setEmail(tx, account.id, email, given.email_confirm || account.email_confirmed_at !== null, now)
  }
  if (given.email_confirm) account = await confirmEmail(tx, account.id, now)
  const newPhone = phone === '' ? account.phone : phone
  if (newPhone !== '' && (newPhone !== account.phone || given.phone_confirm)) {
    const phoneConfirmed = given.phone_confirm || account.phone_confirmed_at !== null
    account = await setPhone(tx, account.id, newPhone, phoneConfirmed, now)
  }
  if (encryptedPassword !== '') {
    account = await setPassword(tx, account.id, encryptedPassword, now)
    await endAllSessions(tx, account.id)
  }
  if (given.user_metadata) {
    assertMetadataFits(merged(account.raw_user_meta_data, given.user_metadata))
    account = await mergeUserMetadata(tx, account, given.user_metadata, now)
  }
  if (given.app_metadata) {
    assertMetadataFits(merged(account.raw_app_meta_data, given.app_metadata))
    account = await mergeAppMetadata(tx, account, given.app_metadata, now)
  }
  if (ban) account = await setBan(tx, account.id, banEnd(ban, now), now)
  return account
}

const deleteBody = z.object({ should_soft_delete: flag(false) })

export async function deleteUserAsAdmin(context: AuthContext, call: Call): Promise<Response> {
  await requireAdmin(context, call)
  const id = userIdOf(call)
  const { should_soft_delete: isSoft } = await readBody(call.request, deleteBody)
  await context.database.transaction(async (tx) => {
    if ((await lockUser(tx, id)) === undefined) throw userNotFound()
    await (isSoft ? softDeleteUser(tx, id, context.now()) : deleteUser(tx, id))
    await recordByAdmin(tx, { action: 'user_deleted', userId: id, client: call.client }, context.now())
  })
  return jsonResponse({})
}
