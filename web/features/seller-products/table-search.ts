/** What a seller types above the table, as filters of PostgREST. */

const longestText = 100

/**
 * One for each word: every word is somewhere in the name or the category. PostgREST reads `*` in a pattern as any characters, escaped or
 * not, so a `*` is looked for as any one character.
 */
export function nameFilters(text: string): string[] {
  const words = text.slice(0, longestText).split(/[\s\p{Cc}]+/u)
  return words.filter(Boolean).map((word) => {
    const pattern = quoted(`%${word.replace(/[\\%_]/g, '\\$&').replaceAll('*', '_')}%`)
    return `name.ilike.${pattern},category.ilike.${pattern}`
  })
}

/** Between quotes nothing has a meaning but quotes and backslashes. */
function quoted(value: string): string {
  return `"${value.replace(/["\\]/g, '\\$&')}"`
}
