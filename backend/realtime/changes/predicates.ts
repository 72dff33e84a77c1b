/** Whether a changed row meets a filter condition: evaluated here if equal text means equal values, else by the database. */
import { z } from 'zod'
import type { Database } from '#backend/database/database'
import { DatabaseError } from '#backend/database/errors'
import { isUuid } from '#backend/uuid'
import { type Condition, FilterError, isPattern } from './filter.ts'
import type { PublishedTable, TableColumn } from './published-tables.ts'

export interface Predicate {
  readonly column: string
  /** The value of a plain equality condition. It indexes subscriptions, so that not every one is evaluated. */
  readonly equals?: string
  /** Absent if only the database can evaluate the condition. */
  readonly evaluate?: (value: string | null) => boolean
  readonly condition: Condition
  readonly type: string
  /** Equal for equivalent predicates of a table, which the database evaluates once. */
  readonly key: string
}

/** @throws FilterError */
export async function preparePredicate(
  database: Database,
  table: PublishedTable,
  condition: Condition,
): Promise<Predicate> {
  const column = table.columns.get(condition.column)
  if (!column?.isReadable) throw new FilterError(`invalid column for filter ${condition.column}`)
  const { operator, isNegated, values: wanted } = condition
  const type = column.fullType
  const base = {
    column: column.name,
    condition,
    type,
    key: JSON.stringify([column.name, type, isNegated, operator, wanted]),
  }
  if (operator === 'is') return { ...base, evaluate: (value) => isValue(value, condition.values[0]) !== isNegated }
  const canonical = canonicalForm(column)
  if (isPattern(operator) || !canonical || (!isEquality(operator) && !column.isWholeNumber)) {
    await validateInDatabase(database, base)
    return base
  }
  const values = wanted.map(canonical)
  if (operator === 'isdistinct') return { ...base, evaluate: (value) => (value !== values[0]) !== isNegated }
  const holds = holdsFor(operator, values)
  return {
    ...base,
    evaluate: (value) => value !== null && holds(value) !== isNegated,
    ...(operator === 'eq' && !isNegated && { equals: values[0] ?? '' }),
  }
}

/** A pattern costs the database as much as this many comparisons. */
const valuesPerPattern = 10

/** How many filter values the database has to compare. */
export function databaseValues(predicates: readonly Predicate[]): number {
  const cost = ({ operator, values }: Condition) => (isPattern(operator) ? valuesPerPattern : values.length)
  return predicates.reduce((sum, { evaluate, condition }) => sum + (evaluate ? 0 : cost(condition)), 0)
}

/** A JSON value as PostgreSQL's text form. */
export function textOf(json: string | undefined): string | null {
  if (json === undefined || json === 'null') return null
  return json.startsWith('"') ? String(JSON.parse(json)) : json
}

const isEquality = (operator: string) => ['eq', 'neq', 'in', 'isdistinct'].includes(operator)

function isValue(value: string | null, wanted: string | undefined): boolean {
  return value === (wanted === 'null' || wanted === 'unknown' ? null : wanted)
}

function holdsFor(operator: Condition['operator'], values: readonly string[]): (value: string) => boolean {
  const [first = ''] = values
  const members = new Set(values)
  const compare = (holds: (order: number) => boolean) => (value: string) => holds(order(value, first))
  switch (operator) {
    case 'neq':
      return (value) => value !== first
    case 'lt':
      return compare((order) => order < 0)
    case 'lte':
      return compare((order) => order <= 0)
    case 'gt':
      return compare((order) => order > 0)
    case 'gte':
      return compare((order) => order >= 0)
    default:
      return (value) => members.has(value)
  }
}

