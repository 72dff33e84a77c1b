/** What the endpoints work with, and what a request brings to them. */
import type { Database } from '#backend/database/database'
import type { Tokens } from '#backend/tokens'
import type { Attempts } from './attempts.ts'
import type { GuessCounter } from './guesses.ts'
import type { LetterBudget } from './letter-budget.ts'
import type { Paces } from './pace.ts'
import type { Passwords } from './passwords.ts'
import type { Log, Post } from './post.ts'
import type { ExternalProvider } from './providers/index.ts'
import type { AuthSettings } from './settings.ts'
import type { Throttle } from './throttle.ts'

export interface AuthContext {
  readonly database: Database
  readonly tokens: Pick<Tokens, 'sign' | 'verify'>
  readonly settings: AuthSettings
  readonly passwords: Passwords
  readonly budget: LetterBudget
  readonly paces: Paces
  readonly post: Post
  /** Letters asked for lately, by kind and address. */
  readonly throttle: Throttle
  /** Passwords tried lately, by address. */
  readonly attempts: Attempts
  /** Wrong codes tried lately, by account. */
  readonly guesses: GuessCounter
  readonly providers: ReadonlyMap<string, ExternalProvider>
  readonly log: Log
  now(): Date
}

/** Where a request came from, as far as its session and the audit log remember it. */
export interface Client {
  readonly address: string | null
  readonly userAgent: string | null
}

export interface Call {
  readonly request: Request
  readonly url: URL
  readonly client: Client
  /** What stands for the route's `:names`. */
  readonly params: Readonly<Record<string, string>>
}

export type Endpoint = (context: AuthContext, call: Call) => Promise<Response>
