/** The SQL of a function call; a JSON body is parameter $1. */
import type { CallArguments, CallPlan } from '../plan/types.ts'
import type { RoutineParameter } from '../schema-cache/types.ts'
import { quoteName, quoteTable } from './identifiers.ts'
import type { Parameters } from './parameters.ts'

/** The column of a scalar result. */
export const scalarName = 'rest_scalar'

const argumentsName = 'rest_arguments'

/** The function's rows, or its scalars as one column. */
export function callQuery({ routine, arguments: given, range }: CallPlan, parameters: Parameters): string {
  const call = `${quoteTable(routine)}(${argumentList(given, parameters)})`
  const body = given.kind === 'body' && given.parameters.length > 0 ? bodyArguments(given) : ''
  if (routine.returns.kind === 'composite') {
    return `select call.* from ${body === '' ? '' : `${body}, lateral `}${call} as call`
  }
  const limit = routine.returns.isSet ? limitOffset(range, parameters) : ''
  return `select ${call} as ${scalarName}${body === '' ? '' : ` from ${body}`}${limit}`
}

function argumentList(given: CallArguments, parameters: Parameters): string {
  switch (given.kind) {
    case 'direct':
      return given.values
        .map(({ parameter, values }) => {
          const [first = ''] = values
          const value = parameter.isVariadic ? parameters.addArray(values) : parameters.add(first)
          return named(parameter, `${value}::${parameter.type}`)
        })
        .join(', ')
    case 'whole-body':
      return `$1::${given.type}`
    default:
      return given.parameters
        .map((parameter) => named(parameter, `${argumentsName}.${quoteName(parameter.name)}`))
        .join(', ')
  }
}

const named = ({ name, isVariadic }: RoutineParameter, value: string) =>
  `${isVariadic ? 'variadic ' : ''}${name === '' ? '' : `${quoteName(name)} := `}${value}`

function bodyArguments({ parameters, isArray }: Extract<CallArguments, { kind: 'body' }>): string {
  const typed = parameters.map(({ name, type }) => `${quoteName(name)} ${type}`)
  const rows = `json_to_recordset($1::json) as ${argumentsName}(${typed.join(', ')})`
  return isArray ? `(select * from ${rows} limit 1) as ${argumentsName}` : rows
}

function limitOffset({ limit, offset }: CallPlan['range'], parameters: Parameters): string {
  const part = (word: string, value: number) => ` ${word} ${parameters.add(String(value))}::bigint`
  return `${limit === undefined ? '' : part('limit', limit)}${offset === 0 ? '' : part('offset', offset)}`
}