/** Compares whole numbers as text, because the largest exceed JavaScript's safe integers. */
function order(a: string, b: string): number {
  const difference = BigInt(a) - BigInt(b)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/** Converts a value to a form in which equal values are equal texts. Undefined for types without such a form. */
function canonicalForm({ type, isWholeNumber, isEnum }: TableColumn): ((value: string) => string) | undefined {
  const wrong = (value: string) => new FilterError(`'${value}' is not a valid ${type}`)
  if (type === 'text' || type === 'varchar' || isEnum) return (value) => value
  if (type === 'uuid')
    return (value) => {
      if (!isUuid(value)) throw wrong(value)
      return value.toLowerCase()
    }
  if (type === 'bool')
    return (value) => {
      if (!/^(t|f|true|false)$/i.test(value)) throw wrong(value)
      return /^t/i.test(value) ? 'true' : 'false'
    }
  if (isWholeNumber)
    return (value) => {
      if (!/^[-+]?\d{1,20}$/.test(value)) throw wrong(value)
      return BigInt(value).toString()
    }
  return undefined
}

const sqlOperators = {
  ...{ eq: '=', neq: '<>', lt: '<', lte: '<=', gt: '>', gte: '>=', in: '=', is: 'is', isdistinct: 'is distinct from' },
  ...{ like: 'like', ilike: 'ilike', match: '~', imatch: '~*' },
} satisfies Record<Condition['operator'], string>

/** Compares `subject` with parameters from `$first` on. Types are names from the catalogue. Values are never part of the text. */
function toSql({ condition, type }: Pick<Predicate, 'condition' | 'type'>, subject: string, first: number): string {
  const operator = sqlOperators[condition.operator]
  // A pattern matches the text form of a value.
  const [left, right] = isPattern(condition.operator) ? [`(${subject})::text`, 'text'] : [subject, type]
  const compared = condition.values.map((_, index) => `${left} ${operator} $${first + index}::${right}`).join(' or ')
  return `${condition.isNegated ? 'not ' : ''}(${compared})`
}

/** @throws FilterError if the type has no such operator or the value is invalid */
async function validateInDatabase(database: Database, predicate: Omit<Predicate, 'evaluate'>): Promise<void> {
  // PostgreSQL parses a pattern only to match a value, not null.
  const text = `select ${toSql(predicate, isPattern(predicate.condition.operator) ? `''` : `null::${predicate.type}`, 1)}`
  await database.run({ text, values: predicate.condition.values }).catch((error: unknown) => {
    if (error instanceof DatabaseError && !error.code.startsWith('08')) throw new FilterError(error.message)
    throw error
  })
}

/** Values per statement: far below PostgreSQL's 65,535, so that an embedded database can run other statements in between. */
const valuesPerBatch = 1_000

/** Splits predicates into one batch per statement. */
export function inBatches(predicates: Iterable<Predicate>): Predicate[][] {
  const batches: Predicate[][] = []
  let remaining = 0
  for (const predicate of predicates) {
    const size = predicate.condition.values.length
    if (size > remaining) {
      batches.push([])
      remaining = valuesPerBatch
    }
    batches.at(-1)?.push(predicate)
    remaining -= size
  }
  return batches
}

/** Evaluates predicates in the database. @returns for each predicate the ids of the changes that meet it */
export async function evaluateInDatabase(
  database: Database,
  table: { readonly schema: string; readonly table: string },
  predicates: readonly Predicate[],
  changeIds: readonly string[],
): Promise<ReadonlySet<string>[]> {
  let next = 2
  const conditions = predicates.map((predicate) => {
    const sql = `coalesce(${toSql(predicate, `r.${quoted(predicate.column)}`, next)}, false)`
    next += predicate.condition.values.length
    return sql
  })
  const text = `select c.id, to_json(array[${conditions.join(', ')}])
    from backend.realtime_changes c, jsonb_populate_record(null::${quoted(table.schema)}.${quoted(table.table)}, c.record) r
    where c.id = any ($1::bigint[])`
  const values = [`{${changeIds.join(',')}}`, ...predicates.flatMap(({ condition }) => condition.values)]
  const { rows } = await database.run({ text, values })
  const results = rows.map(([id, met]) => ({ id: id ?? '', met: resultSchema.parse(JSON.parse(met ?? '[]')) }))
  return predicates.map((_, index) => new Set(results.filter(({ met }) => met[index]).map(({ id }) => id)))
}

const resultSchema = z.array(z.boolean())

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
