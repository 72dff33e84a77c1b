import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { chromiumContext, chromiumLaunch } from './tests/chromium.ts'
import { listPages } from './web/app/list-pages.ts'

/** Suites that start servers and wait for deadlines, the longest first. Started last, they would run on after all others. */
const longest = [
  'tests/attacks/',
  'tests/crash/',
  'tests/server/',
  'tests/payments/',
  'tests/protocol/',
  'scripts/market/',
  'tests/',
]

/** Tests of many thousands, and of what is slow or rare, belong to `npm run test:all` alone. */
const longTests = process.env.TEST_SUITE === 'all' ? [] : ['**/*.{volume,long}.test.{ts,tsx}']

/** A busy machine takes more than the second that is the default. */
const pollTimeout = 10_000

/** What the web app and the tests of its components and pages import of packages. */
const componentDependencies = [
  '@hookform/resolvers/zod',
  '@supabase/supabase-js',
  '@tanstack/react-query',
  'axe-core',
  'leaflet',
  'libphonenumber-js/min',
  'lucide-react',
  'qrcode',
  'react',
  'react/jsx-dev-runtime',
  'react-dom',
  'react-dom/client',
  'react-hook-form',
  'react-router',
  'react-router/dom',
  'recharts',
  'vitest-browser-react',
  'zod',
  ...['autocomplete', 'combobox', 'dialog', 'menu', 'slider', 'tabs'].map((part) => `@base-ui/react/${part}`),
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

/** A suite that runs in Chromium, at a phone's width. */
const inChromium = (name: string, test: TestProjectInlineConfiguration['test']): TestProjectInlineConfiguration => ({
  extends: true,
  plugins: [tailwindcss()],
  // Found at the start. Vite would otherwise reload the page when a test imports the first of them.
  optimizeDeps: { include: componentDependencies },
  test: {
    name,
    testTimeout: 30_000,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({ launchOptions: chromiumLaunch, contextOptions: chromiumContext }),
      instances: [{ browser: 'chromium', viewport: { width: 390, height: 844 } }],
    },
    ...test,
  },
})

/**
 * Five suites. `unit` and `components` (`*.browser.test.tsx`, in Chromium) stand beside the code. `pages` shows pages in states.
 * `backend` has what needs a database (`*.db.test.ts`) and the protocols. `whole` (tests/) drives the real server and the policies.
 * `npm run check` runs `unit`, `npm test` all five.
 */
export default defineConfig({
  plugins: [react()],
  define: { PAGE_FILES: JSON.stringify(listPages()) },
  test: {
    // Beside the workers of the browser tests. Half of its time a test waits for a process or a deadline.
    maxWorkers: 3,
    // Files share the modules of their worker, and threads share PGlite's compiled code. Loading them per file would double the time.
    pool: 'threads',
    isolate: false,
    sequence: { sequencer: LongestFirst },
    expect: { poll: { timeout: pollTimeout } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{bench,domain,backend,server,web,scripts,supabase}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.db.test.ts', '**/*.browser.test.tsx', ...longTests],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'backend',
          include: ['backend/**/*.db.test.ts', 'tests/protocol/**/*.test.ts'],
          exclude: longTests,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      inChromium('components', {
        include: ['web/**/*.browser.test.tsx'],
        setupFiles: ['web/ui/browser-test-setup.ts'],
      }),
      inChromium('pages', {
        include: ['tests/pages/**/*.browser.test.tsx'],
        setupFiles: ['web/ui/browser-test-setup.ts'],
        expect: { poll: { timeout: pollTimeout, interval: 30 } },
        // One page loads the app once, for all files. A second one would load it again, and neither would be sooner.
        fileParallelism: false,
        // Vitest runs projects with different numbers of workers after each other.
        sequence: { groupOrder: 1 },
      }),
      {
        extends: true,
        test: {
          name: 'whole',
          include: ['scripts/**/*.db.test.ts', 'tests/{attacks,crash,payments,policies,search,server}/**/*.test.ts'],
          exclude: longTests,
          testTimeout: 60_000,
          // Some load the sample catalogue into a server of their own.
          hookTimeout: 300_000,
        },
      },
    ],
  },
})
