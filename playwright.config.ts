/** Browser tests: the real built server with a fresh data folder, on the system's Chromium, at a phone's width and a desktop's. */
import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
import { chromiumContext, chromiumLaunch } from './tests/chromium.ts'
import { desktopOnly } from './tests/e2e/projects.ts'

const chromium = { browserName: 'chromium' as const, launchOptions: chromiumLaunch }

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: fileURLToPath(new URL('tests/e2e/global-setup.ts', import.meta.url)),
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  expect: { timeout: 10_000 },
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
    // Behaviour that is the same at every width is tested once: by an ignored file, or by a @phone or @desktop tag.
    {
      name: 'phone',
      testIgnore: desktopOnly,
      grepInvert: /@desktop/,
      use: { ...chromium, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    {
      name: 'desktop',
      grepInvert: /@phone/,
      use: { ...chromium, viewport: { width: 1280, height: 900 } },
    },
  ],
})
