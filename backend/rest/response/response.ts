/** The last stage: converts the statement's row to a response: status, Content-Range, Location, applied preferences, body. */
import { invalidRange, invalidResponseHeaders, invalidResponseStatus, notSingular } from '../errors.ts'
import type { Media } from '../plan/media.ts'
import type { Plan } from '../plan/plan.ts'
import type { CallPlan, MutationPlan } from '../plan/types.ts'
import { appliedPreferences, noPreferences, type Preferences } from '../request/preferences.ts'
import type { ApiRequest } from '../request/request.ts'
import { cells } from '../sql/envelope.ts'
import { isBodiless, type PlainResponse } from './plain-response.ts'

/** The single row of every statement. */
export type ResultRow = readonly (string | null)[]

/** The parts of the request that the response depends on. */
export interface ResponseContext {
  readonly request: ApiRequest
  readonly plan: Plan
  readonly media: Media
  readonly contentLocation: string | undefined
}

/** @throws RestError PGRST103, PGRST111, PGRST112, PGRST116 */
export function respond(context: ResponseContext, resultRow: ResultRow): PlainResponse {
  const response =
    context.media.explain === undefined ? resultResponse(context, resultRow) : planResponse(context, resultRow)
  const headers = resultRow[cells.headers]
  const status = resultRow[cells.status]
  if (headers === null && status === null) return response
  return withOverrides(response, headers ?? null, status ?? null)
}

function resultResponse(context: ResponseContext, resultRow: ResultRow): PlainResponse {
  const { plan } = context
  switch (plan.kind) {
    case 'read':
      return readResponse(context, plan.read.offset, resultRow)
    case 'call':
      return callResponse(context, plan, resultRow)
    case 'update':
    case 'delete':
      return changeResponse(context, plan, resultRow)
    default:
      return insertResponse(context, plan, resultRow)
  }
}

const planResponse = (context: ResponseContext, resultRow: ResultRow): PlainResponse => ({
  status: 200,
  headers: contentHeaders(context, undefined),
  body: resultRow[cells.body] ?? '',
})

/** The body, or the bytes that its digits encode. */
function bodyOf({ media }: ResponseContext, resultRow: ResultRow): string | Uint8Array<ArrayBuffer> {
  const body = resultRow[cells.body] ?? ''
  return media.isBinary ? Uint8Array.from(Buffer.from(body, 'hex')) : body
}

const commonPreferences = ['count', 'tx', 'handling', 'timezone'] as const

/** The preferences that apply to each kind of request. */
const applicable = {
  read: commonPreferences,
  call: [...commonPreferences, 'maxAffected'],
  insert: ['resolution', 'missing', 'return', ...commonPreferences],
  update: ['missing', 'return', ...commonPreferences, 'maxAffected'],
  delete: ['return', ...commonPreferences, 'maxAffected'],
  'upsert-one': ['return', ...commonPreferences],
} as const satisfies Record<Plan['kind'], readonly (keyof Preferences)[]>

const number = (cell: string | null | undefined) => (cell === null || cell === undefined ? undefined : Number(cell))

function readResponse(context: ResponseContext, offset: number, resultRow: ResultRow): PlainResponse {
  const { request, media, contentLocation } = context
  const rows = number(resultRow[cells.rows]) ?? 0
  if (media.form === 'object' && rows !== 1) throw notSingular(rows)
  const isHead = request.action.kind === 'read' && request.action.isHead
  const { status, contentRange } = rangeOf(offset, rows, number(resultRow[cells.total]))
  const headers = contentHeaders(context, contentRange)
  if (contentLocation !== undefined) headers['Content-Location'] = contentLocation
  addPreferenceApplied(headers, request.preferences, applicable.read)
  return { status, headers, body: isHead ? null : bodyOf(context, resultRow) }
}

function callResponse(context: ResponseContext, plan: CallPlan, resultRow: ResultRow): PlainResponse {
  const { request } = context
  const rows = number(resultRow[cells.rows]) ?? 0
  const { status, contentRange } = rangeOf(plan.range.offset, rows, number(resultRow[cells.total]))
  if (plan.routine.returns.kind === 'void') {
    const headers: Record<string, string> = { 'Content-Range': contentRange }
    addPreferenceApplied(headers, request.preferences, applicable.call)
    return { status: 204, headers, body: null }
  }
  const headers = contentHeaders(context, contentRange)
  addPreferenceApplied(headers, request.preferences, applicable.call)
  const isHead = request.action.kind === 'call' && request.action.method === 'HEAD'
  return { status, headers, body: isHead ? null : bodyOf(context, resultRow) }
}

