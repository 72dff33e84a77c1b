/** The dependencies of the endpoints, and the request that they handle. */
import type { Database } from '#backend/database/database'
import type { Tokens } from '#backend/tokens'
import type { Passwords } from './accounts/passwords.ts'
import type { Client } from './audit.ts'
import type { BackgroundTasks, Log } from './background-tasks.ts'
import type { ExternalProvider } from './providers/index.ts'
import type { AuthSettings } from './settings.ts'
import type { ResponseTimes } from './throttle/constant-time.ts'
import type { EmailQuota } from './throttle/email-quota.ts'
import type { EmailThrottle } from './throttle/email-throttle.ts'
import type { LoginThrottle } from './throttle/login-throttle.ts'
import type { OtpAttempts } from './throttle/otp-attempts.ts'

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

export interface Call {
  readonly request: Request
  readonly url: URL
  readonly client: Client
  /** The values of the route's `:names`. */
  readonly params: Readonly<Record<string, string>>
}

export type Endpoint = (context: AuthContext, call: Call) => Promise<Response>
