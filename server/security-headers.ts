/** What the browser may do on our pages: no foreign scripts, no frames, nothing that we did not send. */

export interface HeaderOptions {
  /** Origin of the backend's API when it is not our own. */
  readonly apiOrigin?: string | undefined
  /** Where people reach the site. */
  readonly siteUrl: string
  /** Where the map's pictures come from. */
  readonly tilesOrigin?: string | undefined
  /** Whether the site is reached by https, so that browsers should insist on it. */
  readonly secure: boolean
  /** Vite's development server puts scripts and styles into the page itself. */
  readonly developing?: boolean
}

/** Headers of every page and file, except where the response has set its own. */
export function securityHeaders({
  apiOrigin,
  siteUrl,
  tilesOrigin,
  secure,
  developing = false,
}: HeaderOptions): Readonly<Record<string, string>> {
  const api = apiOrigin ? ` ${apiOrigin} ${apiOrigin.replace(/^http/, 'ws')}` : ''
  // Safari's 'self' did not cover sockets to the same host for long (WebKit bug 201591).
  const socket = ` ${new URL(siteUrl).origin.replace(/^http/, 'ws')}`
  const policy = [
    "default-src 'self'",
    `script-src 'self'${developing ? " 'unsafe-inline'" : ''}`,
    // Positions and sizes that components compute are style attributes; style elements and sheets are our own only.
    `style-src 'self'${developing ? " 'unsafe-inline'" : ''}`,
    "style-src-attr 'unsafe-inline'",
    // Of files that are about to be uploaded, besides those in storage. Pictures given by their address are taken over first.
    `img-src 'self' data: blob:${[apiOrigin, tilesOrigin].map((origin) => (origin ? ` ${origin}` : '')).join('')}`,
    `connect-src 'self'${api || socket}${developing ? ' ws:' : ''}`,
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    // A download too long for the browser to hold is asked of a function by a form.
    `form-action 'self'${apiOrigin ? ` ${apiOrigin}` : ''}`,
    "frame-ancestors 'none'",
    "manifest-src 'self'",
    ...(secure ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
  return {
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), microphone=(), payment=(), geolocation=(self)',
    'cross-origin-opener-policy': 'same-origin',
    ...(secure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  }
}
