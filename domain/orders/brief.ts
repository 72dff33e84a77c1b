/** The brief of a custom order: what the buyer wants. Its conversation and its order keep it. */

import { dayInWords } from '../values/calendar.ts'
import { isIsoDate } from '../values/iso-date.ts'
import { formatPence, toPence } from '../values/money.ts'
import { readRequests, requestLabel } from './allergen-requests.ts'

export const maxServings = 1000
export const maxBriefDetailsLength = 2000
export const maxBriefPictures = 5

export interface Brief {
  readonly servings: number | null
  readonly budgetPence: number | null
  readonly details: string
  /** Paths in the private bucket, including the bucket. */
  readonly pictures: readonly string[]
}

/** Reads JSON and skips invalid fields. */
export function readBrief(json: unknown): Brief {
  const { servings, budget, details, pictures } = fieldsOf(json)
  return {
    servings: typeof servings === 'number' ? servings : null,
    budgetPence: typeof budget === 'number' ? toPence(budget) : null,
    details: typeof details === 'string' ? details : '',
    pictures: Array.isArray(pictures) ? pictures.filter((path) => typeof path === 'string') : [],
  }
}

export interface BriefLine {
  readonly name: string
  readonly value: string
}

const known = new Set(['wanted_on', 'servings', 'budget', 'details', 'pictures', 'allergens'])

/** The fields with their labels: the standard ones first, then those of briefs from other clients. */
export function briefLines(json: unknown): readonly BriefLine[] {
  const fields = fieldsOf(json)
  const { servings, budgetPence, details } = readBrief(json)
  const wantedOn = typeof fields.wanted_on === 'string' ? fields.wanted_on : ''
  const lines = [
    { name: 'Allergens', value: readRequests(json).map(requestLabel).join('\n') },
    { name: 'For', value: isIsoDate(wantedOn) ? dayInWords(wantedOn) : wantedOn },
    { name: 'Servings', value: servings === null ? wordsOf(fields.servings) : String(servings) },
    { name: 'Budget', value: budgetPence === null ? wordsOf(fields.budget) : formatPence(budgetPence) },
    { name: 'Details', value: details.trim() },
    ...Object.entries(fields)
      .filter(([key]) => !known.has(key))
      .map(([key, value]) => ({ name: titleOf(key), value: wordsOf(value) })),
  ]
  return lines.filter(({ value }) => value !== '')
}

function fieldsOf(json: unknown): Readonly<Record<string, unknown>> {
  return typeof json === 'object' && json !== null && !Array.isArray(json)
    ? Object.fromEntries(Object.entries(json))
    : {}
}

function wordsOf(value: unknown): string {
  if (typeof value === 'string') return value.trim()
  if (typeof value === 'number') return String(value)
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return Array.isArray(value) ? value.map(wordsOf).filter(Boolean).join(', ') : ''
}

/** 'gluten_free' becomes 'Gluten free'. */
function titleOf(key: string): string {
  const words = key.replaceAll('_', ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
