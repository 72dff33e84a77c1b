/** Plans a read: a tree of levels from the select list, to which filters, order and ranges are assigned by their paths. */
import { aggregatesNotAllowed, embedsTooDeep, notEmbedded, notImplemented, tooManyEmbeds } from '../errors.ts'
import type { RestLimits } from '../limits.ts'
import type {
  EmbedPath,
  FieldItem,
  LimitOffset,
  Placed,
  QueryParameters,
  RelationItem,
  SelectItem,
} from '../request/query-syntax.ts'
import {
  type ColumnPair,
  type Relationship,
  type SchemaCache,
  type Table,
  type TableName,
  tableKey,
} from '../schema-cache/types.ts'
import { findRelationship, isToOne } from './find-relationship.ts'
import { withSizeGuards } from './size-estimates.ts'
import { planConditions, planOrder, toColumnRef } from './terms.ts'
import type { ColumnRef, Embed, HoistedTerm, JoinCondition, ReadPlan, SelectTerm, Source } from './types.ts'

export interface ReadSettings {
  /** Maximum rows of any level. */
  readonly maxRows: number | undefined
  readonly allowsAggregates: boolean
  readonly limits: Pick<RestLimits, 'embeds' | 'embedDepth' | 'builtBytes'>
}

export interface ReadRoot {
  readonly name: TableName
  readonly table: Table | undefined
  readonly source: Source
  /** Whether all rows are read, without a limit. */
  readonly isWhole?: boolean
}

/** Query parameters that belong to levels, each with the path to its level. */
type PlacedParameters = Pick<QueryParameters, 'conditions' | 'order' | 'ranges'>

interface Context extends ReadSettings {
  readonly cache: SchemaCache
  readonly aliases: Set<string>
  /** The number of embedded resources so far. */
  embeds: number
}

/** One level, with the query parameters for it and the levels below. */
interface Level {
  readonly origin: TableName
  readonly table: Table | undefined
  readonly source: Source
  readonly alias: string
  readonly select: readonly SelectItem[]
  readonly placed: PlacedParameters
  readonly depth: number
  /** Maximum rows. None for a to-one, because a limit would prevent the planner from using a join. */
  readonly maxRows: number | undefined
  /** Whether its columns are spread into its parent. */
  readonly isSpread: boolean
}

/**
 * @param range the root's limit and offset, combined with the Range header
 * @throws RestError PGRST100, PGRST108, PGRST118, PGRST120, PGRST123, PGRST200, PGRST201
 */
export function planRead(
  cache: SchemaCache,
  root: ReadRoot,
  query: QueryParameters,
  range: LimitOffset,
  settings: ReadSettings,
): ReadPlan {
  const context: Context = { ...settings, cache, aliases: new Set([root.name.name]), embeds: 0 }
  const level: Level = {
    origin: root.name,
    table: root.table,
    source: root.source,
    alias: root.name.name,
    select: query.select,
    placed: { ...query, ranges: [...belowThisLevel(query.ranges), { path: [], value: range }] },
    depth: 0,
    // A mutation returns all rows that it changed.
    maxRows: root.isWhole ? undefined : settings.maxRows,
    isSpread: false,
  }
  return withSizeGuards(planLevel(context, level), settings.limits.builtBytes)
}

function planLevel(context: Context, level: Level): ReadPlan {
  const terms = selectTerms(context, level)
  const relations = level.select.filter((item) => item.kind === 'relation')
  const placedAt = distribute(relations, level.placed)
  const embeds = relations.map((item, index) => planEmbed(context, level, item, placedAt[index] ?? noParameters))
  const range = atThisLevel(level.placed.ranges)[0]
  const { select, hoisted } = level.isSpread ? hoist(context, terms) : { select: terms, hoisted: [] }
  return {
    name: level.origin.name,
    table: level.table,
    source: level.source,
    alias: level.alias,
    select,
    embeds,
    hoisted,
    where: planConditions(atThisLevel(level.placed.conditions), level.table, embeds),
    order: planOrder(atThisLevel(level.placed.order)[0] ?? [], level.origin.name, level.table, embeds),
    limit: smaller(range?.limit, level.maxRows),
    offset: range?.offset ?? 0,
    sizeGuard: undefined,
  }
}

