/**
 * Finds a food that no declaration covers in what sellers write. `private.names_ingredient` is the same rule in SQL, and
 * both pass the cases of `food-name-cases.ts`.
 */

/** A text with each word in one form, as `private.food_words`: 'Kiwifruits, pine-nuts' is ' kiwi pine nut '. */
export function foodWords(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}|['’‘`´ʼ]/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return singular(` ${plain} `)
    .replace(/ kiwi ?fruit(?= )/g, ' kiwi')
    .replace(/ chil+[iye](?= )/g, ' chilli')
}

/** As `private.singular`. */
function singular(line: string): string {
  return line
    .replace(/(loa|hal|lea|cal)ves /g, '$1f ')
    .replace(/([^ ]{2})ies? /g, '$1y ')
    .replace(/(ch|ss)es? /g, '$1 ')
    .replace(/(sh|x|z|(?:at|ng|ad)o)es /g, '$1 ')
    .replace(/([^ ]{2}[^ s])s /g, '$1 ')
}

/** Whether words of a text, from `foodWords`, name a food: in singular or plural, in one word or two. */
export function namesFood(words: string, food: string): boolean {
  const letters = Array.from(foodWords(food).replaceAll(' ', ''))
  return letters.length > 0 && new RegExp(` ${letters.join(' ?')} `, 'u').test(words)
}