function insertResponse(context: ResponseContext, plan: MutationPlan, resultRow: ResultRow): PlainResponse {
  const { preferences } = context.request
  const isPut = plan.kind === 'upsert-one'
  const rows = number(resultRow[cells.rows]) ?? 0
  const inserted = plan.reportsInserted ? number(resultRow[cells.inserted]) : rows
  const resolves = plan.conflict !== undefined && !isPut
  const headers: Record<string, string> = plan.read === undefined ? {} : contentHeaders(context, undefined)
  if (!isPut) headers['Content-Range'] = countRange('*', rows, preferences)
  const location = locationOf(plan, resultRow[cells.location] ?? null)
  if (location !== undefined) headers.Location = location
  // Without a conflict target, no resolution was applied.
  addPreferenceApplied(
    headers,
    resolves ? preferences : { ...preferences, resolution: undefined },
    applicable[plan.kind],
  )
  const wasInserted = isPut ? (inserted ?? 0) > 0 : !(plan.reportsInserted && inserted === 0)
  if (isPut && plan.read === undefined) return { status: 204, headers, body: null }
  return {
    status: wasInserted ? 201 : 200,
    headers,
    body: plan.read === undefined ? null : bodyOf(context, resultRow),
  }
}

function changeResponse(context: ResponseContext, plan: MutationPlan, resultRow: ResultRow): PlainResponse {
  const { preferences } = context.request
  const rows = number(resultRow[cells.rows]) ?? 0
  const changed = plan.kind === 'update' && rows > 0 ? `0-${rows - 1}` : '*'
  const headers: Record<string, string> = plan.read === undefined ? {} : contentHeaders(context, undefined)
  headers['Content-Range'] = countRange(changed, rows, preferences)
  addPreferenceApplied(headers, preferences, applicable[plan.kind])
  if (plan.read === undefined) return { status: 204, headers, body: null }
  return { status: 200, headers, body: bodyOf(context, resultRow) }
}

const countRange = (range: string, rows: number, { count }: Preferences) =>
  `${range}/${count === 'exact' || count === 'estimated' ? rows : '*'}`

/** 206 for a part of all rows, 416 for an offset beyond them; both require a known total. */
function rangeOf(offset: number, rows: number, total: number | undefined): { status: number; contentRange: string } {
  const range = rows === 0 ? '*' : `${offset}-${offset + rows - 1}`
  const contentRange = `${range}/${total ?? '*'}`
  if (total === undefined) return { status: 200, contentRange }
  if (offset > total) {
    throw invalidRange(`An offset of ${offset} was requested, but there are only ${total} rows.`, {
      'Content-Range': `*/${total}`,
    })
  }
  return { status: rows < total ? 206 : 200, contentRange }
}

function contentHeaders({ request, media }: ResponseContext, contentRange: string | undefined): Record<string, string> {
  const headers: Record<string, string> = { 'Content-Type': media.contentType }
  if (contentRange !== undefined) headers['Content-Range'] = contentRange
  if (request.isProfiled) headers['Content-Profile'] = request.schema
  return headers
}

function addPreferenceApplied(
  headers: Record<string, string>,
  preferences: Preferences,
  relevant: readonly (keyof Preferences)[],
): void {
  if (preferences === noPreferences) return
  const value = appliedPreferences(preferences, relevant)
  if (value !== undefined) headers['Preference-Applied'] = value
}

/** `/films?id=eq.7`, from the primary key of the first inserted row. */
function locationOf({ table }: MutationPlan, cell: string | null): string | undefined {
  if (cell === null) return undefined
  const pairs: unknown = JSON.parse(cell)
  if (!Array.isArray(pairs)) return undefined
  const filters = pairs.map((pair: unknown) => {
    const [name, value] = Array.isArray(pair) ? pair : []
    return `${encodeURIComponent(String(name))}=${value === null ? 'is.null' : `eq.${encodeURIComponent(String(value))}`}`
  })
  return `/${encodeURIComponent(table.name)}?${filters.join('&')}`
}

/** `response.headers` and `response.status`, set by a function, take precedence over the defaults. */
function withOverrides(response: PlainResponse, headersCell: string | null, statusCell: string | null): PlainResponse {
  const headers = new Headers(response.headers)
  const seen = new Set<string>()
  for (const [name, value] of parseHeaders(headersCell)) {
    try {
      if (seen.has(name.toLowerCase())) headers.append(name, value)
      else headers.set(name, value)
    } catch (cause) {
      throw Object.assign(invalidResponseHeaders(), { cause })
    }
    seen.add(name.toLowerCase())
  }
  const status = statusCell === null ? response.status : parseStatus(statusCell)
  return { status, headers, body: isBodiless(status) ? null : response.body }
}

function parseStatus(cell: string): number {
  const status = Number(cell)
  if (!Number.isInteger(status) || status < 200 || status > 599) throw invalidResponseStatus()
  return status
}

/** `[{"Cache-Control": "public"}, {"Set-Cookie": "a=b"}]` */
function parseHeaders(cell: string | null): [string, string][] {
  if (cell === null) return []
  const list = parseJson(cell)
  if (!Array.isArray(list)) throw invalidResponseHeaders()
  return list.map((entry: unknown) => {
    const [pair, ...others] = typeof entry === 'object' && entry !== null ? Object.entries(entry) : []
    if (pair === undefined || others.length > 0) throw invalidResponseHeaders()
    const [name, value]: [string, unknown] = pair
    if (typeof value !== 'string') throw invalidResponseHeaders()
    return [name, value]
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalidResponseHeaders()
  }
}
