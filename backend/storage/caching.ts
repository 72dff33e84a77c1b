/** What stored cache instructions become on the wire: the uploader chooses how long, the route who may keep a copy. */

const personal = new Set(['public', 'private'])

/** For anybody: shared caches may keep it. */
export function publicCacheControl(stored: string | undefined): string {
  const directives = directivesOf(stored)
  return directives.some((directive) => directive === 'no-store' || directive === 'private')
    ? directives.join(', ')
    : ['public', ...directives.filter((directive) => !personal.has(directive))].join(', ')
}

/** For one caller, or the bearer of one link: only their own browser may keep it, and no longer than `maximumSeconds`. */
export function privateCacheControl(stored: string | undefined, maximumSeconds = Number.POSITIVE_INFINITY): string {
  const directives = directivesOf(stored)
    .filter((directive) => !personal.has(directive) && !directive.startsWith('s-maxage'))
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
