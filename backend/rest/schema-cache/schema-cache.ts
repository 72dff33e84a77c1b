/** Builds the schema cache from the catalogs; pure. */
import type { Catalog, CatalogCast, CatalogHandler, CatalogKey, CatalogRoutine, CatalogTable } from './catalog.ts'
import { deriveRelationships } from './relationships.ts'
import {
  type ApiSettings,
  type ColumnInfo,
  type ComputedRelationship,
  type MediaHandler,
  type Relationship,
  type Representation,
  type Routine,
  type RoutineParameter,
  type SchemaCache,
  type Table,
  type TableName,
  tableKey,
} from './types.ts'
import { type Origins, parseOrigins, resolveOrigins } from './view-origins.ts'

/** Bits of pg_relation_is_updatable, 1 << CmdType. */
const canUpdate = 4
const canInsert = 8
const canDelete = 16

export function buildSchemaCache(catalog: Catalog, exposed: readonly string[]): SchemaCache {
  const origins = resolveOrigins(new Map(catalog.views.map((view) => [view.oid, parseOrigins(view.definition)])))
  const byOid = new Map(catalog.tables.map((table) => [table.oid, table]))
  const primaryKeys = new Map(catalog.keys.filter((key) => key.type === 'p').map((key) => [key.table, key]))
  const sources: ColumnSources = { byOid, representations: representationsOf(catalog.casts) }
  const tables = new Map(
    catalog.tables.map((table) => [tableKey(table), toTable(table, sources, primaryKeys, origins.get(table.oid))]),
  )
  const relationships = [
    ...computedRelationships(catalog.routines, byOid),
    ...deriveRelationships(catalog.tables, catalog.keys, tables, origins),
  ]
  const isExposed = ({ schema }: TableName) => exposed.includes(schema)
  return {
    tables: new Map([...tables].filter(([, table]) => isExposed(table))),
    relationships: groupByTable(relationships.filter((relationship) => isReachable(relationship, isExposed))),
    routines: groupRoutines(
      catalog.routines.filter((routine) => isExposed(routine) && isCallable(routine)),
      byOid,
    ),
    mediaHandlers: new Map(catalog.handlers.flatMap((handler) => toHandler(handler, byOid))),
    settings: toSettings(catalog.settings, exposed),
    readsRequest: catalog.readsRequest,
  }
}

interface ColumnSources {
  readonly byOid: ReadonlyMap<string, CatalogTable>
  /** By the domain's name. */
  readonly representations: ReadonlyMap<string, Representation>
}

function representationsOf(casts: readonly CatalogCast[]): Map<string, Representation> {
  const representations = new Map<string, Representation>()
  for (const { domain, kind, schema, name } of casts) {
    const known = representations.get(domain) ?? { toJson: undefined, fromJson: undefined, fromText: undefined }
    representations.set(domain, { ...known, [kind]: { schema, name } })
  }
  return representations
}

function toTable(
  entry: CatalogTable,
  sources: ColumnSources,
  primaryKeys: ReadonlyMap<string, CatalogKey>,
  origins: Origins | undefined,
): Table {
  return {
    schema: entry.schema,
    name: entry.name,
    columns: new Map(entry.columns.map((column) => [column.name, toColumn(column, sources, origins)])),
    primaryKey: origins === undefined ? keyColumns(entry, primaryKeys) : viewKeyColumns(entry, primaryKeys, origins),
    isInsertable: (entry.updatable & canInsert) !== 0,
    isUpdatable: (entry.updatable & canUpdate) !== 0,
    isDeletable: (entry.updatable & canDelete) !== 0,
  }
}

/** A view's column without a default inherits that of its table column. */
function toColumn(
  column: CatalogTable['columns'][number],
  { byOid, representations }: ColumnSources,
  origins: Origins | undefined,
): ColumnInfo {
  const origin = origins?.get(column.number)
  const base = origin && byOid.get(origin.table)?.columns.find((candidate) => candidate.number === origin.column)
  return {
    name: column.name,
    type: column.type,
    isNullable: column.nullable,
    defaultExpression: column.default ?? base?.default ?? undefined,
    representation: representations.get(column.type),
  }
}

function keyColumns(entry: CatalogTable, primaryKeys: ReadonlyMap<string, CatalogKey>): string[] {
  const key = primaryKeys.get(entry.oid)
  if (key === undefined) return []
  return key.columns.flatMap((number) => entry.columns.find((column) => column.number === number)?.name ?? [])
}

/** The primary keys of the view's tables, if the view has all their columns. */
function viewKeyColumns(entry: CatalogTable, primaryKeys: ReadonlyMap<string, CatalogKey>, origins: Origins): string[] {
  const viewedTables = new Set([...origins.values()].map((origin) => origin.table))
  return [...viewedTables].flatMap((table) => {
    const key = primaryKeys.get(table)
    if (key === undefined) return []
    const names = key.columns.map(
      (number) =>
        entry.columns.find((column) => {
          const origin = origins.get(column.number)
          return origin?.table === table && origin.column === number
        })?.name,
    )
    return names.every((name) => name !== undefined) ? names : []
  })
}

