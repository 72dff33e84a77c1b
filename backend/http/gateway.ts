/** Routes API requests to their protocol after checking keys, sizes and rate limits. Errors have the protocol's format. */

import { pathWithoutSecrets } from '#backend/path-without-secrets'
import { currentRequestId } from '#backend/request-id'
import type { Write } from '#backend/rest/index'
import { isSystemError } from '#backend/system-error'
import type { TokenProblem, Tokens } from '#backend/tokens'
import { BodyTooLarge, fitsLimit, limitBody } from './body-limit.ts'
import { type Caller, identify, identifyIfKnown, KeyError, requireKey, TokenError, tokenError } from './caller.ts'
import { isPreflight, preflight } from './cors.ts'
import type { Client } from './network.ts'
import type { RequestLimits, RouteLimit } from './request-limits.ts'
import { responseHeaders, withInertHeaders, withResponseHeaders } from './response-headers.ts'
import type { MatchedRequest } from './routes.ts'

interface Protocols {
  /** Sets the response headers itself, since these requests are the most frequent and the shortest. */
  rest(request: Request, caller: Caller, client: Client): Promise<Response>
  /** What a request to rest writes; null when it only reads. */
  restWrite(request: Request): Write | null
  auth(request: Request): MatchedRequest<Client> & { readonly isOpen: boolean }
  storage(request: Request): MatchedRequest<Caller | null>
  functions(request: Request, client: Client): Promise<Response>
  /** The function that a request calls, if it exists. An open one needs no token. */
  findFunction(request: Request): { readonly name: string; readonly isOpen: boolean } | undefined
  realtime(request: Request, caller: Caller, client: Client): Promise<Response>
}

export interface GatewayOptions {
  readonly protocols: Protocols
  readonly tokens: Tokens
  readonly limits: RequestLimits
  /** Largest body of rest, auth and functions; storage has its own limits. */
  readonly bodyLimitBytes: number
  readonly log: { error(context: object, message: string): void }
}

/** Handles every request whose path belongs to the API; undefined for other paths. Never rejects. */
export function createGateway(
  options: GatewayOptions,
): (request: Request, client: Client) => Promise<Response> | undefined {
  const { protocols, tokens, limits, bodyLimitBytes, log } = options

  const handleRest = async (request: Request, client: Client) => {
    if (!fitsLimit(request, bodyLimitBytes))
      return errorResponse(413, restBody('PGRST102', 'The request body is too large'))
    try {
      const caller = await identify(request, tokens)
      const run = () => protocols.rest(limitBody(request, bodyLimitBytes), caller, client)
      const write = restLimit(readMethods.has(request.method) ? null : protocols.restWrite(request), caller)
      if (write === null) return await run()
      return await limits.run(
        { ...write, caller, address: client.address },
        run,
        tooMany(restBody('PT429', tooManyMessage)),
      )
    } catch (error) {
      return restErrorResponse(error)
    }
  }

  const handleAuth = async (request: Request, client: Client) => {
    if (!fitsLimit(request, bodyLimitBytes))
      return errorResponse(413, authBody(413, 'request_body_too_large', 'Request body too large'))
    const matched = protocols.auth(request)
    if (!matched.isOpen) {
      try {
        await requireKey(request, tokens)
      } catch (error) {
        return restErrorResponse(error)
      }
    }
    return limits.run(
      { limit: matched.limit, caller: null, address: client.address },
      async () => withResponseHeaders(await matched.respond(limitBody(request, bodyLimitBytes), client)),
      tooMany(authBody(429, 'over_request_rate_limit', 'Request rate limit reached'), {
        'x-sb-error-code': 'over_request_rate_limit',
      }),
    )
  }

  const handleStorage = async (request: Request, { address }: Client) => {
    try {
      const caller = await identifyIfKnown(request, tokens)
      const matched = protocols.storage(request)
      return await limits.run(
        { limit: matched.limit, caller, address },
        async () => withResponseHeaders(await matched.respond(request, caller)),
        tooMany({ statusCode: '429', error: 'too_many_requests', message: tooManyMessage }),
      )
    } catch (error) {
      if (!(error instanceof TokenError)) throw error
      return errorResponse(400, { statusCode: '403', error: 'Unauthorized', message: storageTokenErrors[error.reason] })
    }
  }

  const handleRealtime = async (request: Request, client: Client) => {
    if (!fitsLimit(request, bodyLimitBytes)) return bodyTooLarge()
    try {
      const caller = await identify(request, tokens)
      return await limits.run(
        { limit: 'broadcasts', caller, address: client.address },
        async () => withResponseHeaders(await protocols.realtime(limitBody(request, bodyLimitBytes), caller, client)),
        tooMany({ message: tooManyMessage }),
      )
    } catch (error) {
      return restErrorResponse(error)
    }
  }

  /** A function handles preflights and sets its CORS headers itself, as on Supabase. */
  const handleFunctions = async (request: Request, client: Client) => {
    if (!fitsLimit(request, bodyLimitBytes)) return bodyTooLarge()
    const run = async () => withInertHeaders(await protocols.functions(limitBody(request, bodyLimitBytes), client))
    const found = protocols.findFunction(request)
    if (found === undefined) return run()
    // The scheduler's key is no JWT, nor is what others may send to an open function.
    const caller = await identifyIfKnown(request, tokens).catch(() => null)
    const limit = found.isOpen || request.method === 'OPTIONS' ? 'open functions' : 'functions'
    return limits.run(
      { limit, about: found.name, caller, address: client.address },
      run,
      tooMany({ message: tooManyMessage }),
    )
  }

  const protocolOf = (path: string) => {
    if (path.startsWith('/rest/v1')) return handleRest
    if (path.startsWith('/auth/v1')) return handleAuth
    if (path.startsWith('/storage/v1')) return handleStorage
    if (path.startsWith('/realtime/v1')) return handleRealtime
    return undefined
  }

  const failed = (request: Request) => (error: unknown) => {
    if (error instanceof BodyTooLarge) return bodyTooLarge()
    if (isClientAbort(error)) return errorResponse(400, { message: 'The request was interrupted' })
    log.error({ err: error, path: pathWithoutSecrets(pathOf(request.url)) }, 'request failed')
    return errorResponse(500, { message: 'Something went wrong on our side', request_id: currentRequestId() })
  }

  return (request, client) => {
    const path = pathOf(request.url)
    if (path.startsWith('/functions/v1/')) return handleFunctions(request, client).catch(failed(request))
    const handle = protocolOf(path)
    if (!handle) return undefined
    if (isPreflight(request)) return Promise.resolve(preflight(request))
    return handle(request, client).catch(failed(request))
  }
}

