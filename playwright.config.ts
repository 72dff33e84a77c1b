/** Browser tests: the real built server with a fresh data folder, on the system's Chromium, at a phone's width and a desktop's. */
import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
import { chromiumContext, chromiumLaunch, windowedLaunch } from './tests/chromium.ts'
import { desktopViewport } from './tests/e2e/desktop-viewport.ts'

// `npm test` leaves out tests with the tag @long, unless they are named.
const isQuick = process.env.TEST_SUITE === 'quick'
const long = isQuick ? [/@long/] : []
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const chromium = { browserName: 'chromium' as const, launchOptions: chromiumLaunch }

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: fileURLToPath(new URL('tests/e2e/global-setup.ts', import.meta.url)),
  fullyParallel: true,
  // Beside the workers of the other tests, on the two processors that this was measured on.
  workers: 3,
  forbidOnly: Boolean(process.env.CI),
  // The longest journey takes a minute on a busy machine.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  outputDir: fileURLToPath(new URL('test-results', import.meta.url)),
  use: {
    contextOptions: { reducedMotion: chromiumContext.reducedMotion },
    locale: chromiumContext.locale,
    timezoneId: chromiumContext.timezoneId,
    trace: 'off',
    // A service worker would hide requests from the tests that answer them. offline.spec.ts allows it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
  },
  projects: [
    // Behaviour that is the same at every width is tested once: at a phone's, or at a desktop's with the tag @desktop, which
    // tests/e2e/fixtures.ts reads. A second project would start its own workers and browsers. The tag @phone only keeps a
    // test from Firefox, which cannot emulate a phone.
    {
      name: 'once',
      grepInvert: [/@notifications/, ...long],
      use: { ...chromium, ...phone },
    },
    {
      name: 'notifications',
      grep: /@notifications/,
      grepInvert: long,
      use: { ...chromium, ...phone, launchOptions: windowedLaunch },
    },
    // The second width of tests that use controls or a layout that differ by width is left to the long suite.
    ...(isQuick ? [] : [{ name: 'desktop', grep: /@both/, use: { ...chromium, viewport: desktopViewport } }]),
  ],
})
