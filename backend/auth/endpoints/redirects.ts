/** Validates redirect URLs: the site itself and the instance's allow list. */
import type { AuthSettings } from '../settings.ts'
import { globToRegExp } from './url-patterns.ts'

const maximumLength = 2048

/** `requested` if it is allowed, else the site's URL. */
export function allowedRedirect(requested: string | null, settings: AuthSettings): string {
  return requested !== null && isAllowedRedirect(requested, settings) ? requested : settings.siteUrl
}

/** `redirect` with a flow's result: in the fragment, which never reaches a server, or for PKCE in the query. */
export function withParameters(
  redirect: string,
  outcome: { query?: URLSearchParams; fragment?: URLSearchParams },
): string {
  const url = new URL(redirect)
  for (const [name, value] of outcome.query ?? []) url.searchParams.set(name, value)
  url.hash = outcome.fragment?.toString() ?? ''
  return url.href
}

/** The first allowed of: `redirect_to` in the query, in the header, and the Referer; else the site's URL. */
export function redirectOf(request: Request, url: URL, settings: AuthSettings): string {
  const candidates = [
    url.searchParams.get('redirect_to'),
    request.headers.get('redirect_to'),
    request.headers.get('referer'),
  ]
  return (
    candidates.find((candidate) => candidate !== null && isAllowedRedirect(candidate, settings)) ?? settings.siteUrl
  )
}

export function isAllowedRedirect(requested: string, settings: AuthSettings): boolean {
  const url = parseStrictly(requested)
  if (url === undefined) return false
  const site = new URL(settings.siteUrl)
  if (isSite(url, site)) return true
  // A production site never redirects to the visitor's own machine, even if a list left from development allows it.
  if (isLoopback(url) && !isLoopback(site)) return false
  const withoutFragment = requested.replace(/#.*$/s, '')
  return settings.additionalRedirectUrls.some((pattern) => isMatch(pattern, withoutFragment, url))
}

/**
 * Accepts only URLs that all parsers read alike. Browsers strip control characters, treat `\` as `/`, complete `https:evil.example`,
 * and treat the part before an `@` as user info.
 */
function parseStrictly(requested: string): URL | undefined {
  if (requested.length > maximumLength || /[\p{Cc}\s\\]/u.test(requested)) return undefined
  if (!URL.canParse(requested)) return undefined
  const url = new URL(requested)
  if (url.username !== '' || url.password !== '') return undefined
  if (forbiddenSchemes.has(url.protocol)) return undefined
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:'
  if (isWeb && !/^https?:\/\/[^/@]/i.test(requested)) return undefined
  return url
}

/** Schemes that make the browser run or show their content, or open a file. */
const forbiddenSchemes = new Set(['javascript:', 'data:', 'vbscript:', 'blob:', 'file:', 'about:', 'view-source:'])

const isLoopback = ({ hostname }: URL) =>
  /^(?:(?:[^.]+\.)*localhost\.?|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\])$/.test(
    hostname,
  )

/** The same origin; the loopback names count as one host. */
function isSite(url: URL, site: URL): boolean {
  if (url.origin === site.origin && site.origin !== 'null') return true
  return isLoopback(url) && isLoopback(site) && url.protocol === site.protocol && url.port === site.port
}

/** The whole URL must match, and the host alone: a `**` in a pattern's host must not match a stranger's path. */
function isMatch(pattern: string, requested: string, url: URL): boolean {
  if (!globToRegExp(pattern).test(requested)) return false
  const host = /^https?:\/\/([^/]*)/i.exec(pattern)?.[1]
  return host === undefined || hasSplitGroup(host) || globToRegExp(host).test(url.host)
}

/** The first `/` cuts a `{…}` group, so the pattern's host cannot be separated. */
const hasSplitGroup = (host: string) => host.split('{').length !== host.split('}').length
