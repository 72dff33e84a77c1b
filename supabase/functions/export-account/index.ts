/**
 * A member's data export: a form `{ token }` -> a zip of JSON and pictures, streamed to limit memory. A form post makes the browser save the
 * response. Its token is in the body, so the gateway checks none. The database limits the data to the token's owner, and a recent sign-in
 * is required.
 */
import { makeZip } from 'client-zip'
import { z } from 'zod'
import { readForm } from '../_shared/body.ts'
import { type DatabaseClient, type Member, openServiceClient, openTokenClient, unwrap } from '../_shared/database.ts'
import { serve } from '../_shared/responses.ts'
import { readSettings, type Settings } from '../_shared/settings.ts'
import { type OwnRows, ownRows } from './own-data.ts'

const bodySchema = z.object({ token: z.string().min(1) })
const rows = z.array(z.record(z.string(), z.unknown()))

/** A compromise between the number of requests and memory. */
const pageSize = 500

interface ExportRequest {
  readonly settings: Settings
  readonly token: string
  readonly client: DatabaseClient
  readonly member: Member
  /** The account as stored by the auth service. */
  readonly account: unknown
  readonly now: Date
}

interface Entry {
  readonly name: string
  readonly lastModified: Date
  readonly input: string | AsyncIterable<string> | ReadableStream<Uint8Array>
}

serve(['POST'], async (request) => {
  const settings = readSettings()
  const { token } = await readForm(request, bodySchema)
  const exportRequest = await authorise(settings, token).catch((error: unknown) => {
    console.error(error)
    return null
  })
  // The form was on our site, so a page there shows the error.
  if (exportRequest === null) return Response.redirect(`${settings.siteUrl}/settings/security?export=failed`, 303)
  return new Response(makeZip(entries(exportRequest)), {
    headers: {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="tuckbox-${exportRequest.now.toISOString().slice(0, 10)}.zip"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  })
})

/** Null without a recent sign-in. */
async function authorise(settings: Settings, token: string): Promise<ExportRequest | null> {
  const client = openTokenClient(settings, token)
  const { data, error } = await openServiceClient(settings).auth.getUser(token)
  if (error) throw error
  const hasRecentSignIn = unwrap(await client.rpc('signed_in_recently'))
  const { id, email } = data.user
  return hasRecentSignIn
    ? { settings, token, client, member: { id, email }, account: data.user, now: new Date() }
    : null
}

async function* entries(exportRequest: ExportRequest): AsyncGenerator<Entry, void, void> {
  const { client, account, now } = exportRequest
  const entry = (name: string, input: Entry['input']): Entry => ({ name, lastModified: now, input })
  const files = ['account.json', ...ownRows.map(({ name }) => `${name}.json`), 'pictures/']
  yield entry('read-me.txt', readMe(now, files))
  const signedIn = unwrap(await client.rpc('own_sessions'))
  const recoveryCodes = unwrap(await client.rpc('own_recovery_codes'))
  const suspension = unwrap(await client.rpc('own_suspension'))
  const accountData = { account, signed_in_on: signedIn, recovery_codes: recoveryCodes, suspension }
  yield entry('account.json', JSON.stringify(accountData, null, 2))
  for (const own of ownRows) yield entry(`${own.name}.json`, rowsAsJson(exportRequest, own))
  for await (const { bucket, path } of pictures(client)) {
    const { data, error } = await client.storage.from(bucket).download(path).asStream()
    // A picture that is replaced or deleted meanwhile is skipped.
    if (error) console.error(error)
    else yield entry(`pictures/${bucket}/${path.slice(path.indexOf('/') + 1)}`, data)
  }
}

/** A JSON array in chunks. Keyset pagination keeps new rows from shifting it. */
async function* rowsAsJson(exportRequest: ExportRequest, own: OwnRows): AsyncGenerator<string, void, void> {
  let after: string | undefined
  let separator = '['
  for (;;) {
    const page = await readPage(exportRequest, own, after)
    for (const row of page) {
      yield `${separator}\n${JSON.stringify(row, null, 2)}`
      separator = ','
    }
    if (page.length < pageSize) break
    after = String(page.at(-1)?.[own.key])
  }
  yield separator === '[' ? '[]\n' : '\n]\n'
}

async function readPage(
  { settings, token, member }: ExportRequest,
  { table, key, filter, columns = '*' }: OwnRows,
  after: string | undefined,
): Promise<z.output<typeof rows>> {
  const query = `select=${columns}&${filter(member.id)}&order=${key}&limit=${pageSize}${after ? `&${key}=gt.${after}` : ''}`
  const response = await fetch(`${settings.supabaseUrl}/rest/v1/${table}?${query}`, {
    headers: { apikey: settings.anonKey, authorization: `Bearer ${token}` },
  })
  if (!response.ok) throw new Error(`${table} responded with ${response.status}: ${await response.text()}`)
  return rows.parse(await response.json())
}

async function* pictures(client: DatabaseClient): AsyncGenerator<{ bucket: string; path: string }, void, void> {
  let last = { bucket: '', path: '' }
  for (;;) {
    const page = unwrap(await client.rpc('own_pictures', { after_bucket: last.bucket, after_path: last.path }))
    yield* page
    const lastOfPage = page.at(-1)
    if (!lastOfPage) return
    last = lastOfPage
  }
}

function readMe(now: Date, files: readonly string[]): string {
  return [
    `Your Tuckbox data, as of ${now.toISOString()}.`,
    '',
    'Each .json file is a list that you can open in any text editor. Times are in UTC, prices in pounds.',
    'Conversations include the messages that you wrote, but not those of other members.',
    'If you have a shop, its orders are not included. You can export them under Orders in your shop.',
    '',
    ...files,
    '',
  ].join('\n')
}
