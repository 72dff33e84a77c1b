/** Converts database errors to PostgREST's: the status by SQLSTATE, the body from the error's fields. */
import type { DatabaseError } from '../database/errors.ts'
import {
  mismatchedPutKey,
  notSingular,
  RestError,
  responseTooLarge,
  tooManyAffected,
  unreadableRaise,
} from './errors.ts'
import { isRecord } from './is-record.ts'
import { raisedGuard } from './sql/guards.ts'

/** @param isAnonymous for a visitor a missing privilege is 401, not 403 */
export function fromDatabaseError(error: DatabaseError, isAnonymous: boolean): RestError {
  if (error.code === 'PGRST') return fromRaise(error)
  const guarded = error.code === '22P02' ? fromGuard(error) : undefined
  if (guarded !== undefined) return guarded
  if (error.code.startsWith('08')) {
    return new RestError(
      { status: 503, code: 'PGRST001', message: 'Database client error. Retrying the connection.' },
      { cause: error },
    )
  }
  const status = statusOf(error, isAnonymous)
  return new RestError(
    {
      status,
      code: error.code,
      message: error.message,
      details: error.detail ?? null,
      hint: error.hint ?? null,
      headers: status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {},
    },
    { cause: error },
  )
}

/**
 * PostgREST 14's table, except for 21000 (an upsert names a row twice) and 54xxx (a statement or value is too big). PostgREST maps
 * these to 500, although the request causes them.
 *
 * Source: https://docs.postgrest.org/en/v14/references/errors.html
 */
function statusOf({ code, message }: DatabaseError, isAnonymous: boolean): number {
  const known = statusByCode[code]
  if (known !== undefined) return known
  switch (code) {
    case '42501':
      return isAnonymous ? 401 : 403
    case '22023':
      return /^role .* does not exist$/.test(message) ? 401 : 400
    case '21000':
      return /cannot affect row a second time|requires a WHERE clause/.test(message) ? 400 : 500
    case '42883':
      return message.startsWith('function xmlagg(') ? 406 : 404
  }
  if (/^PT[1-5]\d\d$/.test(code)) return Number(code.slice(2))
  return statusByClass[code.slice(0, 2)] ?? 400
}

const statusByCode: Record<string, number | undefined> = {
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '42P01': 404,
  '42P17': 500,
  '53400': 500,
  '57P01': 503,
  P0001: 400,
}

const statusByClass: Record<string, number | undefined> = {
  '09': 500,
  '0L': 403,
  '0P': 403,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53': 503,
  '54': 400,
  '55': 500,
  '57': 500,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  PT: 500,
  XX: 500,
}

function fromGuard(error: DatabaseError): RestError | undefined {
  const raised = raisedGuard(error.message)
  switch (raised?.code) {
    case 'PGRST115':
      return mismatchedPutKey()
    case 'PGRST116':
      return notSingular(raised.count)
    case 'PGRST124':
      return tooManyAffected(raised.count)
    case '54000':
      return responseTooLarge()
    default:
      return undefined
  }
}

/** `raise sqlstate 'PGRST' using message = '{"code":...}', detail = '{"status":...}'`: a function that defines its own error response. */
function fromRaise(error: DatabaseError): RestError {
  const message = parseObject(error.message)
  const { code, message: text, details, hint } = message ?? {}
  if (typeof code !== 'string' || typeof text !== 'string') {
    return unreadableRaise(
      `Invalid JSON value for MESSAGE: '${error.message}'`,
      "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.",
    )
  }
  const detailHint =
    "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'."
  if (error.detail === undefined) return unreadableRaise('DETAIL is missing in the RAISE statement', detailHint)
  const { status, headers } = parseObject(error.detail) ?? {}
  if (typeof status !== 'number' || status < 200 || status > 599 || !isTextRecord(headers)) {
    return unreadableRaise(`Invalid JSON value for DETAIL: '${error.detail}'`, detailHint)
  }
  return new RestError({
    status,
    code,
    message: text,
    details: details ?? null,
    hint: typeof hint === 'string' ? hint : null,
    headers,
  })
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

const isTextRecord = (value: unknown): value is Record<string, string> =>
  isRecord(value) && Object.values(value).every((entry) => typeof entry === 'string')
