/** Combines concurrent requests for the same work into single runs. */

/** The pause after a run. It limits many requests to two runs a second, and does not delay a single request. */
const cooldownMs = 500

/**
 * @returns a function that requests a run and resolves when that run is done. All requests during a run share the next one, because the
 * current run may have read its work before they came.
 */
export function coalesceRuns(work: () => Promise<void>): () => Promise<void> {
  /** The current run and the pause after it. */
  let current: Promise<void> | undefined
  let next: Promise<void> | undefined

  const start = (): Promise<void> => {
    const run = work()
    current = run.then(cooldown, cooldown).then(() => {
      current = undefined
    })
    return run
  }

  return () => {
    if (!current) return start()
    next ??= current.then(() => {
      next = undefined
      return start()
    })
    return next
  }
}

const cooldown = () => new Promise<void>((resolve) => setTimeout(resolve, cooldownMs))
