/** `npm run test:webkit`: the main journeys in WebKitGTK, which has Safari's engine, over WebDriver. Playwright only runs the tests. */
import { defineConfig } from '@playwright/test'
import base from '../../playwright.config.ts'

export default defineConfig({
  ...base,
  testDir: '.',
  globalSetup: './global-setup.ts',
  // WebKitWebDriver has one session at a time.
  workers: 1,
  projects: [{ name: 'webkit' }],
})
