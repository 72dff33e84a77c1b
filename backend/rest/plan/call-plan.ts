/** Plans a function call: the overload, its arguments, and how its rows are read. */
import { maxAffectedNeedsRows } from '../errors.ts'
import type { Payload } from '../request/payload.ts'
import type { Action, ApiRequest } from '../request/request.ts'
import { type Routine, type SchemaCache, tableKey } from '../schema-cache/types.ts'
import { ambiguousRoutine, type RoutineLookup, routineNotFound } from './plan-errors.ts'
import { planRead, type ReadSettings } from './read-plan.ts'
import type { CallArguments, CallPlan, DirectArgument, ReadPlan } from './types.ts'

type CallAction = Extract<Action, { kind: 'call' }>

/** @throws RestError PGRST128, PGRST202, PGRST203 and those of planRead */
export function planCall(
  cache: SchemaCache,
  action: CallAction,
  request: ApiRequest,
  payload: Payload | undefined,
  settings: ReadSettings,
): CallPlan {
  const { query, preferences, range } = request
  const isPost = action.method === 'POST'
  const lookup: RoutineLookup = {
    schema: request.schema,
    name: action.routine,
    arguments: [...new Set(argumentNames(query.columns, query.callArguments, payload))],
    rawType: payload?.kind === 'raw' ? payload.type : undefined,
    takesJson: isPost && (payload === undefined || (payload.kind === 'json' && payload.source === 'json')),
  }
  const routine = findRoutine(cache, lookup)
  if (preferences.handling === 'strict' && preferences.maxAffected !== undefined && !routine.returns.isSet) {
    throw maxAffectedNeedsRows()
  }
  return {
    kind: 'call',
    routine,
    arguments: isPost ? bodyArguments(routine, lookup, payload) : directArguments(routine, query.callArguments),
    read: planResult(cache, routine, request, settings),
    range: { limit: smallest(range.limit, settings.maxRows), offset: range.offset ?? 0 },
  }
}

const smallest = (a: number | undefined, b: number | undefined) =>
  a === undefined ? b : b === undefined ? a : Math.min(a, b)

function argumentNames(
  columns: readonly string[] | undefined,
  fromUrl: readonly (readonly [string, string])[],
  payload: Payload | undefined,
): readonly string[] {
  if (payload === undefined) return fromUrl.map(([name]) => name)
  return payload.kind === 'raw' ? [] : (columns ?? payload.keys)
}

/** Overloads are distinguished by argument names. A body can also be the value of a single unnamed parameter. */
export function findRoutine(cache: SchemaCache, lookup: RoutineLookup): Routine {
  const overloads = cache.routines.get(tableKey(lookup)) ?? []
  const byNames = lookup.rawType === undefined ? overloads.filter((routine) => takes(routine, lookup.arguments)) : []
  const candidates = byNames.length > 0 ? byNames : overloads.filter((routine) => takesWholeBody(routine, lookup))
  const [first, second] = candidates
  if (first === undefined) throw routineNotFound(cache, lookup)
  if (second !== undefined) throw ambiguousRoutine(candidates)
  return first
}

function takes({ parameters }: Routine, names: readonly string[]): boolean {
  const known = new Set(parameters.map(({ name }) => name))
  if (!names.every((name) => known.has(name))) return false
  return parameters.every(({ name, isRequired }) => !isRequired || names.includes(name))
}

function takesWholeBody({ parameters: [only] }: Routine, { rawType, takesJson }: RoutineLookup): boolean {
  if (only?.name !== '') return false
  return rawType === undefined ? takesJson && (only.type === 'json' || only.type === 'jsonb') : only.type === rawType
}

function bodyArguments(
  routine: Routine,
  { arguments: names }: RoutineLookup,
  payload: Payload | undefined,
): CallArguments {
  const [only] = routine.parameters
  if (only?.name === '') return { kind: 'whole-body', type: only.type }
  const isArray = payload?.kind === 'json' && payload.isArray
  return { kind: 'body', parameters: routine.parameters.filter(({ name }) => names.includes(name)), isArray }
}

function directArguments(routine: Routine, given: readonly (readonly [string, string])[]): CallArguments {
  const values = routine.parameters.flatMap((parameter): DirectArgument[] => {
    const own = given.filter(([name]) => name === parameter.name).map(([, value]) => value)
    if (own.length === 0) return []
    // The last of repeated arguments wins, except for a variadic parameter, which takes all.
    return [{ parameter, values: parameter.isVariadic ? own : own.slice(-1) }]
  })
  return { kind: 'direct', values }
}

function planResult(
  cache: SchemaCache,
  routine: Routine,
  request: ApiRequest,
  settings: ReadSettings,
): ReadPlan | undefined {
  const { returns } = routine
  if (returns.kind !== 'composite') return undefined
  const name = returns.table ?? routine
  const table = returns.table === undefined ? undefined : cache.tables.get(tableKey(returns.table))
  return planRead(cache, { name, table, source: { kind: 'rows' } }, request.query, request.range, settings)
}