function computedRelationships(
  routines: readonly CatalogRoutine[],
  byOid: ReadonlyMap<string, CatalogTable>,
): ComputedRelationship[] {
  return routines.flatMap((routine): ComputedRelationship[] => {
    const [argument, ...rest] = routine.arguments
    if (argument === undefined || rest.length > 0) return []
    const table = argument.table === null ? undefined : byOid.get(argument.table)
    const foreignTable = routine.returnTable === null ? undefined : byOid.get(routine.returnTable)
    if (table === undefined || foreignTable === undefined) return []
    const { schema, name } = routine
    return [
      {
        kind: 'computed',
        table,
        foreignTable,
        routine: { schema, name },
        isToOne: !routine.isSet || routine.rows === 1,
      },
    ]
  })
}

function isReachable(relationship: Relationship, isExposed: (table: TableName) => boolean): boolean {
  if (!isExposed(relationship.table) || !isExposed(relationship.foreignTable)) return false
  return relationship.kind !== 'many-to-many' || isExposed(relationship.junction)
}

/** A computed relationship replaces foreign-key relationships of the same name. */
function groupByTable(relationships: readonly Relationship[]): Map<string, Relationship[]> {
  const groups = new Map<string, Relationship[]>()
  for (const relationship of relationships) {
    const key = tableKey(relationship.table)
    const group = groups.get(key) ?? []
    groups.set(key, group)
    const isOverridden =
      relationship.kind !== 'computed' &&
      group.some((known) => known.kind === 'computed' && known.routine.name === relationship.foreignTable.name)
    if (!isOverridden) group.push(relationship)
  }
  return groups
}

const inputsOf = (routine: CatalogRoutine) =>
  routine.arguments.filter(({ mode }) => mode === 'i' || mode === 'b' || mode === 'v')

/** Types that a whole body can have. */
const bodyTypes: ReadonlySet<string> = new Set(['json', 'jsonb', 'text', 'xml', 'bytea'])

/** A request names arguments, except for a single one, which is the whole body. */
function isCallable(routine: CatalogRoutine): boolean {
  const inputs = inputsOf(routine)
  const [only] = inputs
  return (
    inputs.every(({ name }) => name !== '') || (inputs.length === 1 && only !== undefined && bodyTypes.has(only.type))
  )
}

function groupRoutines(
  routines: readonly CatalogRoutine[],
  byOid: ReadonlyMap<string, CatalogTable>,
): Map<string, Routine[]> {
  const groups = new Map<string, Routine[]>()
  for (const routine of routines) {
    const key = tableKey(routine)
    groups.set(key, [...(groups.get(key) ?? []), toRoutine(routine, byOid)])
  }
  return groups
}

const volatilities = { i: 'immutable', s: 'stable', v: 'volatile' } as const

function toRoutine(routine: CatalogRoutine, byOid: ReadonlyMap<string, CatalogTable>): Routine {
  const inputs = inputsOf(routine)
  const required = inputs.length - routine.defaults
  const table = routine.returnTable === null ? undefined : byOid.get(routine.returnTable)
  return {
    schema: routine.schema,
    name: routine.name,
    parameters: inputs.map(
      (argument, index): RoutineParameter => ({
        name: argument.name,
        type: argument.type,
        isRequired: index < required,
        isVariadic: argument.mode === 'v',
      }),
    ),
    volatility: volatilities[routine.volatility],
    returns: {
      kind: routine.returnsVoid ? 'void' : routine.returnsComposite ? 'composite' : 'scalar',
      isSet: routine.isSet,
      table: table === undefined ? undefined : { schema: table.schema, name: table.name },
      isBytes: routine.returnsBytes,
      media: routine.media === null ? undefined : { type: routine.media, isBinary: routine.returnsBytes },
    },
  }
}

function toHandler(handler: CatalogHandler, byOid: ReadonlyMap<string, CatalogTable>): [string, MediaHandler][] {
  const { media: type, isBinary, schema, name } = handler
  const common = { type, isBinary, aggregate: { schema, name } }
  if (handler.table === null) return [[type, { ...common, table: undefined }]]
  const table = byOid.get(handler.table)
  return table === undefined ? [] : [[`${type} ${tableKey(table)}`, { ...common, table }]]
}

/** An unqualified name is in the first exposed schema. */
function toPreRequest(name: string | undefined, [schema = 'public']: readonly string[]): TableName | undefined {
  if (name === undefined || name === '') return undefined
  const dot = name.indexOf('.')
  return dot === -1 ? { schema, name } : { schema: name.slice(0, dot), name: name.slice(dot + 1) }
}

const toSettings = (settings: Catalog['settings'], exposed: readonly string[]): ApiSettings => ({
  preRequest: toPreRequest(settings.db_pre_request, exposed),
  allowsPlans: settings.db_plan_enabled === 'true',
  allowsAggregates: settings.db_aggregates_enabled === 'true',
  reportsTiming: settings.server_timing_enabled === 'true',
})
