/** What a seller types above the table, as filters of PostgREST. */

const longestText = 100

/**
 * One for each word: every word is somewhere in the name or the category. A regular expression that finds exactly the word, because
 * in a pattern of LIKE PostgREST would read `*` as its wildcard.
 */
export function nameFilters(text: string): string[] {
  const words = text.slice(0, longestText).split(/[\s\p{Cc}]+/u)
  return words.filter(Boolean).map((word) => {
    const pattern = quoted(word.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&'))
    return `name.imatch.${pattern},category.imatch.${pattern}`
  })
}

/** Between quotes nothing has a meaning but quotes and backslashes. */
function quoted(value: string): string {
  return `"${value.replace(/["\\]/g, '\\$&')}"`
}
