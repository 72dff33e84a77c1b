/** Writes a read plan as one query: lateral joins for what is embedded, and the page taken first wherever that is the same. */
import type { Embed, JoinCondition, PlannedOrder, ReadPlan } from '../plan/types.ts'
import { column, condition, selected } from './expressions.ts'
import { quoteColumn, quoteName, quoteTable } from './identifiers.ts'
import type { Parameters } from './parameters.ts'

/** The common table expression that holds the rows a mutation or function returned. */
export const rowsName = 'rest_rows'
/** The column of a to-many join that holds its array; a name that no table's column is likely to have. */
const arrayName = '"rest_array"'
const itemName = 'rest_item'

export function readQuery(plan: ReadPlan, parameters: Parameters, embed?: Embed): string {
  if (embed === undefined && canTakePageFirst(plan)) return pageFirst(plan, parameters)
  const columns = outputColumns(plan, parameters)
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
 * Whether filters, order and limit concern the root's own columns only. Then the page is taken before anything is embedded,
 * so that what is embedded is worked out for the page's rows and not for all rows that have to be sorted.
 */
function canTakePageFirst(plan: ReadPlan): boolean {
  if (plan.embeds.length === 0 || plan.limit === undefined || plan.source.kind !== 'table') return false
  const isOwn = (name: string) => name === '*' || plan.table?.columns.has(name) === true
  return (
    plan.order.length > 0 &&
    plan.select.every(({ column: { name }, aggregate }) => isOwn(name) && aggregate === undefined) &&
    plan.order.every(({ column: { name }, embed }) => isOwn(name) && embed === undefined) &&
    plan.embeds.every(({ isInner, plan: { source } }) => !isInner && source.kind !== 'computed') &&
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
  return `select ${selectList(outputColumns(plan, parameters))} from (${page}) as ${alias} ${joins.join(' ')} ${order}`
}

/** Only what is used again, so that a role which may read some columns is not refused over the others. */
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
  readonly isAggregate: boolean
}

const selectList = (columns: readonly OutputColumn[]) =>
  columns
    .map(({ expression, alias }) => (alias === undefined ? expression : `${expression} as ${quoteName(alias)}`))
    .join(', ')

/** With an aggregate, everything else that is selected groups the rows. */
function groupBy(columns: readonly OutputColumn[]): string {
  if (!columns.some(({ isAggregate }) => isAggregate)) return ''
  const groups = columns.filter(({ isAggregate }) => !isAggregate).map(({ expression }) => expression)
  return groups.length === 0 ? '' : `group by ${groups.join(', ')}`
}

function outputColumns(plan: ReadPlan, parameters: Parameters): OutputColumn[] {
  const own = plan.select.map((term) => ({
    expression: selected(plan.alias, term, parameters),
    alias: term.alias,
    isAggregate: term.aggregate !== undefined,
  }))
  const isGrouped = own.some(({ isAggregate }) => isAggregate)
  return [...own, ...plan.embeds.flatMap((embed) => embeddedColumns(embed, isGrouped))]
}

/** What an embedded resource adds to the row of its parent. */
function embeddedColumns(embed: Embed, isGrouped: boolean): OutputColumn[] {
  if (yieldsNothing(embed.plan)) return []
  const alias = quoteName(embed.alias)
  // Rows can be grouped by jsonb but not by json, which knows no equality.
  const column = (value: string, name: string): OutputColumn => ({
    expression: isGrouped ? `${value}::jsonb` : value,
    alias: name,
    isAggregate: false,
  })
  if (!embed.isSpread) {
    return [column(embed.isToOne ? `row_to_json(${alias}.*)` : `coalesce(${alias}.${arrayName}, '[]')`, embed.name)]
  }
  const names = outputNames(embed.plan)
  if (!embed.isToOne) return names.map((name) => column(`coalesce(${alias}.${quoteName(name)}, '[]')`, name))
  const plain = { alias: undefined, isAggregate: false }
  if (!isGrouped) return [{ ...plain, expression: `${alias}.*` }]
  return names.map((name) => ({ ...plain, expression: `${alias}.${quoteName(name)}` }))
}

/** `shops!inner()` joins and shows nothing. */
function yieldsNothing(plan: ReadPlan): boolean {
  return plan.select.length === 0 && plan.embeds.every((embed) => yieldsNothing(embed.plan))
}

/** The columns of a level's rows, in order. */
function outputNames(plan: ReadPlan): string[] {
  const own = plan.select.flatMap(({ column: { name }, alias }) => {
    if (alias !== undefined) return [alias]
    return name === '*' ? [...(plan.table?.columns.keys() ?? [])] : [name]
  })
  const embedded = plan.embeds.flatMap((embed) => {
    if (yieldsNothing(embed.plan)) return []
    return embed.isSpread ? outputNames(embed.plan) : [embed.name]
  })
  return [...new Set([...own, ...embedded])]
}

function lateralJoin(embed: Embed, parameters: Parameters): string {
  const kind = embed.isInner ? 'inner' : 'left'
  const alias = quoteName(embed.alias)
  const query = readQuery(embed.plan, parameters, embed)
  if (embed.isToOne) return `${kind} join lateral (${query}) as ${alias} on true`
  const on = embed.isInner ? `${alias}.${arrayName} is not null` : 'true'
  const spread = embed.isSpread
    ? outputNames(embed.plan).map((name) => `, json_agg(${itemName}.${quoteName(name)}) as ${quoteName(name)}`)
    : []
  return `${kind} join lateral (select json_agg(${itemName}) as ${arrayName}${spread.join('')} from (${query}) as ${itemName}) as ${alias} on ${on}`
}

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
      const also = junction === undefined ? '' : `, ${quoteTable(junction.table)} as ${quoteName(junction.alias)}`
      return `${quoteTable(source.table)} as ${name}${also}`
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
  const isShown = embed.plan.select.some(({ column: { name, path }, alias: as }) => {
    if (path.length > 0 || as !== undefined) return false
    return name === ref.name || (name === '*' && embed.plan.table?.columns.has(ref.name))
  })
  if (isShown) return column(embed.alias, ref, parameters)
  // The join only yields what is selected, so what is not is looked up beside it.
  const term = { column: ref, alias: undefined, cast: undefined, aggregate: undefined }
  return `(${readQuery({ ...embed.plan, select: [term], embeds: [], limit: 1 }, parameters, embed)})`
}

function limitOffset({ limit, offset }: ReadPlan, parameters: Parameters): string {
  const parts: string[] = []
  if (limit !== undefined) parts.push(`limit ${parameters.add(String(limit))}::bigint`)
  if (offset > 0) parts.push(`offset ${parameters.add(String(offset))}::bigint`)
  return parts.join(' ')
}