/** The path of an absolute URL, without parsing the rest, because this runs for every request. */
export function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('//') + 2)
  if (start === -1) return '/'
  const end = url.slice(start).search(/[?#]/)
  return end === -1 ? url.slice(start) : url.slice(start, start + end)
}

const readMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Row-level security and quotas limit the rows of members. */
function restLimit(write: Write | null, { role }: Caller): { limit: RouteLimit; about?: string } | null {
  if (write === null) return null
  if (write !== 'rows') return { limit: 'calls', about: write.called }
  return role === 'anon' ? { limit: 'visitor rows' } : null
}

const tooManyMessage = 'Too many requests. Please try again in a little while.'

function restErrorResponse(error: unknown): Response {
  if (error instanceof KeyError) {
    const hint =
      error.reason === 'missing'
        ? 'No `apikey` request header or url param was found.'
        : 'Double check your Supabase `anon` or `service_role` API key.'
    return errorResponse(401, { message: error.message, hint })
  }
  if (error instanceof TokenError) {
    const { code, message } = tokenError(error.reason)
    return errorResponse(401, restBody(code, message), {
      'www-authenticate': `Bearer error="invalid_token", error_description="${message}"`,
    })
  }
  throw error
}

/** The messages of Supabase's storage. */
const storageTokenErrors = {
  expired: '"exp" claim timestamp check failed',
  'not-yet-valid': '"nbf" claim timestamp check failed',
  signature: 'signature verification failed',
  malformed: 'Invalid Compact JWS',
} as const satisfies Record<TokenProblem, string>

const restBody = (code: string, message: string) => ({ code, details: null, hint: null, message })
const authBody = (code: number, errorCode: string, msg: string) => ({ code, error_code: errorCode, msg })

/** Node's error when the client closes the connection while sending. Not logged: any client can cause it at will. */
const isClientAbort = (error: unknown) => isSystemError(error, 'ECONNRESET') && error.message === 'aborted'

const tooMany =
  (body: object, headers: Record<string, string> = {}) =>
  (seconds: number) =>
    errorResponse(429, body, { 'retry-after': String(seconds), ...headers })

const bodyTooLarge = () => errorResponse(413, { message: 'The request body is too large' })

function errorResponse(status: number, body: object, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { ...responseHeaders, ...headers } })
}
