/** Database errors whose message is written for members. */
import { QueryError } from '#platform/unwrap.ts'

/** SQLSTATEs that the project's own rules raise with such a message: overlaps, refusals, concurrent changes. */
const readableCodes = new Set(['23P01', 'P0001', '40001'])

/** @returns null if the error has no message for members */
export function refusalMessage(error: unknown): string | null {
  if (!(error instanceof QueryError) || !error.code) return null
  // PostgreSQL's own messages for these codes are technical; the project's triggers name a field in the hint.
  return readableCodes.has(error.code) || ((error.code === '23514' || error.code === 'PT409') && error.hint !== null)
    ? error.message
    : null
}
