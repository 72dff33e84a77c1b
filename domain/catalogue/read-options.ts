/** Brings options into one order, and reads those of orders. */

import { isUuid } from '../values/ids.ts'
import type { ChosenOption } from './chosen-options.ts'

/** The database's limits. */
const maximumAnswerLength = 200
const maximumOptions = 20
const maximumChoices = 30

const idOf = (option: ChosenOption) => ('group_id' in option ? option.group_id : option.question_id)

/** Without empty ones, and sorted, so that equal options are equal texts. */
export function sortedOptions(options: readonly ChosenOption[]): readonly ChosenOption[] {
  return options
    .flatMap((option) => (isEmpty(option) ? [] : [normalised(option)]))
    .sort((one, other) => (idOf(one) < idOf(other) ? -1 : 1))
}

function isEmpty(option: ChosenOption): boolean {
  return 'group_id' in option ? option.choice_ids.length === 0 : option.text.trim() === ''
}

function normalised(option: ChosenOption): ChosenOption {
  return 'group_id' in option
    ? { group_id: option.group_id, choice_ids: [...option.choice_ids].sort() }
    : { question_id: option.question_id, text: option.text.trim().replace(/\s+/g, ' ') }
}

/** Reads stored options, also those of an order, and skips what is invalid. */
export function readOptions(stored: unknown): readonly ChosenOption[] {
  if (!Array.isArray(stored)) return []
  return sortedOptions(stored.slice(0, maximumOptions).flatMap((option) => readOption(option) ?? []))
}

function readOption(stored: unknown): ChosenOption | null {
  if (typeof stored !== 'object' || stored === null) return null
  if ('group_id' in stored && 'choice_ids' in stored && Array.isArray(stored.choice_ids)) {
    const ids = stored.choice_ids.filter((id): id is string => typeof id === 'string' && isUuid(id))
    const { group_id } = stored
    return typeof group_id === 'string' && isUuid(group_id) && ids.length <= maximumChoices
      ? { group_id, choice_ids: ids }
      : null
  }
  if (!('question_id' in stored && 'text' in stored)) return null
  const { question_id, text } = stored
  const isAnswer = typeof question_id === 'string' && isUuid(question_id) && typeof text === 'string'
  return isAnswer && text.length <= maximumAnswerLength ? { question_id, text } : null
}
