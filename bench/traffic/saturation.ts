/** The search for the highest rate that a server holds. */

export const limits = { p95Ms: 1000, failedShare: 0.001, achievedShare: 0.95 } as const

/** What the limits apply to. */
export interface StepFigures {
  /** Arrivals in the measured time. */
  readonly arrivals: number
  readonly failed: number
  /** Arrivals that were answered in that time, whenever they came. */
  readonly completed: number
  readonly p95Ms: number
}

/** Why a step counts as saturated. Empty if the server holds its rate. */
export function saturationOf({ arrivals, failed, completed, p95Ms }: StepFigures): string[] {
  return [
    ...(p95Ms <= limits.p95Ms ? [] : [`p95 over ${limits.p95Ms} ms`]),
    ...(failed <= arrivals * limits.failedShare ? [] : [`failures over ${limits.failedShare * 100} %`]),
    ...(completed >= arrivals * limits.achievedShare ? [] : [`under ${limits.achievedShare * 100} % answered in time`]),
  ]
}

export interface TriedRate {
  readonly rate: number
  readonly isHeld: boolean
}

/** The search ends when the lowest rate that fails is within this factor of the highest that holds. */
const closeEnough = 1.12
const highestRate = 20_000

/**
 * Doubles the rate until it fails, or halves it until it holds, and then halves the interval on a logarithmic scale.
 * @returns undefined at the end of the search
 */
export function nextRate(tried: readonly TriedRate[], first: number): number | undefined {
  if (tried.length === 0) return first
  const held = highestHeld(tried)
  const failed = Math.min(...tried.filter(({ rate, isHeld }) => !isHeld && rate > held).map(({ rate }) => rate))
  if (held === 0) return failed > 1 ? Math.floor(failed / 2) : undefined
  if (failed === Number.POSITIVE_INFINITY) return held * 2 <= highestRate ? held * 2 : undefined
  const middle = Math.round(Math.sqrt(held * failed))
  return failed / held > closeEnough && middle > held && middle < failed ? middle : undefined
}

/** 0 if no rate was held. */
export const highestHeld = (tried: readonly TriedRate[]): number =>
  Math.max(0, ...tried.filter(({ isHeld }) => isHeld).map(({ rate }) => rate))