const noParameters: PlacedParameters = { conditions: [], order: [], ranges: [] }

const atThisLevel = <T>(placed: readonly Placed<T>[]): T[] =>
  placed.filter(({ path }) => path.length === 0).map(({ value }) => value)
const belowThisLevel = <T>(placed: readonly Placed<T>[]) => placed.filter(({ path }) => path.length > 0)

/** Assigns each parameter for a lower level to the embedded resource that its path names first. */
function distribute(relations: readonly RelationItem[], placed: PlacedParameters): PlacedParameters[] {
  const indexOf = ([name]: EmbedPath) => {
    const index = relations.findIndex((item) => item.alias === name || item.relation === name)
    if (index === -1) throw notEmbedded(name ?? '')
    return index
  }
  if (relations.length === 0) {
    for (const { path } of [...placed.conditions, ...placed.order, ...placed.ranges]) {
      if (path.length > 0) indexOf(path)
    }
    return []
  }
  const share = <T>(parameters: readonly Placed<T>[]) => {
    const shares = relations.map((): Placed<T>[] => [])
    for (const { path, value } of belowThisLevel(parameters))
      shares[indexOf(path)]?.push({ path: path.slice(1), value })
    return shares
  }
  const conditions = share(placed.conditions)
  const order = share(placed.order)
  const ranges = share(placed.ranges)
  return relations.map((_, index) => ({
    conditions: conditions[index] ?? [],
    order: order[index] ?? [],
    ranges: ranges[index] ?? [],
  }))
}

function smaller(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined ? b : b === undefined ? a : Math.min(a, b)
}

function planEmbed(context: Context, parent: Level, item: RelationItem, placed: PlacedParameters): Embed {
  const relationship = findRelationship(context.cache, parent.origin, item.relation, item.hint)
  const { foreignTable } = relationship
  const depth = parent.depth + 1
  context.embeds += 1
  if (context.embeds > context.limits.embeds) throw tooManyEmbeds(context.limits.embeds)
  if (depth > context.limits.embedDepth) throw embedsTooDeep(context.limits.embedDepth)
  const alias = uniqueAlias(context, `${foreignTable.name}_${depth}`)
  const junction =
    relationship.kind === 'many-to-many'
      ? { table: relationship.junction, alias: uniqueAlias(context, `${relationship.junction.name}_${depth}`) }
      : undefined
  const plan = planLevel(context, {
    isSpread: item.isSpread,
    origin: foreignTable,
    table: context.cache.tables.get(tableKey(foreignTable)),
    source: sourceOf(relationship, parent.alias),
    alias,
    select: item.select,
    placed,
    depth,
    maxRows: relationship.kind !== 'computed' && isToOne(relationship) ? undefined : context.maxRows,
  })
  if (item.isSpread && !isToOne(relationship) && hasHoisted(plan)) {
    throw notImplemented('Aggregates are not implemented for one-to-many or many-to-many spreads.')
  }
  return {
    name: item.alias ?? item.relation,
    relation: item.relation,
    alias: uniqueAlias(context, `${parent.origin.name}_${item.alias ?? item.relation}_${depth}`),
    isToOne: isToOne(relationship),
    isInner: item.join === 'inner',
    isSpread: item.isSpread,
    joins: joinConditions(relationship, parent.alias, alias, junction?.alias ?? ''),
    junction,
    plan,
  }
}

/** A unique alias in the statement, the wanted one if it is short and plain, because PostgreSQL truncates names. */
function uniqueAlias({ aliases }: Context, wanted: string): string {
  const base = /^\w{1,50}$/.test(wanted) ? wanted : 'embed'
  let alias = base
  for (let count = aliases.size; aliases.has(alias); count++) alias = `${count}_${base}`
  aliases.add(alias)
  return alias
}

