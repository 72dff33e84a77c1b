/** The SQL of columns, filters and orders. */
import type { ColumnRef, PlannedCondition, SelectTerm } from '../plan/types.ts'
import type { Operation, QuantifiableOperator, SearchOperator, SimpleOperator } from '../request/query-syntax.ts'
import type { TableName } from '../schema-cache/types.ts'
import { quoteColumn, quoteTable, quoteType } from './identifiers.ts'
import type { Parameters } from './parameters.ts'

const operators: Record<QuantifiableOperator | SimpleOperator, string> = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
}

const searchFunctions: Record<SearchOperator, string> = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
}

const isWords = { null: 'null', not_null: 'not null', true: 'true', false: 'false', unknown: 'unknown' } as const

export function column(alias: string, { name, path, type }: ColumnRef, parameters: Parameters): string {
  const base = quoteColumn(alias, name)
  if (path.length === 0) return base
  // json columns are used directly, so that an index on the expression applies.
  const json = type === 'json' || type === 'jsonb' ? base : `to_jsonb(${base})`
  const steps = path.map(({ arrow, operand }) =>
    operand.kind === 'key'
      ? `${arrow}${parameters.add(operand.key)}::text`
      : `${arrow}${parameters.add(operand.index)}::int`,
  )
  return `(${json}${steps.join('')})`
}

/** The selected expression, without its alias. */
export function selected(alias: string, term: SelectTerm, parameters: Parameters): string {
  const { aggregate } = term
  const isCountOfRows = aggregate?.name === 'count' && term.column.name === '*'
  if (isCountOfRows) return aggregated('*', aggregate)
  const value = column(alias, term.column, parameters)
  if (aggregate !== undefined) return aggregated(cast(value, term.cast), aggregate)
  return cast(call(term.column.representation?.toJson, value), term.cast)
}

const call = (routine: TableName | undefined, value: string) =>
  routine === undefined ? value : `${quoteTable(routine)}(${value})`

export const aggregated = (value: string, aggregate: NonNullable<SelectTerm['aggregate']>) =>
  cast(`${aggregate.name}(${value})`, aggregate.cast)

const cast = (expression: string, type: string | undefined) =>
  type === undefined ? expression : `cast(${expression} as ${quoteType(type)})`

/** Tests whether an embedded resource has rows: a read tests its join, a count needs a subquery. */
export type EmbedExists = (condition: Extract<PlannedCondition, { kind: 'embed-exists' }>) => string

export function condition(
  alias: string,
  planned: PlannedCondition,
  parameters: Parameters,
  embedExists: EmbedExists,
): string {
  switch (planned.kind) {
    case 'group': {
      const terms = planned.conditions.map((inner) => condition(alias, inner, parameters, embedExists))
      return negate(planned.isNegated, `(${terms.join(` ${planned.operator} `)})`)
    }
    case 'embed-exists':
      return negate(planned.isNegated, embedExists(planned))
    default:
      return negate(planned.isNegated, filter(alias, planned.column, planned.operation, parameters))
  }
}

const negate = (isNegated: boolean, expression: string) => (isNegated ? `not (${expression})` : expression)

function filter(alias: string, ref: ColumnRef, operation: Operation, parameters: Parameters): string {
  const left = column(alias, ref, parameters)
  const parse = ref.representation?.fromText
  switch (operation.kind) {
    case 'is':
      return `${left} is ${isWords[operation.value]}`
    case 'in': {
      const values = parameters.addArray(operation.values)
      if (parse === undefined) return `${left} = any(${values})`
      return `${left} = any(array(select ${call(parse, 'item')} from unnest(${values}::text[]) as item))`
    }
    case 'distinct':
      return `${left} is distinct from ${parsed(parse, parameters.add(operation.value))}`
    case 'search': {
      const config = operation.config === undefined ? '' : `${parameters.add(operation.config)}::regconfig, `
      // Columns of other types are converted to tsvector.
      const vector = ref.type === undefined || ref.type === 'tsvector' ? left : `to_tsvector(${config}${left})`
      return `${vector} @@ ${searchFunctions[operation.operator]}(${config}${parameters.add(operation.value)})`
    }
    default: {
      const { operator, quantifier, value } = operation
      const isPattern = operator === 'like' || operator === 'ilike'
      const right = parameters.add(isPattern ? value.replaceAll('*', '%') : value)
      if (quantifier !== undefined) return `${left} ${operators[operator]} ${quantifier}(${right})`
      return `${left} ${operators[operator]} ${isPattern ? right : parsed(parse, right)}`
    }
  }
}

const parsed = (parse: TableName | undefined, value: string) =>
  parse === undefined ? value : call(parse, `${value}::text`)
