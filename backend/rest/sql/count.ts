/** The SQL that counts all rows of a read, without its limit. */
import type { Embed, ReadPlan } from '../plan/types.ts'
import { condition } from './expressions.ts'
import type { Parameters } from './parameters.ts'
import { from, joinCondition } from './read.ts'

/** `select 1` for each row; embedded resources matter only where they filter rows. */
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
