/** Coalesces concurrent requests for the same work into single runs. */

/** The pause after a run. Limits a flood of requests to two runs a second, without delaying a single one. */
const cooldownMs = 500

/** @returns a function that requests a run. Requests during a run share the next one, because the current run may have started too early. */
export function coalesceRuns(work: () => Promise<void>): () => Promise<void> {
  let turn: Promise<void> | undefined
  let next: Promise<void> | undefined

  const take = (): Promise<void> => {
    const done = work()
    turn = done.then(rest, rest).then(() => {
      turn = undefined
    })
    return done
  }

  return () => {
    if (!turn) return take()
    next ??= turn.then(() => {
      next = undefined
      return take()
    })
    return next
  }
}

const rest = () => new Promise<void>((resolve) => setTimeout(resolve, cooldownMs))
