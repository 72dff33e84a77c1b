/** Plans an insert, update, delete or upsert: columns from the body, conflict handling, and which changed rows are returned. */
import { invalidPutFilters } from '../errors.ts'
import type { Payload } from '../request/payload.ts'
import type { Condition } from '../request/query-syntax.ts'
import type { Action, ApiRequest } from '../request/request.ts'
import { type ColumnInfo, type SchemaCache, type Table, tableKey } from '../schema-cache/types.ts'
import { columnNotFound, tableNotFound } from './plan-errors.ts'
import { planRead, type ReadSettings } from './read-plan.ts'
import { planConditions } from './terms.ts'
import type { MutationPlan, ReadPlan } from './types.ts'

type MutationAction = Extract<Action, { kind: 'create' | 'update' | 'upsert' | 'delete' }>

const kinds = { create: 'insert', update: 'update', upsert: 'upsert-one', delete: 'delete' } as const

/** @throws RestError PGRST105, PGRST204, PGRST205 and those of planRead */
export function planMutation(
  cache: SchemaCache,
  action: MutationAction,
  request: ApiRequest,
  payload: Payload | undefined,
  settings: ReadSettings,
): MutationPlan {
  const name = { schema: request.schema, name: action.table }
  const table = cache.tables.get(tableKey(name))
  if (table === undefined) throw tableNotFound(cache, name)
  const { preferences, query } = request
  const conditions = query.conditions.filter(({ path }) => path.length === 0).map(({ value }) => value)
  const columns = namedColumns(table, query.columns ?? (payload?.kind === 'json' ? payload.keys : []))
  const isInsert = action.kind === 'create' || action.kind === 'upsert'
  const conflict = isInsert ? conflictOf(action, request, table) : undefined
  const reportsInserted = conflict?.merges === true
  const reportsLocation = action.kind === 'create' && preferences.return === 'headers-only'
  const returnsRows = preferences.return === 'representation'
  const read = returnsRows ? planReadBack(cache, request, table, settings) : undefined
  if (action.kind === 'upsert' && !isWholeKey(conditions, table)) throw invalidPutFilters()
  return {
    kind: kinds[action.kind],
    table,
    columns: action.kind === 'delete' ? [] : columns,
    fillsDefaults: preferences.missing === 'default',
    conflict,
    where: planConditions(conditions, table, []),
    returning: [...new Set([...(read ? neededColumns(read) : []), ...(reportsLocation ? table.primaryKey : [])])],
    read,
    reportsInserted,
    reportsLocation,
  }
}

function namedColumns(table: Table, names: readonly string[]): ColumnInfo[] {
  return names.map((name) => {
    const column = table.columns.get(name)
    if (column === undefined) throw columnNotFound(table.name, name)
    return column
  })
}

/** `on_conflict`, else the primary key; without either there is no conflict target. */
function conflictOf(
  action: MutationAction,
  { preferences, query }: ApiRequest,
  table: Table,
): MutationPlan['conflict'] {
  if (action.kind === 'upsert') return { columns: table.primaryKey, merges: true }
  const columns = query.onConflict ?? table.primaryKey
  if (preferences.resolution === undefined || columns.length === 0) return undefined
  return { columns, merges: preferences.resolution === 'merge-duplicates' }
}

/** Returns all changed rows in the requested order; limits and filters apply only to embedded resources. */
function planReadBack(cache: SchemaCache, request: ApiRequest, table: Table, settings: ReadSettings): ReadPlan {
  const query = { ...request.query, conditions: request.query.conditions.filter(({ path }) => path.length > 0) }
  return planRead(
    cache,
    { name: table, table, source: { kind: 'rows' }, isWhole: true },
    query,
    { limit: undefined, offset: undefined },
    settings,
  )
}

function neededColumns(read: ReadPlan): string[] {
  const names = [
    ...read.select.map(({ column }) => column.name),
    ...read.order.filter(({ embed }) => embed === undefined).map(({ column }) => column.name),
    ...read.embeds
      .flatMap(({ joins }) => joins.filter(({ left }) => left.alias === read.alias))
      .map(({ left }) => left.column),
  ]
  // A computed relationship's function takes the whole row.
  if (read.embeds.some(({ plan }) => plan.source.kind === 'computed')) return ['*']
  if (!names.includes('*')) return names
  return ['*', ...names.filter((name) => name !== '*' && !read.table?.columns.has(name))]
}

/** PUT identifies its row by `eq` on exactly the columns of the primary key. */
function isWholeKey(conditions: readonly Condition[], table: Table): boolean {
  const names = new Set<string>()
  for (const condition of conditions) {
    if (condition.kind !== 'filter' || condition.isNegated || condition.field.path.length > 0) return false
    const { operation, field } = condition
    if (operation.kind !== 'compare' || operation.operator !== 'eq' || operation.quantifier !== undefined) return false
    names.add(field.name)
  }
  return names.size > 0 && names.size === table.primaryKey.length && table.primaryKey.every((name) => names.has(name))
}
