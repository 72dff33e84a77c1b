/** The caller of a request: the project's key in `apikey`, and a member's access token in `Authorization`. */
import { type Claims, TokenError, type TokenProblem, type Tokens } from '#backend/tokens'

export interface Caller {
  /** The database role that the request runs as. */
  readonly role: string
  readonly claims: Claims
  /** The claims as JSON, serialised once per token. */
  readonly claimsText: string
}

export type KeyProblem = 'missing' | 'invalid'

/** The request has no key of this project. */
export class KeyError extends Error {
  override readonly name = 'KeyError'
  readonly reason: KeyProblem
  constructor(reason: KeyProblem) {
    super(reason === 'missing' ? 'No API key found in request' : 'Invalid API key')
    this.reason = reason
  }
}

const claimsTexts = new WeakMap<Claims, string>()

/**
 * Identifies the caller. As on Supabase, a key is required; the role comes from the Authorization header, else from the key.
 * @throws KeyError, TokenError
 */
export async function identify(request: Request, tokens: Tokens): Promise<Caller> {
  const { key, claims } = await requireKey(request, tokens)
  const authorization = request.headers.get('authorization')
  const bearer = authorization === null ? undefined : /^bearer\s+(\S.*)$/i.exec(authorization)?.[1]?.trim()
  return callerOf(bearer === undefined || bearer === key ? claims : await tokens.verify(bearer))
}

/** Checks the project's key only; the protocol judges the Authorization header. @throws KeyError */
export async function requireKey(request: Request, tokens: Tokens): Promise<{ key: string; claims: Claims }> {
  const key = request.headers.get('apikey') ?? keyInQuery(request.url)
  if (!key) throw new KeyError('missing')
  const claims = await tokens.verify(key).catch(() => undefined)
  if (!claims?.role) throw new KeyError('invalid')
  return { key, claims }
}

/** As `identify`, but null without a key or token, for endpoints that are open to everyone. @throws TokenError */
export async function identifyIfKnown(request: Request, tokens: Tokens): Promise<Caller | null> {
  const bearer = /^bearer\s+(\S.*)$/i.exec(request.headers.get('authorization') ?? '')?.[1]?.trim()
  const token = bearer ?? request.headers.get('apikey')
  return token ? callerOf(await tokens.verify(token)) : null
}

function callerOf(claims: Claims): Caller {
  let claimsText = claimsTexts.get(claims)
  if (claimsText === undefined) {
    claimsText = JSON.stringify(claims)
    claimsTexts.set(claims, claimsText)
  }
  return { role: claims.role ?? 'anon', claims, claimsText }
}

function keyInQuery(url: string): string | null {
  return url.includes('apikey=') ? new URL(url).searchParams.get('apikey') : null
}

/** PostgREST's error for a bad token. Source: https://docs.postgrest.org/en/v14/references/errors.html#group-3-jwt */
export function tokenError(reason: TokenProblem): { code: string; message: string } {
  switch (reason) {
    case 'expired':
      return { code: 'PGRST303', message: 'JWT expired' }
    case 'not-yet-valid':
      return { code: 'PGRST303', message: 'JWT not yet valid' }
    case 'signature':
      return { code: 'PGRST301', message: 'No suitable key or wrong key type' }
    case 'malformed':
      return { code: 'PGRST301', message: 'JWT could not be decoded' }
  }
}

export { TokenError }
