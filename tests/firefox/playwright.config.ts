/**
 * `npm run test:firefox`: the browser tests on the system's Firefox, which Playwright did not patch and speaks WebDriver BiDi with. That
 * cannot emulate a phone (@phone). It cannot show bodies of requests, change responses, save downloads, drag, print, cut the network, deny
 * the position, or keep the keyboard in a window for long (@chromium). Those tests are left out, and one in which the process of a tab
 * ends with a fault of its own.
 */
import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
import base from '../../playwright.config.ts'
import { desktopViewport } from '../e2e/desktop-viewport.ts'

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
        viewport: desktopViewport,
        // The style that Playwright adds for a picture violates the content security policy, which Firefox reports to the page.
        screenshot: 'off',
      },
    },
  ],
})
