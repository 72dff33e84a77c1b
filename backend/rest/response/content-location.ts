/** Names what was read by one URL, however its parameters were ordered and encoded, as PostgREST does in Content-Location. */

/** What browsers and proxies read of all headers together is little; a name that long helps nobody. */
const maxLength = 2_048

/**
 * @param parameters decoded pairs of the query string
 * @returns undefined where it would be too long
 */
export function locate(
  table: string,
  parameters: readonly (readonly [string, string | undefined])[],
): string | undefined {
  const values = new Map<string, string[]>()
  // The gateway's key is no part of the name.
  const own = parameters.filter(([name]) => name !== 'apikey')
  for (const [name, value = ''] of own.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))) {
    const known = values.get(name)
    if (known === undefined) values.set(name, [encode(value)])
    else known.push(encode(value))
  }
  // A name that stands there more than once has its values in one list.
  const pairs = [...values].map(([name, list]) => `${encode(name)}=${list.join(',')}`)
  const location = `/${encode(table)}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`
  return location.length > maxLength ? undefined : location
}

/** Also what encodeURIComponent leaves. */
const encode = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
