/** The canonical URL of a read, independent of the order and encoding of its parameters, as PostgREST's Content-Location. */

/** Browsers and proxies limit the size of all headers. */
const maxLength = 2_048

/**
 * @param parameters the decoded pairs of the query string
 * @returns undefined if it would be too long
 */
export function locate(
  table: string,
  parameters: readonly (readonly [string, string | undefined])[],
): string | undefined {
  const values = new Map<string, string[]>()
  // Without the gateway's key.
  const own = parameters.filter(([name]) => name !== 'apikey')
  for (const [name, value = ''] of own.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))) {
    const known = values.get(name)
    if (known === undefined) values.set(name, [encode(value)])
    else known.push(encode(value))
  }
  // Values of a repeated name form one list.
  const pairs = [...values].map(([name, list]) => `${encode(name)}=${list.join(',')}`)
  const location = `/${encode(table)}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`
  return location.length > maxLength ? undefined : location
}

/** Also encodes the characters that encodeURIComponent leaves. */
const encode = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
