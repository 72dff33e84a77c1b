/** Runs a request through the stages request -> plan -> SQL -> response, and caches compiled requests. */
import { LRUCache } from 'lru-cache'
import type { Database, Session } from '../database/database.ts'
import { expressionsRequireSignIn, RestError, responseTooLarge } from './errors.ts'
import { defaultLimits, type RestLimits } from './limits.ts'
import { type DescribeAction, optionsResponse } from './options.ts'
import { chooseMedia, type Media } from './plan/media.ts'
import { type Plan, planRequest, type RunnableAction } from './plan/plan.ts'
import type { ReadSettings } from './plan/read-plan.ts'
import type { DatabaseQuota } from './quota.ts'
import { type Payload, parsePayload } from './request/payload.ts'
import type { QueryParameter } from './request/query-parser.ts'
import { type Action, type ApiRequest, parseRequest, type RequestHead } from './request/request.ts'
import { locate } from './response/content-location.ts'
import { errorResponse, type Log } from './response/error-response.ts'
import { type PlainResponse, toResponse } from './response/plain-response.ts'
import { type ResultRow, respond } from './response/response.ts'
import { ServerTiming } from './response/server-timing.ts'
import { runRequest } from './run.ts'
import { readCatalog } from './schema-cache/catalog.ts'
import { buildSchemaCache } from './schema-cache/schema-cache.ts'
import { emptyCache, type Routine, type SchemaCache, tableKey } from './schema-cache/types.ts'
import { type RestCaller, requestSettings, searchPathOf } from './session.ts'
import { cells } from './sql/envelope.ts'
import { type Compiled, compile } from './sql/statement.ts'

export interface RestOptions {
  readonly database: Database
  /** The exposed schemas; the first is the default. */
  readonly schemas: readonly string[]
  /** Schemas in which unqualified functions and types are also found. */
  readonly extraSearchPath: readonly string[]
  /** Maximum rows of a response; unlimited when absent. */
  readonly maxRows?: number | undefined
  /** Headers of every response. */
  readonly headers?: Readonly<Record<string, string>>
  /** Whether `select` may contain count(), sum() and others; by default the database's setting. */
  readonly allowsAggregates?: boolean
  /** Whether a request may ask for its query plan; by default the database's setting. */
  readonly allowsPlans?: boolean
  /** Overrides of the default limits. */
  readonly limits?: Partial<RestLimits>
  /** The quota of database time per network; without it, time is not limited. */
  readonly quota?: DatabaseQuota
  readonly log?: Log
}

export interface Rest {
  /**
   * Handles a request below /rest/v1. Rejects only with the error of reading the request's body.
   * @param network the network whose quota the time is charged to; none when absent
   */
  handle(request: Request, caller: RestCaller, network?: string): Promise<Response>
  /** What a request writes, without reading its body; null when it only reads, or is not valid. */
  writeOf(request: Request): Write | null
  /** Reloads the schema cache. */
  reload(): Promise<void>
  close(): Promise<void>
}

/** Rows of a table, or what a volatile function writes. An unknown function has no name. */
export type Write = 'rows' | { readonly called: string }

/** A parsed, planned and compiled request without its values from the body. */
interface PreparedRequest {
  readonly request: ApiRequest
  readonly plan: Plan
  readonly media: Media
  /** The canonical URL of a read resource. */
  readonly contentLocation: string | undefined
  readonly compiled: Compiled
}

/** A request whose head was read. */
interface ReadRequest {
  readonly request: Request
  readonly head: RequestHead
  /** Equal for requests that only differ in their body. */
  readonly key: string
}

interface RequestCaller extends RestCaller {
  readonly network: string | undefined
  /** Measures the request's stages, if the database's settings ask for it. */
  readonly timing: ServerTiming | undefined
}

const base = '/rest/v1'
/** The number of cached requests; long ones are rare and not cached. */
const maxPrepared = 1000
const maxKeyLength = 4096

