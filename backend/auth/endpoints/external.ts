/** GET /authorize, /user/identities/authorize and /callback: sign-in and linking through external providers. */
import type { AuthContext, Call } from '../context.ts'
import { AuthError, badOAuthCallback, badOAuthState, invalid, providerDisabled, providerFailed } from '../errors.ts'
import {
  type BoundSecrets,
  beginExternalFlow,
  type ExternalFlow,
  externalFlowSeconds,
  issueExternalCode,
  newBrowserSecret,
  secretsOf,
  takeExternalFlow,
} from '../providers/external-flows.ts'
import { type ExternalProvider, ProviderError, type RoundTrip } from '../providers/index.ts'
import { type LinkTarget, requireRecentSignIn, withExternalAccount } from '../providers/linking.ts'
import { jsonResponse } from '../responses.ts'
import { sessionResponse, startSession } from '../sessions/sessions.ts'
import { parseChallenge } from '../tokens/flow-states.ts'
import { seeOther, withError, withSession } from './redirect-responses.ts'
import { allowedRedirect, redirectOf, withParameters } from './redirects.ts'

/** Redirects the browser to the provider. */
export async function authorize(context: AuthContext, call: Call): Promise<Response> {
  const canonical = canonicalAddress(context, call)
  if (canonical !== undefined) return seeOther(canonical)
  try {
    const { url, cookie } = await startRoundTrip(context, call, null)
    return seeOther(url, { 'set-cookie': cookie })
  } catch (error) {
    if (!(error instanceof AuthError) || !(error.cause instanceof ProviderError)) throw error
    // This is a page navigation, so the error is a redirect instead of JSON.
    const isPkce = call.url.searchParams.has('code_challenge')
    return seeOther(withError(redirectOf(call.request, call.url, context.settings), error, isPkce))
  }
}

/** The same for linking an identity; a script requests the URL and navigates to it. */
export async function authorizeLink(context: AuthContext, call: Call): Promise<Response> {
  const { url, cookie } = await startRoundTrip(context, call, await requireRecentSignIn(context, call))
  const headers = { 'set-cookie': cookie }
  return call.url.searchParams.get('skip_http_redirect') === 'true'
    ? jsonResponse({ url }, { headers })
    : seeOther(url, headers)
}

/** Provider parameters that callers may set, as in Supabase's documentation; none decides where the code goes. */
const allowedHints = [
  'access_type',
  'allow_signup',
  'display',
  'hd',
  'include_granted_scopes',
  'login',
  'login_hint',
  'max_age',
  'prompt',
  'ui_locales',
]

async function startRoundTrip(
  context: AuthContext,
  call: Call,
  linkTo: LinkTarget | null,
): Promise<{ url: string; cookie: string }> {
  const { searchParams } = call.url
  const provider = providerOf(context, searchParams.get('provider') ?? '')
  const challenge = parseChallenge(
    searchParams.get('code_challenge') ?? '',
    searchParams.get('code_challenge_method') ?? '',
  )
  const redirectTo = redirectOf(call.request, call.url, context.settings)
  const secret = newBrowserSecret()
  const bound = secretsOf(secret)
  const scopes = (searchParams.get('scopes') ?? '').split(/[ ,]+/).filter((scope) => /^[\w.:/-]{1,200}$/.test(scope))
  const hints = Object.fromEntries(
    allowedHints.flatMap((name) => {
      const value = searchParams.get(name)
      return value === null || value.length > 200 ? [] : [[name, value]]
    }),
  )
  const url = await callProvider(context, provider, () =>
    provider.authorizationUrl({ ...roundTrip(context, bound), scopes: scopes.slice(0, 20), hints }),
  )
  const flow = { provider: provider.name, challenge, redirectTo, linkTo }
  await beginExternalFlow(context.database, bound.state, flow, context.now())
  return { url, cookie: flowCookie(context, bound.state, secret) }
}

/** @throws AuthError */
export function providerOf({ providers }: AuthContext, name: string): ExternalProvider {
  if (name === '') throw invalid('Unsupported provider: provider is missing')
  const provider = providers.get(name)
  if (provider === undefined) throw providerDisabled('Unsupported provider: provider is not enabled')
  return provider
}

const callbackUrl = ({ settings }: AuthContext) => `${settings.apiUrl}/callback`

const roundTrip = (context: AuthContext, bound: BoundSecrets): RoundTrip => ({
  ...bound,
  redirectUri: callbackUrl(context),
})

