/** The options of a basket line or an order request. Every page loads this, so it is small. */
import { isRecord } from '../values/is-record.ts'

// These are no interfaces, because only types are assignable to Json.

/** The choices of a group. */
export type ChosenGroup = { readonly group_id: string; readonly choice_ids: string[] }

/** The answer to a question. */
export type QuestionAnswer = { readonly question_id: string; readonly text: string }

export type ChosenOption = ChosenGroup | QuestionAnswer

/** Checks the form only: an option with unknown ids is no longer offered. */
function isOption(stored: unknown): stored is ChosenOption {
  return isRecord(stored) && (Array.isArray(stored.choice_ids) || typeof stored.text === 'string')
}

/** Stored options, without what is invalid. */
export function storedOptions(stored: unknown): readonly ChosenOption[] {
  return Array.isArray(stored) ? stored.filter(isOption) : []
}

/** Equal for equal options, in whatever order. */
const textOf = (options: readonly ChosenOption[]) =>
  JSON.stringify(
    options
      .map((one) => ('choice_ids' in one ? [one.group_id, ...one.choice_ids].sort() : [one.question_id, one.text]))
      .sort(),
  )

export function areSameOptions(one: readonly ChosenOption[], other: readonly ChosenOption[]): boolean {
  return textOf(one) === textOf(other)
}
