/** Finds the levels of a read that could make its response large, so that only their statements count what they build. */
import type { Embed, ReadPlan } from './types.ts'

/** Values that need no counting: a full page of a wide table. */
const uncountedCells = 30_000
/** Rows of a level that nothing limits, such as those that a change returns. */
const usualRows = 1_000
/** Columns of what is no known table. */
const usualColumns = 20

/** The plan with `counted` set wherever rows or arrays could come to more than a page of a wide table. */
export function withSizes(root: ReadPlan, mostBytes: number): ReadPlan {
  let cells = 0

  const sized = (plan: ReadPlan, rowsAbove: number, embed?: Embed): ReadPlan => {
    const isMany = embed === undefined || !embed.isToOne
    const rows = isMany ? (plan.limit ?? usualRows) : 1
    const rowsInAll = rowsAbove * rows
    const width = widthOf(plan)
    if (isMany) cells += rowsInAll * width
    const embeds = plan.embeds.map((child) => ({ ...child, plan: sized(child.plan, rowsInAll, child) }))
    if (isMany && rows * width > uncountedCells) return { ...plan, embeds, counted: { each: 'row', mostBytes } }
    const isCounted = isMany && embed !== undefined && cells > uncountedCells
    return { ...plan, embeds, counted: isCounted ? { each: 'array', mostBytes } : undefined }
  }

  return sized(root, 1)
}

/** Values of one row, with those of what is to-one. */
function widthOf({ select, hoisted, embeds, table }: ReadPlan): number {
  const own = select.map(({ column }) => (column.name === '*' ? (table?.columns.size ?? usualColumns) : 1))
  const toOne = embeds.filter(({ isToOne }) => isToOne).map(({ plan }) => widthOf(plan))
  return [...own, ...toOne].reduce((sum, width) => sum + width, hoisted.length)
}
