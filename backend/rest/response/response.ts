/** The last stage: the statement's row as an answer: status, Content-Range, Location, applied preferences, body. */
import { invalidRange, invalidResponseHeaders, invalidResponseStatus, notSingular } from '../errors.ts'
import type { Media } from '../plan/media.ts'
import type { Plan } from '../plan/plan.ts'
import type { CallPlan, MutationPlan } from '../plan/types.ts'
import { appliedPreferences, noPreferences, type Preferences } from '../request/preferences.ts'
import type { ApiRequest } from '../request/request.ts'
import { cells } from '../sql/envelope.ts'
import { type Answer, isBodiless } from './answer.ts'

/** The one row that every statement yields. */
export type Outcome = readonly (string | null)[]

/** What was asked for, as far as the response depends on it. */
export interface Asked {
  readonly request: ApiRequest
  readonly plan: Plan
  readonly media: Media
  readonly contentLocation: string | undefined
}

/** @throws RestError PGRST103, PGRST111, PGRST112, PGRST116 */
export function respond(asked: Asked, outcome: Outcome): Answer {
  const answer = asked.media.explain === undefined ? answerOf(asked, outcome) : planAnswer(asked, outcome)
  const headers = outcome[cells.headers]
  const status = outcome[cells.status]
  if (headers === null && status === null) return answer
  return overridden(answer, headers ?? null, status ?? null)
}

function answerOf(asked: Asked, outcome: Outcome): Answer {
  const { plan } = asked
  switch (plan.kind) {
    case 'read':
      return readAnswer(asked, plan.read.offset, outcome)
    case 'call':
      return callAnswer(asked, plan, outcome)
    case 'update':
    case 'delete':
      return changeAnswer(asked, plan, outcome)
    default:
      return insertAnswer(asked, plan, outcome)
  }
}

const planAnswer = (asked: Asked, outcome: Outcome): Answer => ({
  status: 200,
  headers: contentHeaders(asked, undefined),
  body: outcome[cells.body] ?? '',
})

/** The body as it was written, or the bytes that its digits stand for. */
function bodyOf({ media }: Asked, outcome: Outcome): string | Uint8Array<ArrayBuffer> {
  const body = outcome[cells.body] ?? ''
  return media.isBinary ? Uint8Array.from(Buffer.from(body, 'hex')) : body
}

const always = ['count', 'tx', 'handling', 'timezone'] as const

/** The preferences that each kind of request heeds. */
const heeded = {
  read: always,
  call: [...always, 'maxAffected'],
  insert: ['resolution', 'missing', 'return', ...always],
  update: ['missing', 'return', ...always, 'maxAffected'],
  delete: ['return', ...always, 'maxAffected'],
  'upsert-one': ['return', ...always],
} as const satisfies Record<Plan['kind'], readonly (keyof Preferences)[]>

const number = (cell: string | null | undefined) => (cell === null || cell === undefined ? undefined : Number(cell))

function readAnswer(asked: Asked, offset: number, outcome: Outcome): Answer {
  const { request, media, contentLocation } = asked
  const rows = number(outcome[cells.rows]) ?? 0
  if (media.form === 'object' && rows !== 1) throw notSingular(rows)
  const isHead = request.action.kind === 'read' && request.action.isHead
  const { status, contentRange } = rangeOf(offset, rows, number(outcome[cells.total]))
  const headers = contentHeaders(asked, contentRange)
  if (contentLocation !== undefined) headers['Content-Location'] = contentLocation
  applied(headers, request.preferences, heeded.read)
  return { status, headers, body: isHead ? null : bodyOf(asked, outcome) }
}

function callAnswer(asked: Asked, plan: CallPlan, outcome: Outcome): Answer {
  const { request } = asked
  const rows = number(outcome[cells.rows]) ?? 0
  const { status, contentRange } = rangeOf(plan.range.offset, rows, number(outcome[cells.total]))
  if (plan.routine.returns.kind === 'void') {
    const headers: Record<string, string> = { 'Content-Range': contentRange }
    applied(headers, request.preferences, heeded.call)
    return { status: 204, headers, body: null }
  }
  const headers = contentHeaders(asked, contentRange)
  applied(headers, request.preferences, heeded.call)
  const isHead = request.action.kind === 'call' && request.action.method === 'HEAD'
  return { status, headers, body: isHead ? null : bodyOf(asked, outcome) }
}

function insertAnswer(asked: Asked, plan: MutationPlan, outcome: Outcome): Answer {
  const { preferences } = asked.request
  const isPut = plan.kind === 'upsert-one'
  const rows = number(outcome[cells.rows]) ?? 0
  const inserted = plan.tellsInserted ? number(outcome[cells.inserted]) : rows
  const resolves = plan.conflict !== undefined && !isPut
  const headers: Record<string, string> = plan.read === undefined ? {} : contentHeaders(asked, undefined)
  if (!isPut) headers['Content-Range'] = countRange('*', rows, preferences)
  const location = locationOf(plan, outcome[cells.location] ?? null)
  if (location !== undefined) headers.Location = location
  // Where nothing can conflict, nothing was resolved.
  applied(headers, resolves ? preferences : { ...preferences, resolution: undefined }, heeded[plan.kind])
  const wasInserted = isPut ? (inserted ?? 0) > 0 : !(plan.tellsInserted && inserted === 0)
  if (isPut && plan.read === undefined) return { status: 204, headers, body: null }
  return {
    status: wasInserted ? 201 : 200,
    headers,
    body: plan.read === undefined ? null : bodyOf(asked, outcome),
  }
}

function changeAnswer(asked: Asked, plan: MutationPlan, outcome: Outcome): Answer {
  const { preferences } = asked.request
  const rows = number(outcome[cells.rows]) ?? 0
  const changed = plan.kind === 'update' && rows > 0 ? `0-${rows - 1}` : '*'
  const headers: Record<string, string> = plan.read === undefined ? {} : contentHeaders(asked, undefined)
  headers['Content-Range'] = countRange(changed, rows, preferences)
  applied(headers, preferences, heeded[plan.kind])
  if (plan.read === undefined) return { status: 204, headers, body: null }
  return { status: 200, headers, body: bodyOf(asked, outcome) }
}

const countRange = (range: string, rows: number, { count }: Preferences) =>
  `${range}/${count === 'exact' || count === 'estimated' ? rows : '*'}`

/** 206 where the page is not all there is, 416 where it lies behind the end; only told where the total is known. */
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

function contentHeaders({ request, media }: Asked, contentRange: string | undefined): Record<string, string> {
  const headers: Record<string, string> = { 'Content-Type': media.contentType }
  if (contentRange !== undefined) headers['Content-Range'] = contentRange
  if (request.isProfiled) headers['Content-Profile'] = request.schema
  return headers
}

function applied(
  headers: Record<string, string>,
  preferences: Preferences,
  relevant: readonly (keyof Preferences)[],
): void {
  if (preferences === noPreferences) return
  const value = appliedPreferences(preferences, relevant)
  if (value !== undefined) headers['Preference-Applied'] = value
}

/** `/films?id=eq.7`, from the pairs of the first inserted row. */
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

/** What a function set by `response.headers` and `response.status` goes before what this API would say. */
function overridden(answer: Answer, headersCell: string | null, statusCell: string | null): Answer {
  const headers = new Headers(answer.headers)
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
  const status = statusCell === null ? answer.status : parseStatus(statusCell)
  return { status, headers, body: isBodiless(status) ? null : answer.body }
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
