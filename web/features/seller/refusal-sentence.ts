/** What the database said in a sentence meant for people. */
import { QueryError } from '#web/app/unwrap.ts'

/** Refusals that our own rules raise with a sentence: overlapping windows, changes by another tab, what may not be. */
const spoken = new Set(['23P01', 'P0001', '40001'])

/** Null where the database's words are for programmers, or there were none. */
export function refusalSentence(error: unknown): string | null {
  return error instanceof QueryError && error.code && spoken.has(error.code) ? error.message : null
}
