/** Cache-Control of responses: the uploader chooses the lifetime, the route decides between public and private. */

const visibilities = new Set(['public', 'private'])

/** For public objects, which shared caches may store. */
export function publicCacheControl(stored: string | undefined): string {
  const directives = directivesOf(stored)
  return directives.some((directive) => directive === 'no-store' || directive === 'private')
    ? directives.join(', ')
    : ['public', ...directives.filter((directive) => !visibilities.has(directive))].join(', ')
}

/** For one caller or one signed URL: only the browser may store it, for at most `maximumSeconds`. */
export function privateCacheControl(stored: string | undefined, maximumSeconds = Number.POSITIVE_INFINITY): string {
  const directives = directivesOf(stored)
    .filter((directive) => !visibilities.has(directive) && !directive.startsWith('s-maxage'))
    .map((directive) => {
      const [name, seconds] = directive.split('=')
      return seconds === undefined ? directive : `${name}=${Math.max(0, Math.min(Number(seconds), maximumSeconds))}`
    })
  return ['private', ...directives].join(', ')
}

const directivesOf = (stored: string | undefined) =>
  (stored || 'no-cache')
    .split(',')
    .map((directive) => directive.trim())
    .filter((directive) => /^[a-z-]+(?:=\d+)?$/.test(directive))
