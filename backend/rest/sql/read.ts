/** The SQL of a read plan: lateral joins for embedded resources, with the page selected first where that is equivalent. */
import { hasHoisted } from '../plan/read-plan.ts'
import type { Embed, HoistedTerm, JoinCondition, PlannedOrder, ReadPlan, SelectTerm } from '../plan/types.ts'
import { aggregated, column, condition, selected } from './expressions.ts'
import { quoteColumn, quoteName, quoteTable } from './identifiers.ts'
import type { Parameters } from './parameters.ts'
import { guardedArray, guardedRows } from './size-guards.ts'

/** The common table expression with the rows of a mutation or function. */
export const rowsName = 'rest_rows'
/** The array column of a to-many join; tables are unlikely to have this name. */
const arrayName = '"rest_array"'
const itemName = 'rest_item'

export function readQuery(plan: ReadPlan, parameters: Parameters, embed?: Embed): string {
  if (embed === undefined && canTakePageFirst(plan)) return pageFirst(plan, parameters)
  const columns = outputColumns(plan, parameters, embed?.isSpread === true)
  return [
    `select ${selectList(columns)} from ${from(plan, embed)}`,
    ...plan.embeds.map((child) => lateralJoin(child, parameters)),
    where(conditionsOf(plan, parameters, embed)),
    groupBy(columns),
    orderBy(plan.alias, plan.order, parameters),
    limitOffset(plan, parameters),
  ]
    .filter((part) => part !== '')
    .join(' ')
}

/**
 * Whether filters, order and limit use only the root's own columns. The page is then selected before embedding, so that resources are
 * embedded only for its rows and not for all rows that are sorted.
 */
function canTakePageFirst(plan: ReadPlan): boolean {
  if (plan.embeds.length === 0 || plan.limit === undefined || plan.source.kind !== 'table') return false
  const isOwn = (name: string) => name === '*' || plan.table?.columns.has(name) === true
  return (
    plan.order.length > 0 &&
    plan.select.every(({ column: { name }, aggregate }) => isOwn(name) && aggregate === undefined) &&
    plan.order.every(({ column: { name }, embed }) => isOwn(name) && embed === undefined) &&
    plan.embeds.every(({ isInner, plan: { source } }) => !isInner && source.kind !== 'computed') &&
    !isGrouped(plan) &&
    !plan.where.some(dependsOnEmbed)
  )
}

function dependsOnEmbed(planned: ReadPlan['where'][number]): boolean {
  return planned.kind === 'embed-exists' || (planned.kind === 'group' && planned.conditions.some(dependsOnEmbed))
}

function pageFirst(plan: ReadPlan, parameters: Parameters): string {
  const alias = quoteName(plan.alias)
  const order = orderBy(plan.alias, plan.order, parameters)
  const conditions = where(conditionsOf(plan, parameters))
  const limit = limitOffset(plan, parameters)
  const page = `select ${pageColumns(plan)} from ${from(plan)} ${conditions} ${order} ${limit}`
  const joins = plan.embeds.map((child) => lateralJoin(child, parameters))
  return `select ${selectList(outputColumns(plan, parameters, false))} from (${page}) as ${alias} ${joins.join(' ')} ${order}`
}

/** Only columns that are used, so that a role with privileges on some columns is not refused. */
function pageColumns(plan: ReadPlan): string {
  const names = [
    ...plan.select.map(({ column: { name } }) => name),
    ...plan.order.map(({ column: { name } }) => name),
    ...plan.embeds
      .flatMap(({ joins }) => joins.map(({ left }) => left))
      .flatMap((left) => (left.alias === plan.alias ? [left.column] : [])),
  ]
  const wanted = names.includes('*') ? ['*'] : [...new Set(names)]
  return wanted.map((name) => quoteColumn(plan.alias, name)).join(', ')
}

/** A column of a level's rows. */
interface OutputColumn {
  readonly expression: string
  readonly alias: string | undefined
  /** What rows are grouped by; absent for an aggregate. */
  readonly group: string | undefined
}

const selectList = (columns: readonly OutputColumn[]) =>
  columns
    .map(({ expression, alias }) => (alias === undefined ? expression : `${expression} as ${quoteName(alias)}`))
    .join(', ')

/** With an aggregate, all other selected columns group the rows. */
function groupBy(columns: readonly OutputColumn[]): string {
  const groups = columns.flatMap(({ group }) => (group === undefined ? [] : [group]))
  if (groups.length === columns.length) return ''
  return groups.length === 0 ? '' : `group by ${groups.join(', ')}`
}

