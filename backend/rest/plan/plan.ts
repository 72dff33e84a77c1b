/** The second stage: resolves an ApiRequest against the schema cache to a plan; pure. */
import type { Payload } from '../request/payload.ts'
import type { Action, ApiRequest } from '../request/request.ts'
import { type SchemaCache, tableKey } from '../schema-cache/types.ts'
import { planCall } from './call-plan.ts'
import { planMutation } from './mutation-plan.ts'
import { tableNotFound } from './plan-errors.ts'
import { planRead, type ReadSettings } from './read-plan.ts'
import type { CallPlan, MutationPlan, ReadRequestPlan } from './types.ts'

export type Plan = ReadRequestPlan | MutationPlan | CallPlan

/** Actions that need the database; OPTIONS is handled from the cache. */
export type RunnableAction = Exclude<Action, { kind: `describe-${string}` }>

/** @throws RestError PGRST1xx, PGRST2xx */
export function planRequest(
  cache: SchemaCache,
  action: RunnableAction,
  request: ApiRequest,
  payload: Payload | undefined,
  settings: ReadSettings,
): Plan {
  switch (action.kind) {
    case 'read': {
      const name = { schema: request.schema, name: action.table }
      const table = cache.tables.get(tableKey(name))
      if (table === undefined) throw tableNotFound(cache, name)
      const root = { name, table, source: { kind: 'table', table: name } } as const
      return { kind: 'read', read: planRead(cache, root, request.query, request.range, settings) }
    }
    case 'call':
      return planCall(cache, action, request, payload, settings)
    default:
      return planMutation(cache, action, request, payload, settings)
  }
}
