/** Security headers of pages and files: no third-party scripts, no frames. */

export interface HeaderOptions {
  /** Origin of the API, if it is not the site's. */
  readonly apiOrigin?: string | undefined
  readonly siteUrl: string
  /** Origin of the map's tiles. */
  readonly tilesOrigin?: string | undefined
  /** Whether the site uses https, so that browsers should enforce it. */
  readonly secure: boolean
  /** Vite's development server needs inline scripts and styles. */
  readonly developing?: boolean
}

/** Defaults: a header that a response sets itself wins. */
export function securityHeaders({
  apiOrigin,
  siteUrl,
  tilesOrigin,
  secure,
  developing = false,
}: HeaderOptions): Readonly<Record<string, string>> {
  const api = apiOrigin ? ` ${apiOrigin} ${apiOrigin.replace(/^http/, 'ws')}` : ''
  // In older versions of Safari, 'self' does not cover WebSockets to the same host (WebKit bug 201591).
  const socket = ` ${new URL(siteUrl).origin.replace(/^http/, 'ws')}`
  const policy = [
    "default-src 'self'",
    `script-src 'self'${developing ? " 'unsafe-inline'" : ''}`,
    // Components compute positions and sizes as style attributes. Style elements stay forbidden.
    `style-src 'self'${developing ? " 'unsafe-inline'" : ''}`,
    "style-src-attr 'unsafe-inline'",
    // data: and blob: preview files before the upload. Pictures of other sites are imported before they are shown.
    `img-src 'self' data: blob:${[apiOrigin, tilesOrigin].map((origin) => (origin ? ` ${origin}` : '')).join('')}`,
    `connect-src 'self'${api || socket}${developing ? ' ws:' : ''}`,
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    // A form posts to a function for downloads that are too large for the browser's memory.
    `form-action 'self'${apiOrigin ? ` ${apiOrigin}` : ''}`,
    "frame-ancestors 'none'",
    "manifest-src 'self'",
    "worker-src 'self'",
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
