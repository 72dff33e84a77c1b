import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Suites that start servers and wait for deadlines, the longest first: begun last, they would go on alone. */
const longest = [
  'tests/attacks/',
  'tests/payments/crash',
  'tests/server/',
  'tests/payments/',
  'tests/protocol/',
  'tests/',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const found = longest.findIndex((folder) => moduleId.includes(`/${folder}`))
      return found === -1 ? longest.length : found
    }
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other))
  }
}

/**
 * Three suites: `unit` and `database` stand beside the code, the latter (`*.db.test.ts`) on a database of its own for each file;
 * `whole` (tests/) drives the real server and the policies. `npm run check` runs the first, `npm test` all.
 */
export default defineConfig({
  plugins: [react()],
  test: {
    // Two more than CI has processors: half of the time a test waits, for a process to start or a deadline to pass.
    maxWorkers: 4,
    // Files share their worker's modules, and all workers PGlite's compiled code: else half of the time goes into loading both.
    pool: 'threads',
    isolate: false,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{domain,backend,server,web,scripts,supabase}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.db.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'database',
          include: ['{backend,scripts}/**/*.db.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'whole',
          include: ['tests/{attacks,payments,policies,protocol,server}/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
