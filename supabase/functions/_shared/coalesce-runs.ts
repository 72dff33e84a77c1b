/** Work that is asked for any number of times at once, done by one at a time. */

/** Between two turns, so that whoever asks without end has it done twice a second, and whoever asks once does not wait. */
const cooldownMs = 500

/** @returns a way to ask: who asks while it is being done waits for the next turn with all the others, since this one may have begun before what they ask it for */
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