/** Logs a provider's failure and returns a short error: it is not the caller's mistake. */
async function callProvider<T>({ log }: AuthContext, { name }: ExternalProvider, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    log.error({ err: error, provider: name }, 'request to external provider failed')
    throw providerFailed(name, error)
  }
}

const cookieName = (state: string) => `auth-flow-${state}`

/** Lax, because the browser returns from another site. Each flow has its own cookie, so that two tabs do not interfere. */
function flowCookie(context: AuthContext, state: string, secret: string, seconds = externalFlowSeconds): string {
  const { protocol, pathname } = new URL(callbackUrl(context))
  const parts = [`${cookieName(state)}=${secret}`, `Path=${pathname}`, `Max-Age=${seconds}`, 'HttpOnly', 'SameSite=Lax']
  return [...parts, ...(protocol === 'https:' ? ['Secure'] : [])].join('; ')
}

function readCookie(request: Request, name: string): string | undefined {
  for (const pair of (request.headers.get('cookie') ?? '').split(';')) {
    const [key, value] = pair.trim().split('=')
    if (key === name) return value
  }
  return undefined
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * The machine has several loopback names and a cookie belongs to one of them, so the browser first moves to the name that providers
 * redirect to.
 */
function canonicalAddress({ settings }: AuthContext, { url }: Call): string | undefined {
  const api = new URL(settings.apiUrl)
  const isOtherName = loopback.has(url.hostname) && loopback.has(api.hostname) && url.hostname !== api.hostname
  return isOtherName ? `${settings.apiUrl}/authorize${url.search}` : undefined
}

/** Handles the return from the provider. The browser is always redirected, and the flow ends. */
export async function callback(context: AuthContext, call: Call): Promise<Response> {
  const state = call.url.searchParams.get('state') ?? ''
  const secret = readCookie(call.request, cookieName(state))
  if (secret === undefined || secretsOf(secret).state !== state) {
    return seeOther(withError(context.settings.siteUrl, badOAuthState(), false))
  }
  const headers = { 'set-cookie': flowCookie(context, state, '', 0) }
  const flow = await takeExternalFlow(context.database, state, context.now())
  if (flow === undefined) return seeOther(withError(context.settings.siteUrl, badOAuthState(), false), headers)
  const redirect = allowedRedirect(flow.redirectTo, context.settings)
  try {
    return seeOther(await finishSignIn(context, call, { ...flow, redirectTo: redirect }, secretsOf(secret)), headers)
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    return seeOther(withError(redirect, error, flow.challenge !== undefined), headers)
  }
}

/** @returns the redirect URL */
async function finishSignIn(
  context: AuthContext,
  call: Call,
  flow: ExternalFlow,
  bound: BoundSecrets,
): Promise<string> {
  const { searchParams } = call.url
  const provider = providerOf(context, flow.provider)
  if ([...searchParams.keys()].length > new Set(searchParams.keys()).size) {
    throw badOAuthCallback('OAuth callback with a repeated parameter')
  }
  await callProvider(context, provider, () => provider.assertReturn(searchParams))
  if (searchParams.has('error')) throw refusedByProvider(searchParams)
  if (!searchParams.get('code')) throw badOAuthCallback('OAuth callback with missing authorization code')
  const { identity, tokens } = await callProvider(context, provider, () =>
    provider.identify(searchParams, roundTrip(context, bound)),
  )
  const signIn = { provider: provider.name, identity, client: call.client, linkTo: flow.linkTo }
  const { challenge } = flow
  if (challenge !== undefined) {
    const code = await withExternalAccount(context, signIn, (tx, account) =>
      issueExternalCode(tx, { userId: account.id, provider: provider.name, challenge, tokens }, context.now()),
    )
    return withParameters(flow.redirectTo, { query: new URLSearchParams({ code }) })
  }
  const started = await withExternalAccount(context, signIn, (tx, account) =>
    startSession(tx, account.id, 'oauth', call.client, context.now()),
  )
  return withSession(flow.redirectTo, await sessionResponse(context, { ...started, providerTokens: tokens }))
}

/** The member or the provider refused. The provider's description is shown, so it is shortened. */
function refusedByProvider(returned: URLSearchParams): AuthError {
  const isDenied = returned.get('error') === 'access_denied'
  const description = (returned.get('error_description') ?? '')
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, 200)
  if (isDenied) return new AuthError(403, 'bad_oauth_callback', description || 'The sign-in was cancelled')
  return badOAuthCallback(description || 'The provider refused the sign-in')
}
