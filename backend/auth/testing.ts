/** An auth API over a fresh in-memory database, for this room's tests: a clock to turn, a mailbox to read, clients to call with. */
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { vi } from 'vitest'
import { WebSocket } from 'ws'
import { asRecords, type DatabaseRecord } from '#backend/database/records'
import { openTestDatabase } from '#backend/database/testing'
import { createMailbox, type StoredEmail } from '#backend/mail/index'
import { createTokens } from '#backend/tokens'
import { type AuthSettings, createAuth, defaultAuthSettings } from './index.ts'
import { createPasswords } from './passwords.ts'

// supabase-js wants to be able to open a socket, although auth never does; Node 20 has none of its own.
vi.stubGlobal('WebSocket', WebSocket)

const secret = 'a secret of the tests, of thirty-two characters at least'
const origin = 'https://shop.example'
const cheapPasswords = createPasswords({ cost: 4 })

export type AuthTestContext = Awaited<ReturnType<typeof openAuthTestContext>>

export async function openAuthTestContext() {
  const database = await openTestDatabase()
  const tokens = createTokens(secret)
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
      mailer: mailbox,
      settings,
      now,
      log: { error: (details) => loggedErrors.push(details) },
      ...(!inRealTime && { passwords: cheapPasswords, responseTimes: { signUp: 0, email: 0 } }),
    })
  const defaults = defaultAuthSettings({ siteName: 'Test Shop', siteUrl: origin })
  let auth = createWith(defaults, false)

  const context = {
    database,
    tokens,
    mailbox,
    anonKey,
    serviceKey,
    origin,
    /** What was logged as our fault: to be empty. */
    loggedErrors,
    now,

    /**
     * Begins anew with these settings over the defaults, no accounts, no emails and the clock at the present. Hashing is cheap and
     * nothing waits, but at the real pace.
     */
    async reset(
      change: (settings: AuthSettings) => AuthSettings = (settings) => settings,
      { inRealTime = false } = {},
    ) {
      await auth.close()
      await database.script('truncate auth.users, auth.flow_state, auth.audit_log_entries cascade')
      clock.offsetMs = 0
      mailbox.clear()
      loggedErrors.length = 0
      auth = createWith(change(defaults), inRealTime)
    },

    advance(seconds: number) {
      clock.offsetMs += seconds * 1000
    },

    /** Sends a request as it is. */
    send: (request: Request, address = '127.0.0.1') => auth.handle(request, { address }),

    /** Calls an endpoint with a JSON body; `body` as a string is sent as it is. */
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

    /** The newest email to the address, once nothing is under way. */
    async email(to: string): Promise<StoredEmail> {
      const [newest] = await context.emails(to)
      if (newest === undefined) throw new Error(`There is no email to ${to}`)
      return newest
    },

    async emails(to: string): Promise<readonly StoredEmail[]> {
      await auth.close()
      return mailbox.list(to)
    },

    /** An account as it is after sign-up and confirmation. */
    async confirmedAccount(email = 'ada@example.com', password = 'correct horse') {
      const { status, body } = await context.call('POST', '/admin/users', {
        token: serviceKey,
        body: { email, password, email_confirm: true },
      })
      if (status !== 200) throw new Error(`No account was made: ${JSON.stringify(body)}`)
      return { id: String(body.id), email, password }
    },

    async signIn({ email = 'ada@example.com', password = 'correct horse' } = {}): Promise<Tokens> {
      const { status, body } = await context.call('POST', '/token?grant_type=password', { body: { email, password } })
      if (status !== 200) throw new Error(`Not signed in: ${JSON.stringify(body)}`)
      return { access: String(body.access_token), refresh: String(body.refresh_token) }
    },

    refresh: (token: string) =>
      context.call('POST', '/token?grant_type=refresh_token', { body: { refresh_token: token } }),

    /** Follows a link of an email and says where it leads. */
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

    /** supabase-js whose requests go straight to the endpoints. */
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

interface CallOptions {
  readonly body?: unknown
  readonly token?: string
  readonly headers?: Record<string, string>
  /** Where the call comes from. */
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
