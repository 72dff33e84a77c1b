/** The auth API: takes a request, finds its endpoint, and tells whatever goes wrong in GoTrue's way. */
import { isIP } from 'node:net'
import type { Database } from '#backend/database/database'
import { DatabaseError } from '#backend/database/errors'
import type { Mailer } from '#backend/mail/index'
import { createMemoryRateLimits, type RateLimits } from '#backend/rate-limits/index'
import { errorAnswer, unexpectedFailure } from './answers.ts'
import { createAttempts } from './attempts.ts'
import type { AuthContext, Client } from './context.ts'
import { AuthError, requestTimedOut } from './errors.ts'
import { createGuessCounter } from './guesses.ts'
import { sweepAtIntervals } from './housekeeping.ts'
import { createLetterBudget } from './letter-budget.ts'
import { type Paces, usualPaces } from './pace.ts'
import { createPasswords, type Passwords } from './passwords.ts'
import { createPost, type Log } from './post.ts'
import { createProviders } from './providers/index.ts'
import { findRoute } from './routes.ts'
import type { AuthSettings } from './settings.ts'
import { createThrottle } from './throttle.ts'

export interface AuthOptions {
  readonly database: Database
  readonly tokens: AuthContext['tokens']
  readonly mailer: Pick<Mailer, 'send'>
  readonly settings: AuthSettings
  /** Letters and wrong codes; by default in memory. */
  readonly rateLimits?: RateLimits
  readonly log?: Log
  /** The clock; tests turn it. */
  readonly now?: () => Date
  /** How dear passwords are to hash, and how long answers wait; by default as dear and long as is safe. */
  readonly passwords?: Passwords
  readonly paces?: Paces
}

export interface Auth {
  /** Answers a request whose path begins with /auth/v1. Never rejects. */
  handle(request: Request, client: { readonly address: string }): Promise<Response>
  /** Waits for letters under way. */
  close(): Promise<void>
}

const basePath = '/auth/v1'
const silent: Log = { error() {} }

export function createAuth({
  database,
  tokens,
  mailer,
  settings,
  log = silent,
  now = () => new Date(),
  rateLimits = createMemoryRateLimits(() => now().getTime()),
  passwords = createPasswords(),
  paces = usualPaces,
}: AuthOptions): Auth {
  const budget = createLetterBudget(rateLimits, settings.email.lettersPerHour)
  const post = createPost(mailer, log, () => budget.spend())
  const context: AuthContext = {
    database,
    tokens,
    settings,
    passwords,
    budget,
    paces,
    post,
    throttle: createThrottle(rateLimits, settings.email.maxFrequencySeconds),
    attempts: createAttempts(rateLimits, settings.password.attempts),
    guesses: createGuessCounter(rateLimits),
    providers: createProviders(settings.providers, now),
    log,
    now,
  }
  const sweep = sweepAtIntervals(context)

  return {
    async handle(request, { address }) {
      sweep()
      const url = new URL(request.url)
      try {
        const { endpoint, params } = findRoute(request.method, url.pathname.slice(basePath.length))
        return await endpoint(context, { request, url, client: clientOf(request, address), params })
      } catch (error) {
        return errorAnswer(toAuthError(error, log), request)
      }
    },
    close: () => post.settle(),
  }
}

/** What the log of sessions keeps of a caller; the column for the address takes nothing but one. */
function clientOf(request: Request, address: string): Client {
  const userAgent = request.headers.get('user-agent')
  return {
    address: isIP(address) === 0 ? null : address,
    userAgent: userAgent === null ? null : userAgent.slice(0, 500),
  }
}

function toAuthError(error: unknown, log: Log): AuthError {
  if (error instanceof AuthError) return error
  if (error instanceof DatabaseError && error.code === '57014') return requestTimedOut()
  log.error({ err: error }, 'an auth request failed')
  return unexpectedFailure()
}
