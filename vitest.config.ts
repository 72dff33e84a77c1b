import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

/** Two suites: `unit` stands beside the code; `whole` (tests/) drives the real server, database and policies. */
export default defineConfig({
  plugins: [react()],
  test: {
    // Vitest would leave one core free; our tests wait for databases more than they compute.
    maxWorkers: 2,
    globalSetup: 'tests/prepare-database.ts',
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{domain,backend,server,web,scripts,supabase}/**/*.test.{ts,tsx}'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'whole',
          include: ['tests/{policies,protocol,server}/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
