/** The third stage: compiles a plan to one parameterised statement, whose single row contains all data of the response. */
import type { Media } from '../plan/media.ts'
import type { Plan } from '../plan/plan.ts'
import type { CallPlan, MutationPlan, ReadPlan } from '../plan/types.ts'
import type { Preferences } from '../request/preferences.ts'
import { callQuery, scalarName } from './call.ts'
import { countQuery } from './count.ts'
import { asText, type Envelope, envelope, locationOf, measuredBody, rowName, rowsBody } from './envelope.ts'
import { guard } from './guards.ts'
import { insertedCount, mutationQuery } from './mutation.ts'
import { Parameters } from './parameters.ts'
import { isGrouped, readQuery, rowsName } from './read.ts'
import { bodyGuard, guardedRows } from './size-guards.ts'

export interface Compiled {
  readonly text: string
  /** The first value is a placeholder for the body, if there is one. */
  readonly values: readonly (string | null)[]
  readonly takesBody: boolean
  /** Estimates the row count with EXPLAIN, in the statement's transaction. */
  readonly explain: { readonly text: string; readonly values: readonly (string | null)[] } | undefined
  /** Whether it returns its query plan instead of its row. */
  readonly yieldsPlan: boolean
}

type Statement = Omit<Compiled, 'yieldsPlan'>

export interface CompileOptions {
  readonly media: Media
  readonly preferences: Preferences
  /** True for HEAD. */
  readonly omitsBody: boolean
  readonly maxRows: number | undefined
  /** Maximum size of the body. */
  readonly responseBytes: number
}

export function compile(plan: Plan, options: CompileOptions): Compiled {
  const statement = compilePlan(plan, options)
  const explain = options.media.explain
  if (explain === undefined) return { ...statement, yieldsPlan: false }
  const explainOptions = [`format ${explain.format}`, ...explain.options]
  return {
    ...statement,
    text: `explain (${explainOptions.join(', ')}) ${statement.text}`,
    explain: undefined,
    yieldsPlan: true,
  }
}

function compilePlan(plan: Plan, options: CompileOptions): Statement {
  switch (plan.kind) {
    case 'read':
      return compileRead(plan.read, options)
    case 'call':
      return compileCall(plan, options)
    default:
      return compileMutation(plan, options)
  }
}

function compileRead(plan: ReadPlan, options: CompileOptions): Statement {
  const parameters = new Parameters()
  const query = readQuery(plan, parameters)
  const body = options.omitsBody ? `''` : rowsBody(options.media)
  const total = totalCount(plan, options, parameters)
  const guards = sizeGuards(plan, options)
  const parts = envelope({ body, guards, ...(total === undefined ? {} : { total }) })
  const text = `select ${parts} from (${query}) as ${rowName}${guardedRows(plan, rowName)}`
  return { text, values: parameters.values, takesBody: false, explain: explainCount(plan, options) }
}

/** Guards only reads that may be too large; for others it is cheaper to measure the response. */
const sizeGuards = (plan: ReadPlan, { media, omitsBody, responseBytes }: CompileOptions): string[] =>
  omitsBody || !hasSizeGuard(plan) ? [] : [bodyGuard(measuredBody(media), responseBytes)]

const hasSizeGuard = ({ sizeGuard, embeds }: ReadPlan): boolean =>
  sizeGuard !== undefined || embeds.some(({ plan }) => hasSizeGuard(plan))

/**
 * The count of all rows. A page that is not full ends with the last row, so its offset and length give the count. Otherwise the rows
 * are counted. An estimate counts up to the maximum rows of a response.
 */
function totalCount(plan: ReadPlan, options: CompileOptions, parameters: Parameters): string | undefined {
  const { count } = options.preferences
  if (count === undefined || count === 'planned') return undefined
  const counted = countQuery(plan, parameters)
  const isBounded = count === 'estimated' && options.maxRows !== undefined
  const bound = isBounded ? ` limit ${parameters.add(String((options.maxRows ?? 0) + 1))}::bigint` : ''
  const counting = `(select count(*) from (${counted}${bound}) as counted)`
  const aggregates = isGrouped(plan)
  if (plan.limit === undefined || plan.limit === 0 || aggregates) return counting
  const limit = `${parameters.add(String(plan.limit))}::bigint`
  const offset = `${parameters.add(String(plan.offset))}::bigint`
  return `case when count(*) < ${limit} and (count(*) > 0 or ${offset} = 0) then ${offset} + count(*) else ${counting} end`
}

function explainCount(plan: ReadPlan, { preferences }: CompileOptions): Compiled['explain'] {
  if (preferences.count !== 'planned' && preferences.count !== 'estimated') return undefined
  const parameters = new Parameters()
  return { text: `explain (format json) ${countQuery(plan, parameters)}`, values: parameters.values }
}