/** Whether rows are grouped, by an aggregate of this level or of a level spread into it. */
export const isGrouped = ({ select, embeds }: ReadPlan): boolean =>
  select.some(({ aggregate }) => aggregate !== undefined) ||
  embeds.some((embed) => embed.isSpread && hasHoisted(embed.plan))

/** @param isSpread whether they are spread into a parent, which computes the aggregates */
function outputColumns(plan: ReadPlan, parameters: Parameters, isSpread: boolean): OutputColumn[] {
  const own = plan.select.map((term) => ownColumn(plan.alias, term, parameters))
  const inputs = plan.hoisted.map(({ column, value }) => {
    const term = value && { ...value, alias: undefined, aggregate: undefined }
    return plainColumn(term === undefined ? '1' : selected(plan.alias, term, parameters), column)
  })
  const groups = !isSpread && isGrouped(plan)
  return [...own, ...inputs, ...plan.embeds.flatMap((embed) => embeddedColumns(embed, groups))]
}

function ownColumn(alias: string, term: SelectTerm, parameters: Parameters): OutputColumn {
  const expression = selected(alias, term, parameters)
  if (term.aggregate !== undefined) return { expression, alias: term.alias, group: undefined }
  // JSON has no equality, so a formatted column is grouped by its value.
  const isFormatted = term.column.representation?.toJson !== undefined
  return { expression, alias: term.alias, group: isFormatted ? quoteColumn(alias, term.column.name) : expression }
}

const plainColumn = (expression: string, alias: string): OutputColumn => ({ expression, alias, group: expression })

/** The columns that an embedded resource adds to its parent's row. */
function embeddedColumns(embed: Embed, groups: boolean): OutputColumn[] {
  if (hasNoColumns(embed.plan)) return []
  const alias = quoteName(embed.alias)
  // jsonb can be grouped by; json has no equality.
  const json = (value: string, name: string) => plainColumn(groups ? `${value}::jsonb` : value, name)
  if (!embed.isSpread) {
    return [json(embed.isToOne ? `row_to_json(${alias}.*)` : `coalesce(${alias}.${arrayName}, '[]')`, embed.name)]
  }
  const outputs = spreadOutputs(embed.plan)
  const value = (name: string) => `${alias}.${quoteName(name)}`
  if (!embed.isToOne) return outputs.map(({ name }) => json(`coalesce(${value(name)}, '[]')`, name))
  if (!groups) return [{ expression: `${alias}.*`, alias: undefined, group: `${alias}.*` }]
  return [
    ...outputs.map(({ name, isJson }) => (isJson ? json(value(name), name) : plainColumn(value(name), name))),
    ...hoistedIn(embed.plan).map((term) => ({
      expression: aggregated(value(term.column), term.aggregate),
      alias: term.name,
      group: undefined,
    })),
  ]
}

/** Aggregates that a spread level and what is spread into it leave to the parent. */
const hoistedIn = ({ hoisted, embeds }: ReadPlan): HoistedTerm[] => [
  ...hoisted,
  ...embeds.flatMap((embed) => (embed.isSpread ? hoistedIn(embed.plan) : [])),
]

/** `shops!inner()` joins and adds no columns. */
function hasNoColumns(plan: ReadPlan): boolean {
  return plan.select.length === 0 && plan.hoisted.length === 0 && plan.embeds.every((embed) => hasNoColumns(embed.plan))
}

/** The columns of a spread level, in order, and which are JSON of an embedded resource. */
function spreadOutputs(plan: ReadPlan): { name: string; isJson: boolean }[] {
  const own = plan.select.flatMap(({ column: { name, representation }, alias }): [string, boolean][] => {
    if (alias !== undefined) return [[alias, representation?.toJson !== undefined]]
    return (name === '*' ? [...(plan.table?.columns.keys() ?? [])] : [name]).map((key) => [key, false])
  })
  const outputs = new Map(own)
  for (const embed of plan.embeds) {
    if (hasNoColumns(embed.plan)) continue
    if (!embed.isSpread) outputs.set(embed.name, true)
    else for (const { name, isJson } of spreadOutputs(embed.plan)) outputs.set(name, isJson || !embed.isToOne)
  }
  return [...outputs].map(([name, isJson]) => ({ name, isJson }))
}

