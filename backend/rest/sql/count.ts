/** Writes the count of all rows that a read would yield without its limit. */
import type { Embed, ReadPlan } from '../plan/types.ts'
import { condition } from './expressions.ts'
import type { Parameters } from './parameters.ts'
import { from, joinCondition } from './read.ts'

/** `select 1` for each row; what is embedded counts only where it decides about the row. */
export function countQuery(plan: ReadPlan, parameters: Parameters, embed?: Embed): string {
  const conditions = [
    ...(embed?.joins.map(joinCondition) ?? []),
    ...plan.where.map((planned) =>
      condition(plan.alias, planned, parameters, (exists) => existsQuery(exists.embed, parameters)),
    ),
    ...plan.embeds.filter(({ isInner }) => isInner).map((child) => existsQuery(child, parameters)),
  ]
  const where = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`
  return `select 1 from ${from(plan, embed)}${where}`
}

const existsQuery = (embed: Embed, parameters: Parameters) => `exists (${countQuery(embed.plan, parameters, embed)})`
