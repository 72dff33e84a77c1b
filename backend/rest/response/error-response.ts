/** Converts errors to PostgREST's error body. Unexpected errors are logged and not disclosed. */
import { DatabaseError } from '../../database/errors.ts'
import { fromDatabaseError } from '../database-errors.ts'
import { RestError } from '../errors.ts'
import { isBodiless, type PlainResponse } from './plain-response.ts'

/** The part of a structured logger that is used here; pino implements it. */
export interface Log {
  error(fields: Readonly<Record<string, unknown>>, message: string): void
}

export function errorResponse(error: unknown, isAnonymous: boolean, log: Log | undefined): PlainResponse {
  const known = toRestError(error, isAnonymous)
  if (known === undefined) {
    log?.error({ err: error }, 'rest request failed unexpectedly')
    return toPlainResponse(new RestError({ status: 500, code: 'XX000', message: 'Internal server error' }))
  }
  if (known.status >= 500) log?.error({ err: known.cause ?? known }, `rest request failed: ${known.message}`)
  return toPlainResponse(known)
}

function toRestError(error: unknown, isAnonymous: boolean): RestError | undefined {
  if (error instanceof RestError) return error
  return error instanceof DatabaseError ? fromDatabaseError(error, isAnonymous) : undefined
}

function toPlainResponse(error: RestError): PlainResponse {
  const { status, code, details, hint, message } = error
  const body = JSON.stringify({ code, details, hint, message })
  const headers: Record<string, string> = { 'Content-Type': 'application/json; charset=utf-8' }
  // A function may raise any code, so only codes that are valid in a header are added.
  if (/^[\w-]{1,64}$/.test(code)) headers['Proxy-Status'] = `PostgREST; error=${code}`
  const response = { status, headers, body: isBodiless(status) ? null : body }
  try {
    return { ...response, headers: new Headers({ ...headers, ...error.headers }) }
  } catch {
    // A function may raise invalid headers.
    return response
  }
}
