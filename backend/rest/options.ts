/** Responds to OPTIONS from the schema cache with the methods of a table, view or function. */
import { findRoutine } from './plan/call-plan.ts'
import { tableNotFound } from './plan/plan-errors.ts'
import type { Action } from './request/request.ts'
import type { PlainResponse } from './response/plain-response.ts'
import { type SchemaCache, tableKey } from './schema-cache/types.ts'

export type DescribeAction = Extract<Action, { kind: `describe-${string}` }>

/** @throws RestError PGRST202, PGRST205 */
export function optionsResponse(cache: SchemaCache, schema: string, action: DescribeAction): PlainResponse {
  return { status: 200, headers: { Allow: methodsOf(cache, schema, action).join(',') }, body: null }
}

function methodsOf(cache: SchemaCache, schema: string, action: DescribeAction): string[] {
  switch (action.kind) {
    case 'describe-root':
      return ['OPTIONS', 'GET', 'HEAD']
    case 'describe-table': {
      const name = { schema, name: action.table }
      const table = cache.tables.get(tableKey(name))
      if (table === undefined) throw tableNotFound(cache, name)
      const { isInsertable, isUpdatable, isDeletable, primaryKey } = table
      const methods = ['OPTIONS', 'GET', 'HEAD']
      if (isInsertable) methods.push('POST')
      if (isInsertable && isUpdatable && primaryKey.length > 0) methods.push('PUT')
      if (isUpdatable) methods.push('PATCH')
      if (isDeletable) methods.push('DELETE')
      return methods
    }
    default: {
      const name = { schema, name: action.routine }
      const [first] = cache.routines.get(tableKey(name)) ?? []
      const routine = first ?? findRoutine(cache, { ...name, arguments: [], rawType: undefined, takesJson: true })
      return routine.volatility === 'volatile' ? ['OPTIONS', 'POST'] : ['OPTIONS', 'GET', 'HEAD', 'POST']
    }
  }
}
