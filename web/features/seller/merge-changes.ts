/** Three-way merge of a form's changes with those saved elsewhere since it was loaded. */

export interface Merged<Values> {
  /** The form's changes, and the saved values of fields that the form did not change. */
  readonly values: Values
  /** Fields that both changed to different values; `values` holds the form's. */
  readonly conflicting: readonly (keyof Values)[]
}

export interface Versions<Values> {
  /** The common ancestor. */
  readonly base: Values
  readonly mine: Values
  readonly theirs: Values
}

/** Values are plain data, compared as JSON. */
export function mergeChanges<Values extends object>({ base, mine, theirs }: Versions<Values>): Merged<Values> {
  const values: Values = { ...theirs }
  const conflicting: (keyof Values)[] = []
  for (const field of keysOf(mine)) {
    if (isSame(mine[field], base[field]) || isSame(mine[field], theirs[field])) continue
    values[field] = mine[field]
    if (!isSame(theirs[field], base[field])) conflicting.push(field)
  }
  return { values, conflicting }
}

function keysOf<Values extends object>(values: Values): (keyof Values)[] {
  const keys: (keyof Values)[] = []
  for (const key in values) keys.push(key)
  return keys
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
}