function sourceOf(relationship: Relationship, parentAlias: string): Source {
  if (relationship.kind !== 'computed') return { kind: 'table', table: relationship.foreignTable }
  const { routine, table } = relationship
  return { kind: 'computed', routine, argument: { alias: parentAlias, table } }
}

function joinConditions(relationship: Relationship, parent: string, child: string, junction: string): JoinCondition[] {
  const pairs = (columns: readonly ColumnPair[], left: string, right: string) =>
    columns.map(
      ([near, far]): JoinCondition => ({ left: { alias: left, column: near }, right: { alias: right, column: far } }),
    )
  if (relationship.kind === 'computed') return []
  if (relationship.kind !== 'many-to-many') return pairs(relationship.columns, parent, child)
  return [...pairs(relationship.nearColumns, parent, junction), ...pairs(relationship.farColumns, junction, child)]
}

function selectTerms(context: Context, { select, table }: Level): SelectTerm[] {
  const items = select.filter((item) => item.kind === 'field')
  const terms = items.map((item) => toSelectTerm(context, table, item))
  // Unaggregated columns group the rows, and `*` groups by each column. Formatted columns are named one by one.
  const namesEach = isFormatted(table) || terms.some(({ aggregate }) => aggregate !== undefined)
  return namesEach ? terms.flatMap((term) => spellOut(term, table)) : terms
}

/** Moves the aggregates of a spread level to its parent, because they aggregate the parent's rows. */
function hoist(
  context: Context,
  terms: readonly SelectTerm[],
): { select: readonly SelectTerm[]; hoisted: readonly HoistedTerm[] } {
  const hoisted = terms.flatMap(({ alias, aggregate, column, cast }): HoistedTerm[] => {
    if (aggregate === undefined) return []
    const countsRows = aggregate.name === 'count' && column.name === '*'
    const value = countsRows ? undefined : { column: { ...column, representation: undefined }, cast }
    return [{ column: uniqueAlias(context, 'hoisted'), value, aggregate, name: alias ?? aggregate.name }]
  })
  return { select: terms.filter(({ aggregate }) => aggregate === undefined), hoisted }
}

/** Whether this level's parent receives aggregates from it. */
export const hasHoisted = ({ hoisted, embeds }: ReadPlan): boolean =>
  hoisted.length > 0 || embeds.some(({ isSpread, plan }) => isSpread && hasHoisted(plan))

function spellOut(term: SelectTerm, table: Table | undefined): SelectTerm[] {
  if (term.column.name !== '*' || term.aggregate !== undefined || table === undefined) return [term]
  return [...table.columns.values()].map(({ name, type, representation }) => {
    const column = { name, path: [], type, representation }
    return { ...term, column, alias: formattedName(column) }
  })
}

/** The key of a formatted column, which a function call would not have. */
const formattedName = ({ name, representation }: ColumnRef) => (representation?.toJson === undefined ? undefined : name)

const isFormatted = (table: Table | undefined) =>
  table !== undefined && [...table.columns.values()].some(({ representation }) => representation?.toJson !== undefined)

function toSelectTerm(context: Context, table: Table | undefined, item: FieldItem): SelectTerm {
  if (item.aggregate !== undefined && !context.allowsAggregates) throw aggregatesNotAllowed()
  const column = toColumnRef(item.field, table)
  return {
    column,
    alias: item.alias ?? impliedAlias(item) ?? formattedName(column),
    cast: item.cast,
    aggregate: item.aggregate,
  }
}

/** `data->a->>b` is named b, `data->a->0` is named a, `data->0` is named data. */
function impliedAlias({ field, cast, aggregate }: FieldItem): string | undefined {
  if (aggregate !== undefined) return aggregate.name
  if (field.path.length === 0) return cast === undefined ? undefined : field.name
  const key = field.path.findLast(({ operand }) => operand.kind === 'key')?.operand
  return key?.kind === 'key' ? key.key : field.name
}
