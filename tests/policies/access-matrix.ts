/**
 * The access matrix: who may use each table, column, function, bucket and channel, and each table's row limit. Each capability declares
 * its part beside its SQL. `access-matrix.test.ts` derives attempts from the live schema and makes each as every actor. It fails on
 * anything undeclared or different.
 */
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Access, Rights, TableAccess } from '../../supabase/schemas/access.ts'

export { type ActorName, actors, type Rights } from '../../supabase/schemas/access.ts'

const schemas = path.resolve(import.meta.dirname, '../../supabase/schemas')

const declared: readonly Access[] = await Promise.all(
  readdirSync(schemas, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^[^/\\]+[/\\]access\.ts$/.test(file))
    .map(async (file) => (await import(pathToFileURL(path.join(schemas, file)).href)).access),
)

/** @param from one capability's declarations @throws Error if two declare the same */
function joined<Value>(
  from: (access: Access) => Readonly<Record<string, Value>> | undefined,
): Readonly<Record<string, Value>> {
  const entries = declared.flatMap((access) => Object.entries(from(access) ?? {}))
  const all = Object.fromEntries(entries)
  if (Object.keys(all).length < entries.length) throw new Error('Two capabilities declare the same table or function')
  return all
}

const tableAccess = joined(({ tables }) => tables)

/** What some tables declare, by table. */
const ofTables = <Value>(read: (table: TableAccess) => Value | undefined): Readonly<Record<string, Value>> =>
  Object.fromEntries(
    Object.entries(tableAccess).flatMap(([name, table]) => {
      const value = read(table)
      return value === undefined ? [] : [[name, value]]
    }),
  )

/** The letters of each actor. */
export const tables = ofTables(({ rows }) => rows)

/** Visitors. Tables that are absent here are closed to them. */
export const visitors: Readonly<Record<string, Rights>> = ofTables((table) => table.visitors)

/** Members. */
export const members: Readonly<Record<string, Rights>> = ofTables((table) => table.members)

export const functions = joined((access) => access.functions)

/** Functions that run as their owner and bypass the policies. Each checks its caller and arguments itself. */
export const securityDefinerFunctions: readonly string[] = declared.flatMap(({ definers = [] }) => definers).sort()

/** The limit on the rows of each table that visitors or members insert into: triggers, or something else. */
export const limits: Readonly<Record<string, { triggers: readonly string[]; otherwise?: string }>> = ofTables(
  ({ limits, limitedBy }) =>
    limits || limitedBy ? { triggers: limits ?? [], ...(limitedBy && { otherwise: limitedBy }) } : undefined,
)

/** Tables with rows of members, by whether their data export has them. */
export const exported = ofTables(({ isExported }) => isExported)

/** Whether the rows of a member are deleted with the account, by the table's foreign keys. */
export const deletedWithAccount = ofTables(({ isDeletedWithAccount }) => isDeletedWithAccount)

/** Everyone reads every column of products on sale, also those that triggers maintain. */
export const publicProductColumns = `${members.products?.insert}, option_allergens, required_allergens, allergens_changed_at, allergens_declared, is_listed, rating, review_count, created_at, updated_at, taken_down_at, takedown_reason, drop_until, held`

/**
 * A file in its owner's folder. The owner is the seller, or the buyer for chat and review pictures. Reading a
 * public bucket by URL bypasses these rules.
 */
// biome-ignore format: a table reads better in columns
export const buckets: Readonly<Record<string, string>> = {
  //               visitor buyer otherBuyer seller otherSeller administrator service
  chat_pictures:  '-    rid  -    r    -    -    riud',
  problem_pictures: '-    rd   -    -    -    -    riud',
  product_images: '-    -    -    riud -    -    riud',
  profile_images: '-    -    -    riud -    -    riud',
  review_pictures: '-    rd   -    -    -    -    riud',
  shop_images:    '-    -    -    riud -    -    riud',
}

/** A conversation's private channels, one for each member: r subscribes, i sends. */
export const channels: Readonly<Record<'buyer' | 'seller', string>> = {
  buyer: '- ri - r - - ri',
  seller: '- r - ri - - ri',
}

const callableBy = (columns: readonly number[]) =>
  Object.entries(functions)
    .filter(([, words]) => columns.some((column) => words.split(/ +/)[column] === '+'))
    .map(([name]) => name)
    .sort()

/** Functions of schema public that visitors may call. */
export const visitorsCall: readonly string[] = callableBy([0])

/** Functions of schema public that members may call, each for their own rows. */
export const membersCall: readonly string[] = callableBy([1, 2, 3, 4, 5])

/** HTTP callers: without a key, with the public key, with a member's session, with the service key. */
export const callers = ['nobody', 'visitor', 'member', 'service'] as const

