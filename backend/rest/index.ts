/** PostgREST's dialect over any `Database`: request -> plan -> SQL -> response, with what repeats kept compiled. */
import type { Database } from '../database/database.ts'
import { answerOptions, type DescribeAction } from './options.ts'
import { type Plan, planRequest, type RunnableAction } from './plan/plan.ts'
import { Recent } from './recent.ts'
import { type Payload, parsePayload } from './request/payload.ts'
import { type Action, type ApiRequest, parseRequest, type RequestHead } from './request/request.ts'
import { errorResponse, type Log } from './response/error-response.ts'
import { respond } from './response/response.ts'
import { runRequest } from './run.ts'
import { readCatalog } from './schema-cache/catalog.ts'
import { buildSchemaCache } from './schema-cache/schema-cache.ts'
import type { SchemaCache } from './schema-cache/types.ts'
import { type RestCaller, searchPathOf, sessionOf } from './session.ts'
import { type Compiled, compile } from './sql/statement.ts'

export interface RestOptions {
  readonly database: Database
  /** Schemas that may be reached; the first is the default. */
  readonly schemas: readonly string[]
  /** Further schemas in which functions and types are found without their schema. */
  readonly extraSearchPath: readonly string[]
  /** The most rows a response holds; no bound when absent. */
  readonly maxRows?: number | undefined
  /** Whether `select` may hold count(), sum() and the like. */
  readonly allowsAggregates?: boolean
  readonly log?: Log
}

export interface Rest {
  /** Answers a request below /rest/v1; never rejects. */
  handle(request: Request, caller: RestCaller): Promise<Response>
  /** Reads the schema anew. */
  reload(): Promise<void>
  close(): Promise<void>
}

/** A request as far as it is the same each time it comes. */
interface Prepared {
  readonly request: ApiRequest
  readonly plan: Plan
  readonly compiled: Compiled
}

const base = '/rest/v1'
/** Requests kept compiled; longer ones are rare and not kept, so that the store stays small. */
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
  readonly #prepared = new Recent<Prepared>(maxPrepared)
  readonly #parsed = new Recent<ApiRequest>(maxPrepared)
  readonly #searchPaths: ReadonlyMap<string, string>
  #cache: SchemaCache = { tables: new Map(), relationships: new Map(), routines: new Map() }
  #reloading: Promise<void> = Promise.resolve()
  #unlisten: (() => Promise<void>) | undefined

  constructor(options: RestOptions) {
    this.#options = options
    this.#searchPaths = new Map(
      options.schemas.map((schema) => [schema, searchPathOf(schema, options.extraSearchPath)]),
    )
  }

  /** One at a time, so that an older reading never replaces a newer one. */
  reload(): Promise<void> {
    const next = this.#reloading.then(() => this.#readSchema())
    this.#reloading = next.catch(() => {})
    return next
  }

  async #readSchema(): Promise<void> {
    const { database, schemas } = this.#options
    this.#cache = buildSchemaCache(await readCatalog(database, schemas), schemas)
    this.#prepared.clear()
  }

  async listen(): Promise<void> {
    this.#unlisten = await this.#options.database.listen('pgrst', (payload) => {
      if (payload !== '' && payload !== 'reload schema') return
      this.reload().catch((error: unknown) => this.#options.log?.error({ err: error }, 'the schema was not reloaded'))
    })
  }

  async close(): Promise<void> {
    await this.#unlisten?.()
  }

  async handle(request: Request, caller: RestCaller): Promise<Response> {
    try {
      return await this.#answer(request, caller)
    } catch (error) {
      return errorResponse(error, caller.role === 'anon', this.#options.log)
    }
  }

  async #answer(request: Request, caller: RestCaller): Promise<Response> {
    const head = headOf(request)
    const key = keyOf(head)
    const parsed = this.#parse(head, key)
    const { action } = parsed
    if (isDescription(action)) return answerOptions(this.#cache, parsed.schema, action)
    const payload = takesBody(action) ? await readPayload(request, parsed) : undefined
    const prepared = this.#prepare(parsed, action, key, payload)
    const { compiled } = prepared
    const values = compiled.takesBody
      ? [bodyValue(prepared.plan, payload), ...compiled.values.slice(1)]
      : compiled.values
    const session = sessionOf(request, head.path, caller, this.#searchPaths.get(parsed.schema) ?? '')
    const outcome = await runRequest(
      this.#options.database,
      {
        compiled,
        plan: prepared.plan,
        preferences: parsed.preferences,
        isReadOnly: head.method === 'GET' || head.method === 'HEAD',
        maxRows: this.#options.maxRows,
      },
      { text: compiled.text, values },
      session,
    )
    return respond(parsed, prepared.plan, outcome)
  }

  #parse(head: RequestHead, key: string): ApiRequest {
    const known = this.#parsed.get(key)
    if (known !== undefined) return known
    const { schemas } = this.#options
    const parsed = parseRequest(head, { schemas, isTimezone })
    if (key.length <= maxKeyLength) this.#parsed.set(key, parsed)
    return parsed
  }

  /** Plans and compiles, unless the same request with a body of the same keys was compiled before. */
  #prepare(request: ApiRequest, action: RunnableAction, key: string, payload: Payload | undefined): Prepared {
    const fullKey = payload === undefined ? key : `${key}\0${shapeOf(payload)}`
    const known = this.#prepared.get(fullKey)
    if (known !== undefined) return known
    const { maxRows, allowsAggregates = false } = this.#options
    const plan = planRequest(this.#cache, action, request, payload, { maxRows, allowsAggregates })
    const omitsBody = (action.kind === 'read' && action.isHead) || (action.kind === 'call' && action.method === 'HEAD')
    const { media, preferences } = request
    const compiled = compile(plan, { media, preferences, omitsBody, maxRows })
    const prepared = { request, plan, compiled }
    if (fullKey.length <= maxKeyLength) this.#prepared.set(fullKey, prepared)
    return prepared
  }
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

/** Everything that parsing reads; header values cannot hold the NUL that separates them. */
const keyOf = (head: RequestHead): string =>
  `${head.method}\0${head.path}\0${head.search}\0${head.accept}\0${head.prefer}\0${head.range}\0${head.acceptProfile}\0${head.contentProfile}`

const shapeOf = (payload: Payload): string => (payload.kind === 'raw' ? payload.type : JSON.stringify(payload.keys))

const isDescription = (action: Action): action is DescribeAction => action.kind.startsWith('describe-')

const takesBody = ({ kind, ...action }: RunnableAction): boolean =>
  kind === 'create' || kind === 'update' || kind === 'upsert' || ('method' in action && action.method === 'POST')

async function readPayload(request: Request, { action, query }: ApiRequest): Promise<Payload> {
  const bytes = new Uint8Array(await request.arrayBuffer())
  const isCall = action.kind === 'call'
  return parsePayload(bytes, request.headers.get('content-type'), { isCall, keysMatter: query.columns === undefined })
}

/** A table takes the body row by row, a function's single unnamed parameter as it came. */
function bodyValue(plan: Plan, payload: Payload | undefined): string | null {
  if (payload === undefined) return null
  if (payload.kind === 'raw') return payload.text
  const isWhole = plan.kind === 'call' && plan.arguments.kind === 'whole-body'
  return isWhole ? payload.text : payload.rows
}

function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

export type { Log, RestCaller }
