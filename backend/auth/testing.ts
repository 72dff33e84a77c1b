/** The test context of auth: an API on a fresh database, with a settable clock, a mailbox and clients. */
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { expect, vi } from 'vitest'
import { WebSocket } from 'ws'
import { asRecords, type DatabaseRecord } from '#backend/database/records'
import { openTestDatabase } from '#backend/database/testing'
import { createMailbox, type StoredEmail } from '#backend/mail/index'
import type { SigningKeys } from '#backend/signing-keys'
import { createTokens } from '#backend/tokens'
import { createPasswords } from './accounts/passwords.ts'
import { type AuthSettings, createAuth, defaultAuthSettings } from './index.ts'

// supabase-js requires a WebSocket implementation, although auth opens none; Node 20 has none built in.
vi.stubGlobal('WebSocket', WebSocket)

const secret = 'a secret of the tests, of thirty-two characters at least'
const origin = 'https://shop.example'
const cheapPasswords = createPasswords({ cost: 4 })

export type AuthTestContext = Awaited<ReturnType<typeof openAuthTestContext>>

export async function openAuthTestContext(signingKeys?: SigningKeys) {
  const database = await openTestDatabase()
  const tokens = createTokens(secret, signingKeys)
  const mailbox = createMailbox()
  const loggedErrors: unknown[] = []
  const anonKey = await tokens.sign({ role: 'anon', iss: 'tests' })
  const serviceKey = await tokens.sign({ role: 'service_role', iss: 'tests' })
  const clock = { offsetMs: 0 }
  const now = () => new Date(Date.now() + clock.offsetMs)
  const createWith = (settings: AuthSettings, inRealTime: boolean) =>
    createAuth({
      database,
      tokens,
      mailTransport: mailbox,
      settings,
      now,
      log: { error: (details) => loggedErrors.push(details) },
      ...(!inRealTime && { passwords: cheapPasswords, responseTimes: { signUp: 0, email: 0 } }),
    })
  const defaults = defaultAuthSettings({ siteUrl: origin })
  let auth = createWith(defaults, false)

  const context = {
    database,
    tokens,
    mailbox,
    anonKey,
    serviceKey,
    origin,
    /** Unexpected errors that were logged; tests expect none. */
    loggedErrors,
    now,

    /**
     * Resets accounts, emails and clock, and applies these settings over the defaults. Hashing is cheap and responses are not delayed,
     * except with `inRealTime`.
     */
    async reset(
      change: (settings: AuthSettings) => AuthSettings = (settings) => settings,
      { inRealTime = false } = {},
    ) {
      await auth.close()
      // Truncating takes ten times as long where there are few rows.
      await database.script('delete from auth.users; delete from auth.flow_state; delete from auth.audit_log_entries')
      clock.offsetMs = 0
      mailbox.clear()
      loggedErrors.length = 0
      auth = createWith(change(defaults), inRealTime)
    },

    advance(seconds: number) {
      clock.offsetMs += seconds * 1000
    },

    /** Sends a request unchanged. */
    send: (request: Request, address = '127.0.0.1') => auth.match(request).respond(request, { address }),

    /** Calls an endpoint with a JSON body; a string body is sent unchanged. */
    async call(method: string, path: string, { body, token, headers, address }: CallOptions = {}) {
      const response = await context.send(
        new Request(`${origin}/auth/v1${path}`, {
          method,
          headers: {
            'content-type': 'application/json',
            ...(token !== undefined && { authorization: `Bearer ${token}` }),
            ...headers,
          },
          ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        }),
        address,
      )
      const text = await response.text()
      return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) }
    },

    /** The newest email to the address, after background tasks have finished. */
    async email(to: string): Promise<StoredEmail> {
      const [newest] = await context.emails(to)
      if (newest === undefined) throw new Error(`There is no email to ${to}`)
      return newest
    },

    async emails(to: string): Promise<readonly StoredEmail[]> {
      await auth.close()
      return mailbox.list(to)
    },

    /** Creates a confirmed account. */
    async confirmedAccount(email = 'ada@example.com', password = 'correct horse') {
      const { status, body } = await context.call('POST', '/admin/users', {
        token: serviceKey,
        body: { email, password, email_confirm: true },
      })
      if (status !== 200) throw new Error(`No account was created: ${JSON.stringify(body)}`)
      return { id: String(body.id), email, password }
    },

    async signIn({ email = 'ada@example.com', password = 'correct horse' } = {}): Promise<Tokens> {
      const { status, body } = await context.call('POST', '/token?grant_type=password', { body: { email, password } })
      if (status !== 200) throw new Error(`Not signed in: ${JSON.stringify(body)}`)
      return { access: String(body.access_token), refresh: String(body.refresh_token) }
    },

    refresh: (token: string) =>
      context.call('POST', '/token?grant_type=refresh_token', { body: { refresh_token: token } }),

    /** Follows a link in an email and returns the redirect. */
    async follow(link: string) {
      const response = await context.send(new Request(link))
      const location = response.headers.get('location')
      const url = location === null ? undefined : new URL(location)
      return {
        status: response.status,
        location,
        query: url?.searchParams ?? new URLSearchParams(),
        fragment: new URLSearchParams(url?.hash.slice(1)),
      }
    },

    async query(text: string, values: readonly (string | null)[] = []): Promise<DatabaseRecord[]> {
      return asRecords(await database.run({ text, values }))
    },

    /** A supabase-js client that calls the endpoints directly. */
    client: (key = anonKey, flowType: 'implicit' | 'pkce' = 'implicit'): SupabaseClient =>
      createClient(origin, key, {
        auth: {
          autoRefreshToken: false,
          persistSession: true,
          storage: memoryStorage(),
          detectSessionInUrl: false,
          flowType,
        },
        global: { fetch: (input, init) => context.send(new Request(input, init)) },
      }),

    async close() {
      await auth.close()
      await database.close()
    },
  }
  return context
}

/**
 * Expects two requests to take the same time, up to a factor. Other work on the machine only adds time, so the fastest of each are
 * compared. After five rounds, more follow until they are near each other.
 */
export async function expectSameTime(
  factor: number,
  one: (round: number) => Promise<unknown>,
  other: (round: number) => Promise<unknown>,
): Promise<void> {
  const fastest = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  const ratio = () => (fastest[0] ?? 0) / (fastest[1] ?? 0)
  for (let round = 0; round < 5 || (round < 40 && Math.max(ratio(), 1 / ratio()) >= factor); round += 1) {
    for (const [n, request] of [one, other].entries()) {
      const start = performance.now()
      await request(round)
      fastest[n] = Math.min(fastest[n] ?? 0, performance.now() - start)
    }
  }
  expect(ratio()).toBeGreaterThan(1 / factor)
  expect(ratio()).toBeLessThan(factor)
}

interface CallOptions {
  readonly body?: unknown
  readonly token?: string
  readonly headers?: Record<string, string>
  /** The client's network address. */
  readonly address?: string
}

export interface Tokens {
  readonly access: string
  readonly refresh: string
}

function memoryStorage() {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
}