/** By caller, in the order above. + is accepted, or refused for its arguments. - is refused for its caller. The matrix above declares rights to rows. */
// biome-ignore format: a table reads better in columns
export const routes: Readonly<Record<string, string>> = {
  // nobody visitor member service
  'GET /auth/v1/settings':                              '- + + +',
  'GET /auth/v1/health':                                '- + + +',
  'GET /auth/v1/.well-known/jwks.json':                 '+ + + +',
  'POST /auth/v1/signup':                               '- + + +',
  'POST /auth/v1/token':                                '- + + +',
  'GET /auth/v1/verify':                                '+ + + +',
  'POST /auth/v1/verify':                               '+ + + +',
  'POST /auth/v1/resend':                               '- + + +',
  'POST /auth/v1/recover':                              '- + + +',
  'POST /auth/v1/otp':                                  '- + + +',
  'POST /auth/v1/magiclink':                            '- + + +',
  'GET /auth/v1/authorize':                             '+ + + +',
  'GET /auth/v1/callback':                              '+ + + +',
  'GET /auth/v1/user':                                  '- - + -',
  'PUT /auth/v1/user':                                  '- - + -',
  'GET /auth/v1/user/identities/authorize':             '- - + -',
  'DELETE /auth/v1/user/identities/:id':                '- - + -',
  'GET /auth/v1/reauthenticate':                        '- - + -',
  'POST /auth/v1/logout':                               '- - + -',
  'POST /auth/v1/invite':                               '- - - +',
  'POST /auth/v1/admin/generate_link':                  '- - - +',
  'GET /auth/v1/admin/users':                           '- - - +',
  'POST /auth/v1/admin/users':                          '- - - +',
  'POST /auth/v1/sso':                                  '- + + +',
  'POST /auth/v1/factors':                              '- - + -',
  'DELETE /auth/v1/factors/:id':                        '- - + -',
  'POST /auth/v1/factors/:id/challenge':                '- - + -',
  'POST /auth/v1/factors/:id/verify':                   '- - + -',
  'GET /auth/v1/admin/users/:id/factors':               '- - - +',
  'PUT /auth/v1/admin/users/:id/factors/:factor':       '- - - +',
  'DELETE /auth/v1/admin/users/:id/factors/:factor':    '- - - +',
  'GET /auth/v1/admin/users/:id':                       '- - - +',
  'PUT /auth/v1/admin/users/:id':                       '- - - +',
  'DELETE /auth/v1/admin/users/:id':                    '- - - +',
  'GET /storage/v1/object/public/:bucket/*':            '+ + + +',
  'GET /storage/v1/object/authenticated/:bucket/*':     '+ + + +',
  'GET /storage/v1/object/sign/:bucket/*':              '+ + + +',
  'GET /storage/v1/object/info/public/:bucket/*':       '+ + + +',
  'GET /storage/v1/object/info/authenticated/:bucket/*': '+ + + +',
  'GET /storage/v1/object/info/:bucket/*':              '+ + + +',
  'GET /storage/v1/object/:bucket/*':                   '+ + + +',
  'GET /storage/v1/render/image/public/:bucket/*':      '+ + + +',
  'GET /storage/v1/render/image/authenticated/:bucket/*': '+ + + +',
  'GET /storage/v1/render/image/sign/:bucket/*':        '+ + + +',
  'POST /storage/v1/object/list/:bucket':               '- + + +',
  'POST /storage/v1/object/list-v2/:bucket':            '- + + +',
  'POST /storage/v1/object/move':                       '+ + + +',
  'POST /storage/v1/object/copy':                       '+ + + +',
  'POST /storage/v1/object/sign/:bucket/*':             '+ + + +',
  'POST /storage/v1/object/sign/:bucket':               '+ + + +',
  'POST /storage/v1/object/upload/sign/:bucket/*':      '- - - +',
  'PUT /storage/v1/object/upload/sign/:bucket/*':       '+ + + +',
  'POST /storage/v1/object/:bucket/*':                  '- - - +',
  'PUT /storage/v1/object/:bucket/*':                   '- + + +',
  'DELETE /storage/v1/object/:bucket/*':                '- + + +',
  'DELETE /storage/v1/object/:bucket':                  '+ + + +',
  'DELETE /storage/v1/cdn/:bucket/*':                   '- - - +',
  'DELETE /storage/v1/cdn/:bucket':                     '- - - +',
  'GET /storage/v1/bucket':                             '- + + +',
  'POST /storage/v1/bucket':                            '+ + + +',
  'POST /storage/v1/bucket/:bucket/empty':              '- + + +',
  'GET /storage/v1/bucket/:bucket':                     '- + + +',
  'PUT /storage/v1/bucket/:bucket':                     '- + + +',
  'DELETE /storage/v1/bucket/:bucket':                  '- + + +',
  'POST /functions/v1/calendar-feed':                   '+ + + +',
  'POST /functions/v1/checkout':                        '- - + +',
  'POST /functions/v1/export-account':                  '+ + + +',
  'POST /functions/v1/import-picture':                  '- - + -',
  'POST /functions/v1/import-pictures':                 '- - - +',
  'POST /functions/v1/orders-csv':                      '+ + + +',
  'POST /functions/v1/payment-account':                 '- - + -',
  'POST /functions/v1/payment-webhook':                 '+ + + +',
  'POST /functions/v1/send-mail':                       '- - - +',
  'POST /functions/v1/send-push':                       '- - - +',
  'POST /functions/v1/settle-payments':                 '- - - +',
  'POST /functions/v1/sweep-pictures':                  '- - - +',
  'POST /functions/v1/test-payment':                    '- - + +',
  'POST /functions/v1/unsubscribe':                     '+ + + +',
  'GET /rest/v1/shops':                                 '- + + +',
  'POST /rest/v1/rpc/search_products':                  '- + + +',
  'POST /realtime/v1/api/broadcast':                    '- + + +',
  'POST /browser-errors':                               '+ + + +',
  'GET /embed/drops/:id':                               '+ + + +',
  'GET /embed/shops/:slug':                             '+ + + +',
  'GET /s/:slug':                                       '+ + + +',
  'GET /config.json':                                   '+ + + +',
  'GET /geocode':                                       '+ + + +',
  'GET /health':                                        '+ + + +',
  'GET /health/details':                                '- - - -',
  'GET /metrics':                                       '+ + + +',
  'GET /ready':                                         '+ + + +',
  'GET /robots.txt':                                    '+ + + +',
  'GET /sitemap.xml':                                   '+ + + +',
}
