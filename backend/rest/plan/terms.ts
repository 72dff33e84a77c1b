/** Resolves the names in filters and orders to columns with types and to embedded resources. */
import { notEmbedded, relatedOrderNotToOne, unacceptableEmbedFilter } from '../errors.ts'
import type { Condition, Field, OrderTerm } from '../request/query-syntax.ts'
import type { Table } from '../schema-cache/types.ts'
import type { ColumnRef, Embed, PlannedCondition, PlannedOrder } from './types.ts'

export function toColumnRef({ name, path }: Field, table: Table | undefined): ColumnRef {
  const info = table?.columns.get(name)
  return { name, path, type: info?.type, representation: path.length === 0 ? info?.representation : undefined }
}

/** @throws RestError PGRST120 */
export function planConditions(
  conditions: readonly Condition[],
  table: Table | undefined,
  embeds: readonly Embed[],
): PlannedCondition[] {
  return conditions.map((condition) => planCondition(condition, table, embeds))
}

function planCondition(condition: Condition, table: Table | undefined, embeds: readonly Embed[]): PlannedCondition {
  const { kind, isNegated } = condition
  if (kind === 'group') {
    const conditions = planConditions(condition.conditions, table, embeds)
    return { kind, operator: condition.operator, isNegated, conditions }
  }
  const { field, operation } = condition
  const embed = field.path.length === 0 ? embeds.find(({ name }) => name === field.name) : undefined
  if (embed !== undefined) {
    if (operation.kind === 'is' && operation.value === 'null') {
      return { kind: 'embed-exists', embed, isNegated: !isNegated }
    }
    if (operation.kind === 'is' && operation.value === 'not_null') return { kind: 'embed-exists', embed, isNegated }
    if (!table?.columns.has(field.name)) throw unacceptableEmbedFilter(field.name)
  }
  return { kind: 'filter', column: toColumnRef(field, table), isNegated, operation }
}

/** @throws RestError PGRST108, PGRST118 */
export function planOrder(
  terms: readonly OrderTerm[],
  origin: string,
  table: Table | undefined,
  embeds: readonly Embed[],
): PlannedOrder[] {
  return terms.map(({ relation, field, direction, nulls }) => {
    if (relation === undefined) return { column: toColumnRef(field, table), embed: undefined, direction, nulls }
    const embed = embeds.find(({ name }) => name === relation)
    if (embed === undefined) throw notEmbedded(relation)
    if (!embed.isToOne) throw relatedOrderNotToOne(origin, relation)
    return { column: toColumnRef(field, embed.plan.table), embed, direction, nulls }
  })
}
