/** Brings one's own changes together with those that were saved elsewhere in the meantime. */

export interface Merged<Values> {
  /** One's own changes, and the others' where one has changed nothing. */
  readonly values: Values
  /** What both have changed, each in another way: `values` has one's own. */
  readonly disputed: readonly (keyof Values)[]
}

export interface Versions<Values> {
  /** What both started from. */
  readonly base: Values
  readonly mine: Values
  readonly theirs: Values
}

/** Values are plain data, compared by what they hold. */
export function mergeChanges<Values extends object>({ base, mine, theirs }: Versions<Values>): Merged<Values> {
  const values: Values = { ...theirs }
  const disputed: (keyof Values)[] = []
  for (const field of keysOf(mine)) {
    if (isSame(mine[field], base[field]) || isSame(mine[field], theirs[field])) continue
    values[field] = mine[field]
    if (!isSame(theirs[field], base[field])) disputed.push(field)
  }
  return { values, disputed }
}

function keysOf<Values extends object>(values: Values): (keyof Values)[] {
  const keys: (keyof Values)[] = []
  for (const key in values) keys.push(key)
  return keys
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
}
