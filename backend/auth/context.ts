/** The dependencies of the endpoints, and the request that they handle. */
import type { Database } from '#backend/database/database'
import type { Tokens } from '#backend/tokens'
import type { BackgroundTasks, Log } from './background-tasks.ts'
import type { ResponseTimes } from './constant-time.ts'
import type { EmailQuota } from './email-quota.ts'
import type { EmailThrottle } from './email-throttle.ts'
import type { LoginThrottle } from './login-throttle.ts'
import type { OtpAttempts } from './otp-attempts.ts'
import type { Passwords } from './passwords.ts'
import type { ExternalProvider } from './providers/index.ts'
import type { AuthSettings } from './settings.ts'

export interface AuthContext {
  readonly database: Database
  readonly tokens: Pick<Tokens, 'signAccess' | 'verify' | 'publicKeys'>
  readonly settings: AuthSettings
  readonly passwords: Passwords
  readonly emailQuota: EmailQuota
  readonly responseTimes: ResponseTimes
  readonly backgroundTasks: BackgroundTasks
  /** Recent email requests, by kind and email address. */
  readonly emailThrottle: EmailThrottle
  /** Recent sign-in attempts, by email address. */
  readonly loginThrottle: LoginThrottle
  /** Recent wrong codes, by account. */
  readonly otpAttempts: OtpAttempts
  readonly providers: ReadonlyMap<string, ExternalProvider>
  readonly log: Log
  now(): Date
}

/** The client, as its session and the audit log record it. */
export interface Client {
  readonly address: string | null
  readonly userAgent: string | null
}

export interface Call {
  readonly request: Request
  readonly url: URL
  readonly client: Client
  /** The values of the route's `:names`. */
  readonly params: Readonly<Record<string, string>>
}

export type Endpoint = (context: AuthContext, call: Call) => Promise<Response>
