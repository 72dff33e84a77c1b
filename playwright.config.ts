/** Browser tests: the real built server with a fresh data folder, on the system's Chromium, at a phone's width and a desktop's. */
import { defineConfig } from '@playwright/test'

const chromium = {
  browserName: 'chromium' as const,
  launchOptions: {
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  },
}

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/start-server.ts',
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  outputDir: 'test-results',
  // Nothing moves: what is looked at is where it will stay.
  use: {
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    trace: 'off',
    screenshot: 'only-on-failure',
  },
  projects: [
    // What is said, and what fails, is the same at every width: once is enough.
    {
      name: 'phone',
      testIgnore: /(sign-in-errors|when-things-fail)\.spec/,
      use: { ...chromium, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    {
      name: 'desktop',
      use: { ...chromium, viewport: { width: 1280, height: 900 } },
    },
  ],
})