function compileMutation(plan: MutationPlan, options: CompileOptions): Statement {
  const takesBody = plan.kind !== 'delete'
  const parameters = takesBody ? new Parameters(null) : new Parameters()
  const mutation = mutationQuery(plan, parameters)
  const query = plan.read === undefined ? `select from ${rowsName}` : readQuery(plan.read, parameters)
  const location = plan.reportsLocation ? locationOf(plan.table.primaryKey) : undefined
  const parts: Envelope = {
    body: plan.read === undefined ? `''` : rowsBody(options.media),
    ...(location === undefined ? {} : { location }),
    ...(plan.reportsInserted ? { inserted: insertedCount } : {}),
    guards: [
      ...mutationGuards(plan, options, parameters),
      ...(plan.read === undefined ? [] : mutationSizeGuards(plan, options)),
    ],
  }
  const counting = plan.read === undefined ? '' : guardedRows(plan.read, rowName)
  const text = `with ${rowsName} as (${mutation}) select ${envelope(parts)} from (${query}) as ${rowName}${counting}`
  return { text, values: parameters.values, takesBody, explain: undefined }
}

/** An update or delete must fail before it is committed; an insert returns little more than its body. */
function mutationSizeGuards({ kind, read }: MutationPlan, options: CompileOptions): string[] {
  if (kind === 'update' || kind === 'delete') return [bodyGuard(measuredBody(options.media), options.responseBytes)]
  return read === undefined ? [] : sizeGuards(read, options)
}

function mutationGuards(plan: MutationPlan, options: CompileOptions, parameters: Parameters): string[] {
  const guards = plan.kind === 'upsert-one' ? [guard('PGRST115', `${changed} = 1`, changed)] : []
  const mayBeMany = plan.kind === 'update' || plan.kind === 'delete'
  // An inner join may omit rows that were changed.
  const singular = [
    ...singularGuard(options, changed),
    ...(plan.read === undefined ? [] : singularGuard(options, returned)),
  ]
  return [...guards, ...singular, ...(mayBeMany ? maxAffectedGuard(options, parameters, changed) : [])]
}

/** The rows changed by the mutation, and the rows in the response. */
const changed = `(select count(*) from ${rowsName})`
const returned = 'count(*)'

/** A single-object request must change exactly one row, or is undone. */
const singularGuard = ({ media }: CompileOptions, rows: string) =>
  media.form === 'object' ? [guard('PGRST116', `${rows} = 1`, rows)] : []

/** The change is undone if it affects more rows than the client allows. */
function maxAffectedGuard({ preferences }: CompileOptions, parameters: Parameters, rows: string): string[] {
  if (preferences.handling !== 'strict' || preferences.maxAffected === undefined) return []
  const most = parameters.add(String(preferences.maxAffected))
  return [guard('PGRST124', `${rows} <= ${most}::bigint`, rows)]
}

function compileCall(plan: CallPlan, options: CompileOptions): Statement {
  const takesBody =
    plan.arguments.kind === 'whole-body' || (plan.arguments.kind === 'body' && plan.arguments.parameters.length > 0)
  const parameters = takesBody ? new Parameters(null) : new Parameters()
  const call = callQuery(plan, parameters)
  const text =
    plan.read === undefined
      ? scalarCall(plan, call, options, parameters)
      : rowsCall(plan, plan.read, call, options, parameters)
  return { text, values: parameters.values, takesBody, explain: undefined }
}

function scalarCall(plan: CallPlan, call: string, options: CompileOptions, parameters: Parameters): string {
  if (plan.routine.returns.isSet) {
    const list =
      options.media.form === 'object' ? `json_agg(${rowName}.${scalarName})->0` : `json_agg(${rowName}.${scalarName})`
    const body = options.omitsBody
      ? `''`
      : `coalesce(${list}, '${options.media.form === 'object' ? 'null' : '[]'}')::text`
    const total = options.preferences.count === undefined ? {} : { total: 'count(*)' }
    const parts = {
      ...total,
      rows: 'count(*)',
      body,
      guards: [...singularGuard(options, returned), ...maxAffectedGuard(options, parameters, returned)],
    }
    return `select ${envelope(parts)} from (${call}) as ${rowName}`
  }
  // A single value needs no aggregate, which would parse its JSON again.
  const value = `${rowName}.${scalarName}`
  const body = scalarBody(plan, value, options.media)
  const total = options.preferences.count === undefined ? {} : { total: '1::bigint' }
  return `select ${envelope({ ...total, rows: '1::bigint', body })} from (${call}) as ${rowName}`
}

function scalarBody({ routine }: CallPlan, value: string, media: Media): string {
  if (routine.returns.kind === 'void') return `(${value} is null)::text`
  return media.form === 'value' ? asText(value, media.isBinary) : `coalesce(to_json(${value})::text, 'null')`
}

function rowsCall(
  plan: CallPlan,
  read: ReadPlan,
  call: string,
  options: CompileOptions,
  parameters: Parameters,
): string {
  const query = readQuery(read, parameters)
  const isOne = !plan.routine.returns.isSet
  const media: Media = isOne && options.media.form === 'array' ? { ...options.media, form: 'object' } : options.media
  const total =
    options.preferences.count === undefined
      ? undefined
      : totalCount(read, { ...options, preferences: { ...options.preferences, count: 'exact' } }, parameters)
  const parts: Envelope = {
    ...(total === undefined ? {} : { total }),
    body: options.omitsBody ? `''` : rowsBody(media),
    guards: [
      ...singularGuard(options, returned),
      ...maxAffectedGuard(options, parameters, returned),
      ...sizeGuards(read, { ...options, media }),
    ],
  }
  const rows = `(${query}) as ${rowName}${guardedRows(read, rowName)}`
  return `with ${rowsName} as (${call}) select ${envelope(parts)} from ${rows}`
}
