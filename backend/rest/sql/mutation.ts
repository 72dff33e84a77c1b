/** The SQL of an insert, update, delete or upsert, whose rows the statement reads back; the body is parameter $1. */
import type { MutationPlan } from '../plan/types.ts'
import type { ColumnInfo } from '../schema-cache/types.ts'
import { condition } from './expressions.ts'
import { quoteColumn, quoteLiteral, quoteName, quoteTable } from './identifiers.ts'
import type { Parameters } from './parameters.ts'
import { rowsName } from './read.ts'

// A condition that is always true and counts updated (not inserted) rows of this transaction. xmax would show the same. Reading it
// requires a privilege on the whole row, and it is not available for views and partitions.
const updatedCount = `coalesce(nullif(current_setting('rest.updated', true), ''), '0')::bigint`
const countUpdate = `set_config('rest.updated', (${updatedCount} + 1)::text, true) <> ''`

/** The number of inserted rows of an upsert, read after all are written. */
export const insertedCount = `(select count(*) from ${rowsName}) - ${updatedCount}`

const bodyName = 'rest_body'
const itemName = 'rest_item'

export function mutationQuery(plan: MutationPlan, parameters: Parameters): string {
  switch (plan.kind) {
    case 'update':
      return updateQuery(plan, parameters)
    case 'delete':
      return `delete from ${target(plan)} ${where(plan, plan.table.name, parameters)} ${returning(plan)}`
    default:
      return insertQuery(plan, parameters)
  }
}

const target = ({ table }: MutationPlan) => `${quoteTable(table)} as ${quoteName(table.name)}`

function insertQuery(plan: MutationPlan, parameters: Parameters): string {
  const names = plan.columns.map(({ name }) => quoteName(name)).join(', ')
  const columns = names === '' ? '' : `(${names})`
  // PUT writes only the row of its URL.
  const filter = plan.kind === 'upsert-one' ? where(plan, bodyName, parameters) : ''
  return `insert into ${target(plan)} ${columns} select ${names} from ${bodyRows(plan)} ${filter} ${onConflict(plan)} ${returning(plan)}`
}

function onConflict({ conflict, columns }: MutationPlan): string {
  if (conflict === undefined) return ''
  const names = conflict.columns.map(quoteName).join(', ')
  if (!conflict.merges || columns.length === 0) return `on conflict (${names}) do nothing`
  const sets = columns.map(({ name }) => `${quoteName(name)} = excluded.${quoteName(name)}`)
  return `on conflict (${names}) do update set ${sets.join(', ')} where ${countUpdate}`
}

function updateQuery(plan: MutationPlan, parameters: Parameters): string {
  const { table, columns } = plan
  if (columns.length === 0) return emptyUpdate(plan)
  const sets = columns.map(({ name }) => `${quoteName(name)} = ${quoteColumn(bodyName, name)}`)
  const body = `(select * from ${bodyRows(plan)} limit 1) as ${bodyName}`
  return `update ${target(plan)} set ${sets.join(', ')} from ${body} ${where(plan, table.name, parameters)} ${returning(plan)}`
}

/** An update without columns changes nothing, but its result has the same columns. */
function emptyUpdate(plan: MutationPlan): string {
  const { table, returning: names } = plan
  const columns = names.length === 0 ? '1' : names.map((name) => quoteColumn(table.name, name)).join(', ')
  return `select ${columns} from ${target(plan)} where false and $1::text is not null`
}

function where(plan: MutationPlan, alias: string, parameters: Parameters): string {
  const conditions = plan.where.map((planned) =>
    condition(alias, planned, parameters, () => {
      throw new Error('a mutation filters its own columns only')
    }),
  )
  return conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`
}

/** A constant if no columns are read back, which requires no select privilege. */
function returning({ returning: names, table }: MutationPlan): string {
  const columns = names.map((name) => quoteColumn(table.name, name))
  return `returning ${columns.length === 0 ? '1' : columns.join(', ')}`
}

/** The body's rows, typed as the table's columns. */
function bodyRows({ columns, fillsDefaults }: MutationPlan): string {
  // Rows without keys consist of defaults.
  if (columns.length === 0) return `json_array_elements($1::json) as ${bodyName}`
  const typed = columns
    .map((column) => `${quoteName(column.name)} ${parserOf(column) ? 'json' : column.type}`)
    .join(', ')
  if (!fillsDefaults && !columns.some(parserOf)) return `json_to_recordset($1::json) as ${bodyName}(${typed})`
  const rows = fillsDefaults
    ? `jsonb_array_elements($1::jsonb) as item, jsonb_to_record(${defaults(columns)} || item) as ${itemName}(${typed})`
    : `json_to_recordset($1::json) as ${itemName}(${typed})`
  return `(select ${columns.map(bodyColumn).join(', ')} from ${rows}) as ${bodyName}`
}

const parserOf = ({ representation }: ColumnInfo) => representation?.fromJson

function bodyColumn(column: ColumnInfo): string {
  const value = quoteColumn(itemName, column.name)
  const parser = parserOf(column)
  return parser === undefined ? value : `${quoteTable(parser)}(${value}) as ${quoteName(column.name)}`
}

function defaults(columns: readonly ColumnInfo[]): string {
  const pairs = columns.flatMap(({ name, defaultExpression }) =>
    defaultExpression === undefined ? [] : [`${quoteLiteral(name)}, ${defaultExpression}`],
  )
  return pairs.length === 0 ? `'{}'::jsonb` : `jsonb_build_object(${pairs.join(', ')})`
}
