/** The text of an error for members. */
import { QueryError } from './unwrap.ts'

/** An error of the web app whose message is written for members, such as a picture that is too large. */
export class MessageError extends Error {
  override name = 'MessageError'
}

const unreachable = 'Tuckbox cannot be reached. Please check your connection and try again.'

/** The database and the functions put a code into the hint of each refusal. PostgreSQL's own hints are sentences. */
const refusalCode = /^\w+$/

/**
 * The error's own message if it is written for members. @param fallback for all other errors, whose messages are for
 * developers
 */
export function messageFor<Fallback extends string | undefined>(error: unknown, fallback: Fallback): string | Fallback {
  const isUnreachable = error instanceof QueryError && error.status === 0
  return ownMessage(error) ?? (isUnreachable ? unreachable : fallback)
}

/** The error's own message if it is written for members. For callers whose fallback covers an unreachable server too. */
export function ownMessage(error: unknown): string | undefined {
  if (error instanceof MessageError) return error.message
  return error instanceof QueryError && isWrittenForMembers(error) ? error.message : undefined
}

function isWrittenForMembers({ hint, status, message }: QueryError): boolean {
  return status !== 0 && message !== '' && (status === 429 || (hint !== null && refusalCode.test(hint)))
}
