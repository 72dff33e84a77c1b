/**
 * The table column of each view column, so that keys and relationships of tables also apply to views. PostgreSQL stores a view as a
 * parse tree whose target entries name their original column (resorigtbl, resorigcol; 0 for an expression). These are resolved
 * through subqueries and joins, but not through other views.
 */

interface ColumnOrigin {
  readonly table: string
  readonly column: number
}

/** Origins by view column number. */
export type Origins = ReadonlyMap<number, ColumnOrigin>

/** Parses the outermost target list of `pg_rewrite.ev_action`. */
export function parseOrigins(definition: string): Origins {
  const origins = new Map<number, ColumnOrigin>()
  // Nodes are `{TYPE :field value ...}`, lists are `(...)`; target entries of the outermost query have depth two.
  const token = /\\.|[{}]|:(resno|resorigtbl|resorigcol) (\d+)/g
  let depth = 0
  let entry: Record<string, string> = {}
  for (const [text, field, value] of definition.matchAll(token)) {
    if (text === '{') {
      depth++
      if (depth === 2) entry = {}
    } else if (text === '}') {
      if (depth === 2) addOrigin(origins, entry)
      depth--
    } else if (depth === 2 && field !== undefined && value !== undefined) entry[field] = value
  }
  return origins
}

function addOrigin(origins: Map<number, ColumnOrigin>, entry: Record<string, string>): void {
  const { resno, resorigtbl, resorigcol } = entry
  if (resno === undefined || resorigtbl === undefined || resorigtbl === '0' || resorigcol === undefined) return
  origins.set(Number(resno), { table: resorigtbl, column: Number(resorigcol) })
}

/** Resolves views of views to tables. @param views origins by the view's oid */
export function resolveOrigins(views: ReadonlyMap<string, Origins>): ReadonlyMap<string, Origins> {
  const resolved = new Map<string, Origins>()
  for (const [view, origins] of views) {
    const found = new Map<number, ColumnOrigin>()
    for (const [column, origin] of origins) {
      const base = follow(views, origin, new Set([view]))
      if (base !== undefined) found.set(column, base)
    }
    resolved.set(view, found)
  }
  return resolved
}

function follow(
  views: ReadonlyMap<string, Origins>,
  origin: ColumnOrigin,
  seen: Set<string>,
): ColumnOrigin | undefined {
  const view = views.get(origin.table)
  if (view === undefined) return origin
  if (seen.has(origin.table)) return undefined
  const next = view.get(origin.column)
  return next === undefined ? undefined : follow(views, next, seen.add(origin.table))
}
