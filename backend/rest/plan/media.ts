/** Chooses the response's media type: the best accepted one that this API or a handler in the database can produce. */
import { unacceptableMediaType } from '../errors.ts'
import type { Accepted, PlanOption } from '../request/media.ts'
import { type MediaHandler, type SchemaCache, type TableName, tableKey } from '../schema-cache/types.ts'
import type { Plan } from './plan.ts'

export interface Media {
  readonly form:
    | 'array'
    | 'object'
    | 'csv'
    /** The single value of a function, unchanged. */
    | 'value'
    /** The result of an aggregate in the database. */
    | 'aggregate'
  readonly stripsNulls: boolean
  readonly contentType: string
  /** Whether the body is bytes, which the statement returns as hexadecimal digits. */
  readonly isBinary: boolean
  readonly handler: MediaHandler | undefined
  /** Returns the query plan instead of the result. */
  readonly explain: { readonly format: 'json' | 'text'; readonly options: readonly PlanOption[] } | undefined
}

const plain = { stripsNulls: false, isBinary: false, handler: undefined, explain: undefined } as const
const utf8 = '; charset=utf-8'

const jsonMedia: Media = { ...plain, form: 'array', contentType: `application/json${utf8}` }
const csv: Media = { ...plain, form: 'csv', contentType: `text/csv${utf8}` }
const object: Media = { ...plain, form: 'object', contentType: `application/vnd.pgrst.object+json${utf8}` }
const strippedArray: Media = {
  ...plain,
  form: 'array',
  stripsNulls: true,
  contentType: `application/vnd.pgrst.array+json;nulls=stripped${utf8}`,
}
const strippedObject: Media = {
  ...plain,
  form: 'object',
  stripsNulls: true,
  contentType: `application/vnd.pgrst.object+json;nulls=stripped${utf8}`,
}

const builtIn = new Map<string, Media>([
  ['*/*', jsonMedia],
  ['application/*', jsonMedia],
  ['application/json', jsonMedia],
  ['text/csv', csv],
])

/** PostgREST's own types, which handlers in the database cannot override. */
function vendorMedia({ type, stripsNulls }: Accepted): Media | undefined {
  switch (type) {
    case 'application/vnd.pgrst.object':
    case 'application/vnd.pgrst.object+json':
      return stripsNulls ? strippedObject : object
    case 'application/vnd.pgrst.array':
    case 'application/vnd.pgrst.array+json':
      return stripsNulls ? strippedArray : jsonMedia
    default:
      return undefined
  }
}

/**
 * @param selectsAll whether whole rows of the table are selected, which a media handler of the table requires
 * @throws RestError PGRST107
 */
export function chooseMedia(
  accepts: readonly Accepted[],
  cache: SchemaCache,
  plan: Plan,
  { selectsAll, allowsPlans }: { selectsAll: boolean; allowsPlans: boolean },
): Media {
  const find = (accepted: Accepted) => {
    const own = vendorMedia(accepted)
    return own ?? handlerMedia(accepted.type, cache, plan, selectsAll) ?? builtIn.get(accepted.type)
  }
  for (const accepted of accepts) {
    const media = accepted.plan === undefined ? find(accepted) : allowsPlans ? planMedia(accepted, find) : undefined
    if (media !== undefined) return media
  }
  for (const { type } of accepts) {
    const media = plan.kind === 'call' ? scalarMedia(type, plan) : undefined
    if (media !== undefined) return media
  }
  throw unacceptableMediaType(accepts.map(({ type }) => type))
}

/** A handler of the function or table goes first, one for any type before others. */
function handlerMedia(type: string, cache: SchemaCache, plan: Plan, selectsAll: boolean): Media | undefined {
  if (plan.kind === 'call' && !plan.routine.returns.isSet) {
    const { media } = plan.routine.returns
    if (media !== undefined && (media.type === '*/*' || media.type === type)) {
      return { ...plain, form: 'value', isBinary: media.isBinary, contentType: contentTypeOf(media.type) }
    }
  }
  if (cache.mediaHandlers.size === 0) return undefined
  const table = selectsAll ? rowsOf(plan) : undefined
  const ofTable = (media: string) =>
    table === undefined ? undefined : cache.mediaHandlers.get(`${media} ${tableKey(table)}`)
  const handler = returnsRows(plan) ? (ofTable('*/*') ?? ofTable(type) ?? cache.mediaHandlers.get(type)) : undefined
  if (handler === undefined) return undefined
  const { isBinary } = handler
  return { ...plain, form: 'aggregate', isBinary, handler, contentType: contentTypeOf(handler.type) }
}

const returnsRows = (plan: Plan) => plan.kind !== 'call' || plan.read !== undefined

function rowsOf(plan: Plan): TableName | undefined {
  switch (plan.kind) {
    case 'read':
      return plan.read.table
    case 'call':
      return plan.routine.returns.table
    default:
      return plan.table
  }
}

const withCharset: ReadonlySet<string> = new Set([
  'application/json',
  'application/geo+json',
  'text/csv',
  'text/plain',
  'text/xml',
])

function contentTypeOf(type: string): string {
  if (type === '*/*') return 'application/octet-stream'
  return withCharset.has(type) ? type + utf8 : type
}

/**
 * A scalar as text or bytes although its function declares no media type. PostgREST supported this until version 11 and responds 406
 * since. It applies only where nothing else is acceptable, so other responses equal PostgREST's.
 */
function scalarMedia(type: string, { routine: { returns } }: Extract<Plan, { kind: 'call' }>): Media | undefined {
  if (returns.kind !== 'scalar' || returns.isSet) return undefined
  if (type === 'text/plain') return { ...plain, form: 'value', contentType: `text/plain${utf8}` }
  if (type !== 'application/octet-stream') return undefined
  return { ...plain, form: 'value', isBinary: returns.isBytes, contentType: type }
}

function planMedia(accepted: Accepted, find: (accepted: Accepted) => Media | undefined): Media | undefined {
  const { plan, type } = accepted
  if (plan === undefined) return undefined
  const [of = '', ...parameters] = plan.of.split(';')
  const media = find({ type: of, stripsNulls: parameters.includes('nulls=stripped'), plan: undefined })
  if (media === undefined) return undefined
  const format = type.endsWith('+json') ? 'json' : 'text'
  const [mime] = media.contentType.split('; charset')
  const options = plan.options.length === 0 ? '' : `; options=${plan.options.join('|')}`
  return {
    ...media,
    explain: { format, options: plan.options },
    contentType: `application/vnd.pgrst.plan+${format}; for="${mime}"${options}${utf8}`,
  }
}
