/** Shared by the fuzz tests: the number of cases and the check for memory leaks. For tests only. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'

/** Number of cases: set by `npm run fuzz`, few in `npm test`. */
export const fuzzCases = (inTests = 2_000): number => Number(process.env.CASES ?? inTests)

/** The test timeout must not end a long run. */
export const fuzzTimeoutMs = 6 * 60 * 60 * 1000

/** Cases per round. fast-check keeps a round's cases in memory, to shrink a failure. */
const roundSize = 1_000

export interface FuzzReport {
  readonly cases: number
  /** Heap after garbage collection: after a fifth of the run, when caches are full, and at the end. */
  readonly heapMegabytes: { readonly early: number; readonly late: number }
}

/**
 * Runs `check` on random cases, in rounds. A failure is shrunk and reports its seed.
 * @param check rejects if the case fails
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
  // Node exposes the garbage collector only with this flag.
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  collect()
  return process.memoryUsage().heapUsed / 2 ** 20
}
