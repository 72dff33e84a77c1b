/** How much the tests do in `npm test` and in `npm run test:all`: random cases, with a check for memory leaks, and databases. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'

/** Whether `npm run test:all` runs. */
export const testsAll = process.env.TEST_SUITE === 'all'

/** The last of the databases on which a test can run, PostgreSQL where it is installed. In `npm run test:all` all of them. */
export const oneDatabase = <Kind>(kinds: readonly Kind[]): readonly Kind[] => (testsAll ? kinds : kinds.slice(-1))

/** Random cases of a property in `npm test`, which has other ones at each run. A failure prints its seed. */
const casesInTests = 100

/** Number of cases of a property: few in `npm test`, so many in `npm run test:all`. */
export const fuzzRuns = (inAll: number, inTests = casesInTests): number => (testsAll ? inAll : Math.min(inAll, inTests))

/** Number of cases of a fuzzer: set by `npm run fuzz`, else as of a property. */
export const fuzzCases = (inAll = 2_000, inTests = casesInTests): number =>
  Number(process.env.CASES ?? fuzzRuns(inAll, inTests))

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