function lateralJoin(embed: Embed, parameters: Parameters): string {
  const kind = embed.isInner ? 'inner' : 'left'
  const alias = quoteName(embed.alias)
  const query = readQuery(embed.plan, parameters, embed)
  if (embed.isToOne)
    return `${kind} join lateral (${query}${isPlannedAlone(embed.plan) ? ' offset 0' : ''}) as ${alias} on true`
  const on = embed.isInner ? `${alias}.${arrayName} is not null` : 'true'
  const spread = embed.isSpread
    ? spreadOutputs(embed.plan).map(({ name }) => `, json_agg(${itemName}.${quoteName(name)}) as ${quoteName(name)}`)
    : []
  const array = guardedArray(embed.plan, `json_agg(${itemName})`)
  const items = `(${query}) as ${itemName}${guardedRows(embed.plan, itemName)}`
  return `${kind} join lateral (select ${array} as ${arrayName}${spread.join('')} from ${items}) as ${alias} on ${on}`
}

/**
 * PostgreSQL plans up to eight relations together (`join_collapse_limit`). The joins of an embedded row beyond that would be computed for
 * all rows of its table, and all but one discarded. An offset makes the row a plan of its own, which begins with its key. A filter
 * prevents that, because the best plan may begin with it.
 */
const isPlannedAlone = (plan: ReadPlan): boolean => plan.embeds.length > 0 && plan.offset === 0 && !hasFilter(plan)

const hasFilter = ({ where, embeds }: ReadPlan): boolean =>
  where.length > 0 || embeds.some((embed) => embed.isInner && hasFilter(embed.plan))

export function from({ source, alias }: ReadPlan, embed?: Embed): string {
  const name = quoteName(alias)
  switch (source.kind) {
    case 'rows':
      return `${rowsName} as ${name}`
    case 'computed': {
      const { argument, routine } = source
      return `${quoteTable(routine)}(${quoteName(argument.alias)}::${quoteTable(argument.table)}) as ${name}`
    }
    default: {
      const junction = embed?.junction
      const junctionTable =
        junction === undefined ? '' : `, ${quoteTable(junction.table)} as ${quoteName(junction.alias)}`
      return `${quoteTable(source.table)} as ${name}${junctionTable}`
    }
  }
}

function conditionsOf(plan: ReadPlan, parameters: Parameters, embed?: Embed): string[] {
  const filters = plan.where.map((planned) =>
    condition(plan.alias, planned, parameters, ({ embed: target }) => {
      const alias = quoteName(target.alias)
      return target.isToOne ? `${alias} is distinct from null` : `${alias}.${arrayName} is not null`
    }),
  )
  return [...(embed?.joins.map(joinCondition) ?? []), ...filters]
}

export const joinCondition = ({ left, right }: JoinCondition): string =>
  `${quoteColumn(right.alias, right.column)} = ${quoteColumn(left.alias, left.column)}`

const where = (conditions: readonly string[]) => (conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`)

function orderBy(alias: string, order: readonly PlannedOrder[], parameters: Parameters): string {
  if (order.length === 0) return ''
  const terms = order.map((term) => {
    const direction = term.direction === undefined ? '' : ` ${term.direction}`
    const nulls = term.nulls === undefined ? '' : ` nulls ${term.nulls}`
    return `${orderExpression(alias, term, parameters)}${direction}${nulls}`
  })
  return `order by ${terms.join(', ')}`
}

function orderExpression(alias: string, { column: ref, embed }: PlannedOrder, parameters: Parameters): string {
  if (embed === undefined) return column(alias, ref, parameters)
  const isSelected = embed.plan.select.some(({ column: { name, path, representation }, alias: as }) => {
    if (representation?.toJson !== undefined) return false
    if (as !== undefined) return as === ref.name
    if (path.length > 0) return false
    return name === ref.name || (name === '*' && embed.plan.table?.columns.has(ref.name))
  })
  if (isSelected) return column(embed.alias, ref, parameters)
  // The join returns only selected columns; others need a subquery.
  const plain = { ...ref, representation: undefined }
  const term = { column: plain, alias: undefined, cast: undefined, aggregate: undefined }
  return `(${readQuery({ ...embed.plan, select: [term], embeds: [], hoisted: [], limit: 1 }, parameters, embed)})`
}

function limitOffset({ limit, offset }: ReadPlan, parameters: Parameters): string {
  const parts: string[] = []
  if (limit !== undefined) parts.push(`limit ${parameters.add(String(limit))}::bigint`)
  if (offset > 0) parts.push(`offset ${parameters.add(String(offset))}::bigint`)
  return parts.join(' ')
}
