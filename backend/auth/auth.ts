/** The auth API: routes a request to its endpoint and turns errors into GoTrue's. */
import { isIP } from 'node:net'
import type { Database } from '#backend/database/database'
import { DatabaseError } from '#backend/database/errors'
import type { MatchedRequest } from '#backend/http/routes'
import type { MailTransport } from '#backend/mail/index'
import { createMemoryRateLimits, type RateLimits } from '#backend/rate-limits/index'
import { createPasswords, type Passwords } from './accounts/passwords.ts'
import type { Client } from './audit.ts'
import { createBackgroundTasks, type Log } from './background-tasks.ts'
import { periodicCleanup } from './cleanup.ts'
import type { AuthContext } from './context.ts'
import { AuthError, methodNotAllowed, notFound, requestTimedOut } from './errors.ts'
import { createFactorAttempts } from './factors/factor-attempts.ts'
import { createProviders } from './providers/index.ts'
import { errorResponse, unexpectedFailure } from './responses.ts'
import { routes } from './routes.ts'
import { isOldMember } from './sessions/sessions.ts'
import type { AuthSettings } from './settings.ts'
import { defaultResponseTimes, type ResponseTimes } from './throttle/constant-time.ts'
import { createEmailQuota } from './throttle/email-quota.ts'
import { createEmailThrottle } from './throttle/email-throttle.ts'
import { createLoginThrottle } from './throttle/login-throttle.ts'
import { createOtpAttempts } from './throttle/otp-attempts.ts'

export interface AuthOptions {
  readonly database: Database
  readonly tokens: AuthContext['tokens']
  readonly mailTransport: Pick<MailTransport, 'send'>
  readonly settings: AuthSettings
  /** Limits emails, wrong passwords and wrong codes; in memory by default. */
  readonly rateLimits?: RateLimits
  readonly log?: Log
  /** The clock; tests set it. */
  readonly now?: () => Date
  /** Password hashing and response times; the safe defaults are slow. */
  readonly passwords?: Passwords
  readonly responseTimes?: ResponseTimes
}

interface MatchedAuth extends MatchedRequest<{ readonly address: string }> {
  /** Whether the request needs no key of the project. */
  readonly isOpen: boolean
}

export interface Auth {
  /** Finds the route of a request whose path begins with /auth/v1. */
  match(request: Request): MatchedAuth
  /** Waits for emails that are being sent. */
  close(): Promise<void>
}

const prefix = '/auth/v1'
const silent: Log = { error() {} }

export function createAuth({
  database,
  tokens,
  mailTransport,
  settings,
  log = silent,
  now = () => new Date(),
  rateLimits = createMemoryRateLimits(() => now().getTime()),
  passwords = createPasswords(),
  responseTimes = defaultResponseTimes,
}: AuthOptions): Auth {
  const emailQuota = createEmailQuota(rateLimits, {
    emailsPerHour: settings.email.emailsPerHour,
    isOldMember: (email, network, within = database) => isOldMember(within, email, network, now()),
  })
  const backgroundTasks = createBackgroundTasks(mailTransport, log, () => emailQuota.take())
  const context: AuthContext = {
    database,
    tokens,
    settings,
    passwords,
    emailQuota,
    responseTimes,
    backgroundTasks,
    emailThrottle: createEmailThrottle(rateLimits, settings.email.maxFrequencySeconds),
    loginThrottle: createLoginThrottle(rateLimits, settings.password.attempts),
    otpAttempts: createOtpAttempts(rateLimits),
    factorAttempts: createFactorAttempts(rateLimits),
    providers: createProviders(settings.providers, now),
    log,
    now,
  }
  const sweep = periodicCleanup(context)

  return {
    match(matched) {
      const url = new URL(matched.url)
      const found = routes.find(matched.method, url.pathname.slice(prefix.length), url)
      return {
        limit: found.limit,
        isOpen: found.kind === 'route' && found.route[3] === 'open',
        async respond(request, { address }) {
          sweep()
          if (found.kind !== 'route')
            return errorResponse(found.kind === 'unknown path' ? notFound() : methodNotAllowed(), request)
          const { route, params } = found
          try {
            return await route[4](context, { request, url, client: clientOf(request, address), params })
          } catch (error) {
            return errorResponse(toAuthError(error, log), request)
          }
        },
      }
    },
    close: () => backgroundTasks.settle(),
  }
}

/** The client as sessions record it. The address column accepts only IP addresses. */
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
