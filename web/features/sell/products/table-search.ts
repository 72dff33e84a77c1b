/** Converts the table's search text to PostgREST filters. */

const maxTextLength = 100

/**
 * One filter for each word, which must occur in the name or the category. PostgREST reads `*` in a pattern as any
 * characters, escaped or not, so `*` becomes `_`, which matches any one character.
 */
export function nameFilters(text: string): string[] {
  const words = text.slice(0, maxTextLength).split(/[\s\p{Cc}]+/u)
  return words.filter(Boolean).map((word) => {
    const pattern = quoted(`%${word.replace(/[\\%_]/g, '\\$&').replaceAll('*', '_')}%`)
    return `name.ilike.${pattern},category.ilike.${pattern}`
  })
}

/** Inside quotes, PostgREST interprets only quotes and backslashes. */
function quoted(value: string): string {
  return `"${value.replace(/["\\]/g, '\\$&')}"`
}