export async function createRest(options: RestOptions): Promise<Rest> {
  const rest = new RestServer(options)
  await rest.reload()
  await rest.listen()
  return rest
}

class RestServer implements Rest {
  readonly #options: RestOptions
  readonly #limits: RestLimits
  readonly #prepared = new LRUCache<string, PreparedRequest>({ max: maxPrepared })
  readonly #parsed = new LRUCache<string, ApiRequest>({ max: maxPrepared })
  readonly #searchPaths: ReadonlyMap<string, string | undefined>
  #cache: SchemaCache = emptyCache
  #loading: Promise<void> = Promise.resolve()
  #nextLoad: Promise<void> | undefined
  #stopListening: (() => Promise<void>) | undefined
  /** The last request of `writeOf`, which usually comes to `handle` next. Reading its head again would take a microsecond. */
  #lastRead: ReadRequest | undefined

  constructor(options: RestOptions) {
    this.#options = options
    this.#limits = { ...defaultLimits, ...options.limits }
    const { schemas, extraSearchPath } = options
    this.#searchPaths = new Map(schemas.map((schema) => [schema, searchPathOf(schema, extraSearchPath)]))
  }

  /** Runs one reload at a time. Calls during a reload share the next one, which sees their changes. */
  reload(): Promise<void> {
    this.#nextLoad ??= this.#loading.then(() => {
      this.#nextLoad = undefined
      const loading = this.#loadSchema()
      this.#loading = loading.catch(() => {})
      return loading
    })
    return this.#nextLoad
  }

  async #loadSchema(): Promise<void> {
    const { database, schemas } = this.#options
    this.#cache = buildSchemaCache(await readCatalog(database, schemas), schemas)
    this.#prepared.clear()
  }

  async listen(): Promise<void> {
    this.#stopListening = await this.#options.database.listen('pgrst', (payload) => {
      if (payload !== '' && payload !== 'reload schema' && payload !== 'reload config') return
      this.reload().catch((error: unknown) =>
        this.#options.log?.error({ err: error }, 'schema cache could not be reloaded'),
      )
    })
  }

  async close(): Promise<void> {
    await this.#stopListening?.()
    await this.#loading
  }

  writeOf(request: Request): Write | null {
    const read = readHead(request)
    this.#lastRead = read
    let parsed: ApiRequest
    try {
      parsed = this.#parse(read)
    } catch (error) {
      if (error instanceof RestError) return null
      throw error
    }
    const { action, schema } = parsed
    if (action.kind === 'read' || isDescription(action)) return null
    if (action.kind !== 'call') return 'rows'
    if (action.method !== 'POST') return null
    // One that is not in the cache yet may be volatile.
    const routines = this.#cache.routines.get(tableKey({ schema, name: action.routine }))
    if (routines === undefined) return { called: '' }
    return routines.some(({ volatility }) => volatility === 'volatile') ? { called: action.routine } : null
  }

  async handle(request: Request, caller: RestCaller, network?: string): Promise<Response> {
    const read = this.#lastRead?.request === request ? this.#lastRead : readHead(request)
    this.#lastRead = undefined
    // Outside the try block, because the gateway handles errors of reading the body.
    const bytes = takesBody(request) ? new Uint8Array(await request.arrayBuffer()) : undefined
    const { log, headers = {} } = this.#options
    const timing = this.#cache.settings.reportsTiming ? new ServerTiming() : undefined
    const common = () => (timing === undefined ? headers : { ...headers, 'Server-Timing': timing.header })
    try {
      const response = await this.#process(read, bytes, { ...caller, network, timing })
      timing?.end('response')
      return toResponse(response, common())
    } catch (error) {
      timing?.end()
      return toResponse(errorResponse(error, caller.role === 'anon', log), common())
    }
  }

  async #process(read: ReadRequest, bytes: Uint8Array | undefined, caller: RequestCaller): Promise<PlainResponse> {
    const { request, key } = read
    // Requests with a body are cached by the body's keys as well, so they are not found here.
    const known = bytes === undefined ? this.#prepared.get(key) : undefined
    if (known !== undefined) {
      caller.timing?.end('parse')
      return this.#run(known, read, undefined, caller)
    }
    const parsed = this.#parse(read)
    const { action } = parsed
    const payload = bytes === undefined ? undefined : payloadOf(bytes, request, parsed)
    caller.timing?.end('parse')
    if (isDescription(action)) return optionsResponse(this.#cache, parsed.schema, action)
    return this.#run(this.#prepare(parsed, action, key, payload), read, payload, caller)
  }

  /** Caches only requests with a body here: their compiled form also depends on the body's keys. */
  #parse({ head, key }: ReadRequest): ApiRequest {
    const known = this.#parsed.get(key)
    if (known !== undefined) return known
    const parsed = parseRequest(head, { schemas: this.#options.schemas, limits: this.#limits, isTimezone })
    if (key.length <= maxKeyLength && takesBody(head)) this.#parsed.set(key, parsed)
    return parsed
  }

  /** Plans and compiles, unless an equal request with the same body keys is cached. */
  #prepare(request: ApiRequest, action: RunnableAction, key: string, payload: Payload | undefined): PreparedRequest {
    const fullKey = payload === undefined ? key : `${key}\0${payloadShape(payload, action)}`
    const known = this.#prepared.get(fullKey)
    if (known !== undefined) return known
    const { maxRows } = this.#options
    const { responseBytes } = this.#limits
    const plan = planRequest(this.#cache, action, request, payload, this.#readSettings())
    const allowsPlans = this.#options.allowsPlans ?? this.#cache.settings.allowsPlans
    const media = chooseMedia(request.accepts, this.#cache, plan, { selectsAll: selectsAll(request), allowsPlans })
    const omitsBody = (action.kind === 'read' && action.isHead) || (action.kind === 'call' && action.method === 'HEAD')
    const { preferences } = request
    const compiled = compile(plan, { media, preferences, omitsBody, maxRows, responseBytes })
    const contentLocation = action.kind === 'read' ? locate(action.table, request.parameters) : undefined
    const prepared = { request, plan, media, contentLocation, compiled }
    if (fullKey.length <= maxKeyLength) this.#prepared.set(fullKey, prepared)
    return prepared
  }

  #readSettings(): ReadSettings {
    const { maxRows, allowsAggregates = this.#cache.settings.allowsAggregates } = this.#options
    return { maxRows, allowsAggregates, limits: this.#limits }
  }

  async #run(
    prepared: PreparedRequest,
    { request, head }: ReadRequest,
    payload: Payload | undefined,
    { role, claimsText, network, address, timing }: RequestCaller,
  ): Promise<PlainResponse> {
    const { request: parsed, plan, compiled } = prepared
    const { database, maxRows, quota } = this.#options
    if (parsed.hasExpressions && role === 'anon') throw expressionsRequireSignIn()
    const isReadOnly = head.method === 'GET' || head.method === 'HEAD'
    const values = compiled.takesBody ? [bodyValue(plan, payload), ...compiled.values.slice(1)] : compiled.values
    const searchPath = this.#searchPaths.get(parsed.schema)
    const session: Session = {
      role,
      claims: claimsText,
      ...(searchPath === undefined ? {} : { searchPath }),
      ...(this.#cache.readsRequest ? { request: requestSettings(request, head.path, address) } : {}),
    }
    const { preRequest } = this.#cache.settings
    const run = { compiled, plan, preferences: parsed.preferences, isReadOnly, maxRows, preRequest }
    const statement = { text: compiled.text, values }
    timing?.end('plan')
    // On PostgreSQL, a write may wait for locks of others, so its time is not charged.
    const isCharged = database.kind === 'pglite' || isRead(plan)
    const resultRow =
      quota === undefined || network === undefined
        ? await runRequest(database, run, statement, session)
        : await quota.run(network, (spent) =>
            runRequest(database, run, statement, isCharged ? { ...session, spent } : session),
          )
    timing?.end('transaction')
    return this.#respond(prepared, resultRow)
  }

  /** Refuses a read that is too large, where the statement had no size guard. */
  #respond(prepared: PreparedRequest, resultRow: ResultRow): PlainResponse {
    const { kind } = prepared.plan
    const { length } = resultRow[cells.body] ?? ''
    if (length > this.#limits.responseBytes && (kind === 'read' || kind === 'call')) throw responseTooLarge()
    return respond(prepared, resultRow)
  }
}

function readHead(request: Request): ReadRequest {
  const head = headOf(request)
  return { request, head, key: keyOf(head) }
}

function headOf(request: Request): RequestHead {
  const { url, headers, method } = request
  const start = url.indexOf(base, url.indexOf('://') + 3)
  const question = url.indexOf('?')
  const end = question === -1 ? url.length : question
  return {
    method,
    path: url.slice(start + base.length, end),
    search: question === -1 ? '' : url.slice(question + 1),
    accept: headers.get('accept'),
    prefer: headers.get('prefer'),
    range: headers.get('range'),
    acceptProfile: headers.get('accept-profile'),
    contentProfile: headers.get('content-profile'),
  }
}

/** All inputs of parsing. Header values contain neither the separator NUL nor the line break that stands for an absent header. */
const keyOf = ({ method, path, search, accept, prefer, range, acceptProfile, contentProfile }: RequestHead): string =>
  `${method}\0${path}\0${search}\0${accept ?? '\n'}\0${prefer ?? '\n'}\0${range ?? '\n'}\0${acceptProfile ?? '\n'}\0${contentProfile ?? '\n'}`

/** What a plan depends on: the keys, and for a call also the body's kind. */
function payloadShape(payload: Payload, { kind }: Action): string {
  if (payload.kind === 'raw') return payload.type
  const keys = JSON.stringify(payload.keys)
  return kind === 'call' ? `${payload.source}${payload.isArray ? '[]' : ''}${keys}` : keys
}

/** Whether the request selects the table's whole rows, which a media handler of the table requires. */
function selectsAll({ query: { select } }: ApiRequest): boolean {
  const [only, second] = select
  if (only?.kind !== 'field' || second !== undefined) return false
  return only.field.name === '*' && only.aggregate === undefined && only.alias === undefined
}

const isDescription = (action: Action): action is DescribeAction => action.kind.startsWith('describe-')

const takesBody = ({ method }: { readonly method: string }): boolean =>
  method === 'POST' || method === 'PATCH' || method === 'PUT'

function payloadOf(bytes: Uint8Array, request: Request, { action, query }: ApiRequest): Payload {
  const isCall = action.kind === 'call'
  return parsePayload(bytes, request.headers.get('content-type'), { isCall, keysMatter: query.columns === undefined })
}

const isRead = (plan: Plan): boolean =>
  plan.kind === 'read' || (plan.kind === 'call' && plan.routine.volatility !== 'volatile')

/** A table takes an array of rows; a function's single unnamed parameter takes the original body. */
function bodyValue(plan: Plan, payload: Payload | undefined): string | null {
  if (payload === undefined) return null
  if (payload.kind === 'raw') return payload.text
  if (plan.kind !== 'call') return payload.rows
  if (plan.arguments.kind === 'whole-body') return payload.text
  return payload.fields === undefined ? payload.rows : formValue(plan.routine, payload.fields)
}

/** A variadic parameter takes all values of its name in a form; for others the last wins. */
function formValue({ parameters }: Routine, fields: readonly QueryParameter[]): string {
  const values = fields.map(([name, value = '']): [string, string | string[]] => {
    const isVariadic = parameters.some((parameter) => parameter.isVariadic && parameter.name === name)
    return [name, isVariadic ? fields.filter(([other]) => other === name).map(([, own = '']) => own) : value]
  })
  return JSON.stringify([Object.fromEntries(values)])
}

/** Names only: numeric offsets have the opposite sign in PostgreSQL. */
function isTimezone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
