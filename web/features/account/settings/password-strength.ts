/** A rough estimate of a password's strength: advice during typing, not a rule. */

export type PasswordStrength = 'weak' | 'fair' | 'strong'

/** @param known public facts about its owner, such as name and email address, which add no strength */
export function passwordStrength(password: string, known: readonly string[] = []): PasswordStrength {
  const own = known
    .flatMap((text) => text.toLowerCase().split(/[\s@.]+/))
    .filter((word) => word.length >= 3)
    .reduce((rest, word) => rest.replaceAll(word, ''), password.toLowerCase())
  // A run of one character, or of neighbours such as 'abcd' and '4321', counts as one character.
  const codes = [...own].map((character) => character.codePointAt(0) ?? 0)
  const surprising = codes.filter((code, index) => index === 0 || Math.abs(code - (codes[index - 1] ?? 0)) > 1)
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u].filter((kind) => kind.test(password)).length
  const score = surprising.length + 2 * (kinds - 1)
  if (score >= 15) return 'strong'
  return score >= 10 ? 'fair' : 'weak'
}
