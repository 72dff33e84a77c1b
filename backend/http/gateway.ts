/** Routes API requests to their protocol after checking keys, sizes and rate limits. Errors have the protocol's format. */
import type { Tokens } from '#backend/tokens'
import { BodyTooLarge, fitsLimit, limitBody } from './body-limit.ts'
import { type Caller, identify, identifyIfKnown, KeyError, requireKey, TokenError, tokenError } from './caller.ts'
import { isPreflight, preflight } from './cors.ts'
import { responseHeaders, withInertHeaders, withResponseHeaders } from './response-headers.ts'
import type { LimitedWrite, WriteLimits } from './write-limits.ts'

export interface Client {
  /** The client's network address. */
  readonly address: string
  /** True when the server itself calls, on behalf of no member. */
  readonly isServer?: boolean
}

export interface Protocols {
  /** Sets the response headers itself, since these requests are the most frequent and the shortest. */
  rest(request: Request, caller: Caller, client: Client): Promise<Response>
  auth(request: Request, client: Client): Promise<Response>
  storage(request: Request, caller: Caller | null): Promise<Response>
  functions(request: Request, client: Client): Promise<Response>
  realtime(request: Request, caller: Caller, client: Client): Promise<Response>
}

export interface GatewayOptions {
  readonly protocols: Protocols
  readonly tokens: Tokens
  /** Seconds that a request to auth has to wait; 0 when it may proceed. */
  readonly authWait: (request: Request, url: URL, address: string) => Promise<number>
  readonly writeLimits: WriteLimits
  /** Largest body of rest, auth and functions; storage has its own limits. */
  readonly bodyLimitBytes: number
  readonly log: { error(context: object, message: string): void }
}

/** Handles every request whose path belongs to the API; undefined for other paths. Never rejects. */
export function createGateway(
  options: GatewayOptions,
): (request: Request, client: Client) => Promise<Response> | undefined {
  const { protocols, tokens, authWait, writeLimits, bodyLimitBytes, log } = options

  const handleRest = async (request: Request, client: Client) => {
    if (!fitsLimit(request, bodyLimitBytes))
      return errorResponse(413, restBody('PGRST102', 'The request body is too large'))
    try {
      const caller = await identify(request, tokens)
      return await limited(
        writeLimits.rest(request, caller, client.address),
        () => protocols.rest(limitBody(request, bodyLimitBytes), caller, client),
        restBody('PT429', tooManyMessage),
      )
    } catch (error) {
      return restErrorResponse(error)
    }
  }

  const handleAuth = async (request: Request, client: Client) => {
    if (!fitsLimit(request, bodyLimitBytes))
      return errorResponse(413, authBody(413, 'request_body_too_large', 'Request body too large'))
    const url = new URL(request.url)
    if (!openAuthPaths.has(url.pathname)) {
      try {
        await requireKey(request, tokens)
      } catch (error) {
        return restErrorResponse(error)
      }
    }
    const seconds = await authWait(request, url, client.address)
    if (seconds > 0)
      return errorResponse(429, authBody(429, 'over_request_rate_limit', 'Request rate limit reached'), {
        'retry-after': String(seconds),
        'x-sb-error-code': 'over_request_rate_limit',
      })
    return withResponseHeaders(await protocols.auth(limitBody(request, bodyLimitBytes), client))
  }

  const handleStorage = async (request: Request, { address }: Client) => {
    try {
      const caller = await identifyIfKnown(request, tokens)
      return await limited(
        writeLimits.storage(request, caller, address),
        async () => withResponseHeaders(await protocols.storage(request, caller)),
        {
          statusCode: '429',
          error: 'too_many_requests',
          message: tooManyMessage,
        },
      )
    } catch (error) {
      if (!(error instanceof TokenError)) throw error
      const message = error.reason === 'expired' ? '"exp" claim timestamp check failed' : 'Invalid Compact JWS'
      return errorResponse(400, { statusCode: '403', error: 'Unauthorized', message })
    }
  }

  const handleRealtime = async (request: Request, client: Client) => {
    if (!fitsLimit(request, bodyLimitBytes)) return bodyTooLarge()
    try {
      const caller = await identify(request, tokens)
      return await limited(
        writeLimits.broadcast(caller, client.address),
        async () => withResponseHeaders(await protocols.realtime(limitBody(request, bodyLimitBytes), caller, client)),
        { message: tooManyMessage },
      )
    } catch (error) {
      return restErrorResponse(error)
    }
  }

  /** A function handles preflights and sets its CORS headers itself, as on Supabase. */
  const handleFunctions = async (request: Request, client: Client) => {
    if (!fitsLimit(request, bodyLimitBytes)) return bodyTooLarge()
    return withInertHeaders(await protocols.functions(limitBody(request, bodyLimitBytes), client))
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
    log.error({ err: error, path: pathOf(request.url) }, 'request failed')
    return errorResponse(500, { message: 'Something went wrong on our side' })
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

/** Browsers follow links to these paths and cannot send the key. Supabase's gateway leaves them open, too. */
const openAuthPaths = new Set(
  ['authorize', 'callback', 'verify', '.well-known/jwks.json'].map((name) => `/auth/v1/${name}`),
)

/** The path of an absolute URL, without parsing the rest, because this runs for every request. */
export function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('//') + 2)
  if (start === -1) return '/'
  const end = url.slice(start).search(/[?#]/)
  return end === -1 ? url.slice(start) : url.slice(start, start + end)
}

async function limited(write: LimitedWrite | null, run: () => Promise<Response>, body: object): Promise<Response> {
  if (!write) return run()
  const wait = await write.take()
  if (wait > 0) return errorResponse(429, body, { 'retry-after': String(wait) })
  let response: Response | null = null
  try {
    response = await run()
    return response
  } finally {
    await write.finish(response)
  }
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

const restBody = (code: string, message: string) => ({ code, details: null, hint: null, message })
const authBody = (code: number, errorCode: string, msg: string) => ({ code, error_code: errorCode, msg })

/** Node's error when the client closes the connection while sending. Not logged: any client can cause it at will. */
const isClientAbort = (error: unknown) =>
  error instanceof Error && error.message === 'aborted' && 'code' in error && error.code === 'ECONNRESET'

const bodyTooLarge = () => errorResponse(413, { message: 'The request body is too large' })

function errorResponse(status: number, body: object, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { ...responseHeaders, ...headers } })
}
