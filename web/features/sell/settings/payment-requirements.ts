/** A payment provider's open requirements in words, because its own names are for programs. */

/** By prefix, the longer first. https://docs.stripe.com/api/accounts/object#account_object-requirements-currently_due */
const words: readonly (readonly [string, string])[] = [
  ['external_account', 'Your bank account'],
  ['individual.verification', 'A document that shows who you are'],
  ['person_', 'Details about the people behind the business'],
  ['individual.', 'Details about you'],
  ['representative.', 'Details about you'],
  ['owners.', 'Details about the people behind the business'],
  ['directors.', 'Details about the people behind the business'],
  ['company.', 'Details about your business'],
  ['business_', 'Details about your business'],
  ['tos_acceptance', 'Your agreement to Stripe’s terms'],
]
const otherwise = 'Some more details'

/**
 * @param due the provider's names of missing requirements
 * @returns each once, in the provider's order
 */
export function requirementsInWords(due: readonly string[]): string[] {
  return [...new Set(due.map((name) => words.find(([start]) => name.startsWith(start))?.[1] ?? otherwise))]
}
