/** How many products a listing leaves out, because they do not fit the household. */

interface Counted {
  readonly total: number
  readonly totalIsExact: boolean
  readonly isWidened: boolean
}

export interface LeftOut {
  readonly isAny: boolean
  /** Null if it is not known. */
  readonly count: number | null
}

const noneLeftOut: LeftOut = { isAny: false, count: 0 }

/** @param fitting the list as shown @param all the same search for nobody in particular */
export function countLeftOut(fitting: Counted | undefined, all: Counted | undefined): LeftOut {
  if (!fitting || !all) return noneLeftOut
  // A search that found few was widened, so the totals have different areas.
  const isComparable = fitting.totalIsExact && all.totalIsExact && fitting.isWidened === all.isWidened
  if (!isComparable) return { isAny: true, count: null }
  const count = Math.max(0, all.total - fitting.total)
  return { isAny: count > 0, count }
}
