/** Whether a changed row meets a condition: told here where equal text means equal values, else by the database. */
import { z } from 'zod'
import type { Database } from '#backend/database/database'
import { DatabaseError } from '#backend/database/errors'
import { type Condition, FilterError, isPattern } from './filter.ts'
import type { PublishedTable, TableColumn } from './published-tables.ts'

export interface Test {
  readonly column: string
  /** What the column has to equal, where that is all the condition says: by it, subscriptions are found without trying each. */
  readonly equals?: string
  /** Absent where the database has to tell. */
  readonly isMet?: (value: string | null) => boolean
  readonly condition: Condition
  readonly type: string
  /** The same for tests of a table that say the same: the database is asked about them once. */
  readonly key: string
}

/** @throws FilterError */
export async function prepareTest(database: Database, table: PublishedTable, condition: Condition): Promise<Test> {
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
  if (operator === 'is') return { ...base, isMet: (value) => isThat(value, condition.values[0]) !== isNegated }
  const canonical = canonicalOf(column)
  if (isPattern(operator) || !canonical || (!isEquality(operator) && !column.isWholeNumber)) {
    await tryOut(database, base)
    return base
  }
  const values = wanted.map(canonical)
  if (operator === 'isdistinct') return { ...base, isMet: (value) => (value !== values[0]) !== isNegated }
  const holds = holdsFor(operator, values)
  return {
    ...base,
    isMet: (value) => value !== null && holds(value) !== isNegated,
    ...(operator === 'eq' && !isNegated && { equals: values[0] ?? '' }),
  }
}

/** A pattern costs the database what so many values to compare cost. */
const valuesAPattern = 10

/** How many values of its filters are the database's to compare. */
export function askedValues(tests: readonly Test[]): number {
  const cost = ({ operator, values }: Condition) => (isPattern(operator) ? valuesAPattern : values.length)
  return tests.reduce((sum, { isMet, condition }) => sum + (isMet ? 0 : cost(condition)), 0)
}

/** A JSON value as the text that PostgreSQL would write. */
export function textOf(json: string | undefined): string | null {
  if (json === undefined || json === 'null') return null
  return json.startsWith('"') ? String(JSON.parse(json)) : json
}

const isEquality = (operator: string) => ['eq', 'neq', 'in', 'isdistinct'].includes(operator)

function isThat(value: string | null, wanted: string | undefined): boolean {
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

/** Of whole numbers as text; the largest do not fit into JavaScript's own. */
function order(a: string, b: string): number {
  const difference = BigInt(a) - BigInt(b)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/** How a value is written so that equal values are equal texts; undefined for types where they need not be. */
function canonicalOf({ type, isWholeNumber, isEnum }: TableColumn): ((value: string) => string) | undefined {
  const wrong = (value: string) => new FilterError(`'${value}' is no value of type ${type}`)
  if (type === 'text' || type === 'varchar' || isEnum) return (value) => value
  if (type === 'uuid')
    return (value) => {
      if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)) throw wrong(value)
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

/** `subject` compared with parameters from `$first` on. Types are the catalogue's own names, values never part of the text. */
function toSql({ condition, type }: Pick<Test, 'condition' | 'type'>, subject: string, first: number): string {
  const operator = sqlOperators[condition.operator]
  // Patterns are of the text that a value is written as.
  const [left, right] = isPattern(condition.operator) ? [`(${subject})::text`, 'text'] : [subject, type]
  const compared = condition.values.map((_, index) => `${left} ${operator} $${first + index}::${right}`).join(' or ')
  return `${condition.isNegated ? 'not ' : ''}(${compared})`
}

/** @throws FilterError where the type has no such operator or the value is none of it */
async function tryOut(database: Database, test: Omit<Test, 'isMet'>): Promise<void> {
  // A pattern is only read when there is something to try it on.
  const text = `select ${toSql(test, isPattern(test.condition.operator) ? `''` : `null::${test.type}`, 1)}`
  await database.run({ text, values: test.condition.values }).catch((error: unknown) => {
    if (error instanceof DatabaseError && !error.code.startsWith('08')) throw new FilterError(error.message)
    throw error
  })
}

/** Values of one statement: far below the 65,535 that PostgreSQL takes, and an embedded database does something else in between. */
const valuesAtOnce = 1_000

/** The tests in portions that a statement takes. */
export function inPortions(tests: Iterable<Test>): Test[][] {
  const portions: Test[][] = []
  let room = 0
  for (const test of tests) {
    const size = test.condition.values.length
    if (size > room) {
      portions.push([])
      room = valuesAtOnce
    }
    portions.at(-1)?.push(test)
    room -= size
  }
  return portions
}

/** The database's word on tests that cannot be told here. @returns for each test the ids of the changes that meet it */
export async function askDatabase(
  database: Database,
  table: { readonly schema: string; readonly table: string },
  tests: readonly Test[],
  changeIds: readonly string[],
): Promise<ReadonlySet<string>[]> {
  let next = 2
  const conditions = tests.map((test) => {
    const sql = `coalesce(${toSql(test, `r.${quoted(test.column)}`, next)}, false)`
    next += test.condition.values.length
    return sql
  })
  const text = `select c.id, to_json(array[${conditions.join(', ')}])
    from backend.realtime_changes c, jsonb_populate_record(null::${quoted(table.schema)}.${quoted(table.table)}, c.record) r
    where c.id = any ($1::bigint[])`
  const values = [`{${changeIds.join(',')}}`, ...tests.flatMap(({ condition }) => condition.values)]
  const { rows } = await database.run({ text, values })
  const answers = rows.map(([id, met]) => ({ id: id ?? '', met: answerSchema.parse(JSON.parse(met ?? '[]')) }))
  return tests.map((_, place) => new Set(answers.filter(({ met }) => met[place]).map(({ id }) => id)))
}

const answerSchema = z.array(z.boolean())

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
