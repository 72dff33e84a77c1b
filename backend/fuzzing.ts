/** What the fuzzers share: how many cases a run has, and the proof that they leave no memory behind. For tests only. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'

/** Cases of this run: as many as `npm run fuzz` says, or the few that `npm test` has time for. */
export const fuzzCases = (inTests = 2_000): number => Number(process.env.CASES ?? inTests)

/** No deadline of a test should end a long run. */
export const fuzzTimeoutMs = 6 * 60 * 60 * 1000

/** Cases of one round. What fast-check keeps of a round, to shrink a failure, goes with it. */
const roundSize = 1_000

export interface FuzzReport {
  readonly cases: number
  /** What this thread holds once garbage is collected: after the first fifth of the run, when caches are full, and at its end. */
  readonly heapMegabytes: { readonly early: number; readonly late: number }
}

/**
 * Runs `check` on so many random cases, in rounds; a failure is shrunk and names its seed.
 * @param check rejects where something is not as it should be
 */
export async function fuzz<T>(
  arbitrary: fc.Arbitrary<T>,
  check: (value: T) => Promise<void>,
  cases: number,
): Promise<FuzzReport> {
  const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)
  let early: number | undefined
  for (let done = 0; done < cases; done += roundSize) {
    const numRuns = Math.min(roundSize, cases - done)
    await fc.assert(fc.asyncProperty(arbitrary, check), { numRuns, seed: seed + done, endOnFailure: false })
    if (done + numRuns >= cases / 5) early ??= heapMegabytes()
  }
  return { cases, heapMegabytes: { early: early ?? 0, late: heapMegabytes() } }
}

function heapMegabytes(): number {
  // Node hands out the collector only where it is asked to.
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  collect()
  return process.memoryUsage().heapUsed / 2 ** 20
}
