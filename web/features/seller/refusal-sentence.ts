/** What the database said in a sentence meant for people. */
import { QueryError } from '#web/app/unwrap.ts'

/** Refusals that our own rules raise with a sentence: overlapping windows, changes by another tab, what may not be. */
const spoken = new Set(['23P01', 'P0001', '40001'])

/** Null where the database's words are for programmers, or there were none. */
export function refusalSentence(error: unknown): string | null {
  if (!(error instanceof QueryError) || !error.code) return null
  // Of a broken constraint PostgreSQL speaks for programmers; our own triggers name a field with what they say.
  return spoken.has(error.code) || ((error.code === '23514' || error.code === 'PT409') && error.hint !== null)
    ? error.message
    : null
}
