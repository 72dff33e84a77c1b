/** The first stage: parses method, path, query and headers to an ApiRequest, independent of the schema. */
import {
  invalidPath,
  invalidPreferences,
  invalidRpcMethod,
  limitedPut,
  noRootMetadata,
  unacceptableSchema,
  unsupportedMethod,
} from '../errors.ts'
import { type Accepted, parseAccept } from './media.ts'
import { checkPatterns, type PatternLimits } from './patterns.ts'
import { type Preferences, parsePreferences } from './preferences.ts'
import { decode, decodeQuery, parseQuery, type QueryParameter } from './query-parser.ts'
import type { LimitOffset, QueryParameters } from './query-syntax.ts'
import { intersect, parseRangeHeader } from './range.ts'

export type Action =
  | { readonly kind: 'read'; readonly table: string; readonly isHead: boolean }
  | { readonly kind: 'create' | 'update' | 'upsert' | 'delete'; readonly table: string }
  | { readonly kind: 'call'; readonly routine: string; readonly method: 'GET' | 'HEAD' | 'POST' }
  | { readonly kind: 'describe-table'; readonly table: string }
  | { readonly kind: 'describe-routine'; readonly routine: string }
  | { readonly kind: 'describe-root' }

export interface ApiRequest {
  readonly action: Action
  readonly schema: string
  /** Whether the response names the schema, because a profile header chose it. */
  readonly isProfiled: boolean
  readonly query: QueryParameters
  /** The decoded pairs of the query string. */
  readonly parameters: readonly QueryParameter[]
  readonly preferences: Preferences
  /** Accepted media types, best first. */
  readonly accepts: readonly Accepted[]
  /** The root's limit and offset, including the Range header. */
  readonly range: LimitOffset
  /** Whether a filter has a regular expression, which only members may send. */
  readonly hasExpressions: boolean
}

/** The parts of the request that are parsed; headers are `null` if absent. */
export interface RequestHead {
  readonly method: string
  /** Below /rest/v1, still percent-encoded: `/products`, `/rpc/search_products`. */
  readonly path: string
  /** Without the question mark. */
  readonly search: string
  readonly accept: string | null
  readonly prefer: string | null
  readonly range: string | null
  readonly acceptProfile: string | null
  readonly contentProfile: string | null
}

export interface ParseSettings {
  /** The exposed schemas; the first is the default. */
  readonly schemas: readonly string[]
  readonly limits: PatternLimits
  isTimezone(name: string): boolean
}

/** @throws RestError PGRST1xx */
export function parseRequest(head: RequestHead, settings: ParseSettings): ApiRequest {
  const action = parseAction(head.method, head.path)
  const { schema, isProfiled } = chooseSchema(head, settings.schemas)
  const isCallByUrl = action.kind === 'call' && action.method !== 'POST'
  const parameters = decodeQuery(head.search)
  const query = parseQuery(parameters, isCallByUrl)
  const preferences = parsePreferences(head.prefer, settings.isTimezone)
  if (preferences.handling === 'strict' && preferences.unknown.length > 0) throw invalidPreferences(preferences.unknown)
  const root = query.ranges.find(({ path }) => path.length === 0)?.value ?? { limit: undefined, offset: undefined }
  if (action.kind === 'upsert' && (root.limit !== undefined || root.offset !== undefined)) throw limitedPut()
  // HTTP defines Range for GET only.
  const range = head.method === 'GET' ? intersect(root, parseRangeHeader(head.range)) : root
  const { hasExpressions } = checkPatterns(query.conditions, settings.limits)
  const accepts = parseAccept(head.accept)
  return { action, schema, isProfiled, query, parameters, preferences, accepts, range, hasExpressions }
}

/** Names have at most 63 bytes, so a longer path names nothing. */
const maxPathLength = 1000

function parseAction(method: string, path: string): Action {
  if (path.length > maxPathLength || !(path === '' || path.startsWith('/'))) throw invalidPath()
  const parts = path.split('/').filter((part) => part !== '')
  const [first, second] = parts
  if (first === undefined) {
    if (method === 'OPTIONS') return { kind: 'describe-root' }
    throw noRootMetadata()
  }
  if (parts.length === 1) return tableAction(method, decode(first))
  if (parts.length === 2 && first === 'rpc' && second !== undefined) return callAction(method, decode(second))
  throw invalidPath()
}

function tableAction(method: string, table: string): Action {
  switch (method) {
    case 'GET':
    case 'HEAD':
      return { kind: 'read', table, isHead: method === 'HEAD' }
    case 'POST':
      return { kind: 'create', table }
    case 'PATCH':
      return { kind: 'update', table }
    case 'PUT':
      return { kind: 'upsert', table }
    case 'DELETE':
      return { kind: 'delete', table }
    case 'OPTIONS':
      return { kind: 'describe-table', table }
    default:
      throw unsupportedMethod(method)
  }
}

function callAction(method: string, routine: string): Action {
  switch (method) {
    case 'GET':
    case 'HEAD':
    case 'POST':
      return { kind: 'call', routine, method }
    case 'OPTIONS':
      return { kind: 'describe-routine', routine }
    default:
      throw invalidRpcMethod(method)
  }
}

/** Reads select their schema with Accept-Profile, writes with Content-Profile. */
function chooseSchema(head: RequestHead, schemas: readonly string[]): { schema: string; isProfiled: boolean } {
  const reads = head.method === 'GET' || head.method === 'HEAD' || head.method === 'OPTIONS'
  const profile = reads ? head.acceptProfile : head.contentProfile
  if (profile === null) return { schema: schemas[0] ?? 'public', isProfiled: schemas.length > 1 }
  if (!schemas.includes(profile)) throw unacceptableSchema(profile, schemas)
  return { schema: profile, isProfiled: true }
}
