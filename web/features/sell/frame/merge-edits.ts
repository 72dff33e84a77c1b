/** Merges a form's edits with those saved elsewhere since it was loaded. */

export interface Versions<Values> {
  /** The common ancestor. */
  readonly base: Values
  readonly mine: Values
  readonly theirs: Values
}

export interface Merged<Values> {
  /** My edits, and their values of the fields that I did not edit. */
  readonly values: Values
  /** Fields that both edited, to different values; `values` holds mine. */
  readonly conflicting: readonly (keyof Values)[]
}

/** A three-way merge. Values are plain data, compared as JSON. */
export function mergeEdits<Values extends object>({ base, mine, theirs }: Versions<Values>): Merged<Values> {
  const values: Values = { ...theirs }
  const conflicting: (keyof Values)[] = []
  for (const field of fieldsOf(mine)) {
    if (isSame(mine[field], base[field]) || isSame(mine[field], theirs[field])) continue
    values[field] = mine[field]
    if (!isSame(theirs[field], base[field])) conflicting.push(field)
  }
  return { values, conflicting }
}

function fieldsOf<Values extends object>(values: Values): (keyof Values)[] {
  const fields: (keyof Values)[] = []
  for (const field in values) fields.push(field)
  return fields
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
}
