/** Finds the levels that could make a response large, so that only their statements have size guards. */
import type { Embed, ReadPlan } from './types.ts'

/** Cells that need no guard: a full page of a wide table. */
const unguardedCells = 30_000
/** Assumed rows of a level without a limit, such as the rows of a mutation. */
const defaultRows = 1_000
/** Assumed columns of an unknown table. */
const defaultColumns = 20

/** The plan with size guards where rows or arrays could exceed a page of a wide table. */
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

/** Cells of one row, to-one resources included. */
function widthOf({ select, hoisted, embeds, table }: ReadPlan): number {
  const own = select.map(({ column }) => (column.name === '*' ? (table?.columns.size ?? defaultColumns) : 1))
  const toOne = embeds.filter(({ isToOne }) => isToOne).map(({ plan }) => widthOf(plan))
  return [...own, ...toOne].reduce((sum, width) => sum + width, hoisted.length)
}
