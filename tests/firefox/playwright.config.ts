/**
 * `npm run test:firefox`: the browser tests on the system's Firefox, which Playwright did not patch and speaks WebDriver BiDi with. That
 * cannot emulate a phone, or show the bodies of requests, so tests with @phone and @chromium are left out.
 */
import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
import base from '../../playwright.config.ts'

export default defineConfig({
  ...base,
  testDir: '../e2e',
  projects: [
    {
      name: 'firefox',
      grepInvert: /@phone|@chromium/,
      use: {
        browserName: 'firefox',
        channel: 'moz-firefox',
        launchOptions: {
          executablePath: fileURLToPath(new URL('start-firefox.mjs', import.meta.url)),
          firefoxUserPrefs: { 'ui.prefersReducedMotion': 1 },
        },
        viewport: { width: 1280, height: 900 },
        // The style that Playwright adds for a picture violates the content security policy, which Firefox reports to the page.
        screenshot: 'off',
      },
    },
  ],
})
