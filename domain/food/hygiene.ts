/** Food hygiene ratings in the schemes' own words: 0 to 5, or Scotland's pass. */

const meanings = {
  '5': '5 – Very good',
  '4': '4 – Good',
  '3': '3 – Generally satisfactory',
  '2': '2 – Some improvement necessary',
  '1': '1 – Major improvement necessary',
  '0': '0 – Urgent improvement necessary',
  pass: 'Pass',
  improvement_required: 'Improvement required',
  awaiting_inspection: 'Awaiting inspection',
  exempt: 'Exempt',
} as const

/** The public register of ratings. */
export const publicHygieneRegister = 'https://ratings.food.gov.uk'

export type HygieneRating = keyof typeof meanings

export function isHygieneRating(rating: string): rating is HygieneRating {
  return Object.hasOwn(meanings, rating)
}

/** '5 – Very good'; null without a rating to show. */
export function hygieneLabel(rating: string | null): string | null {
  return rating !== null && isHygieneRating(rating) ? meanings[rating] : null
}

/** All ratings with their words, the best first. */
export const hygieneRatings: readonly { readonly rating: HygieneRating; readonly label: string }[] = [
  '5',
  '4',
  '3',
  '2',
  '1',
  '0',
  'pass',
  'improvement_required',
  'awaiting_inspection',
  'exempt',
].flatMap((rating) => (isHygieneRating(rating) ? [{ rating, label: meanings[rating] }] : []))
