/** Finds the levels of a read that could make its response large, so that only their statements count what they build. */
import type { Embed, ReadPlan } from './types.ts'

/** Values that need no counting: a full page of a wide table. */
const unguardedCells = 30_000
/** Rows of a level that nothing limits, such as those that a change returns. */
const defaultRows = 1_000
/** Columns of what is no known table. */
const defaultColumns = 20

/** The plan with `counted` set wherever rows or arrays could come to more than a page of a wide table. */
export function withSizeGuards(root: ReadPlan, maxBytes: number): ReadPlan {
  let cells = 0

  const guarded = (plan: ReadPlan, rowsAbove: number, embed?: Embed): ReadPlan => {
    const isMany = embed === undefined || !embed.isToOne
    const rows = isMany ? (plan.limit ?? defaultRows) : 1
    const rowsInAll = rowsAbove * rows
    const width = widthOf(plan)
    if (isMany) cells += rowsInAll * width
    const embeds = plan.embeds.map((child) => ({ ...child, plan: guarded(child.plan, rowsInAll, child) }))
    if (isMany && rows * width > unguardedCells) return { ...plan, embeds, sizeGuard: { each: 'row', maxBytes } }
    const isGuarded = isMany && embed !== undefined && cells > unguardedCells
    return { ...plan, embeds, sizeGuard: isGuarded ? { each: 'array', maxBytes } : undefined }
  }

  return guarded(root, 1)
}

/** Values of one row, with those of what is to-one. */
function widthOf({ select, hoisted, embeds, table }: ReadPlan): number {
  const own = select.map(({ column }) => (column.name === '*' ? (table?.columns.size ?? defaultColumns) : 1))
  const toOne = embeds.filter(({ isToOne }) => isToOne).map(({ plan }) => widthOf(plan))
  return [...own, ...toOne].reduce((sum, width) => sum + width, hoisted.length)
}
