/** `npm run test:sweep`: the pages that the tests of features do not open for each role and width. It takes long, so it is not in `npm test`. */
import { defineConfig } from '@playwright/test'
import base from '../../playwright.config.ts'
import { chromiumLaunch } from '../chromium.ts'

export default defineConfig({
  ...base,
  testDir: '.',
  globalSetup: './global-setup.ts',
  // A third would delay pictures and fonts, of which the browser warns, and which move what is below them.
  workers: 2,
  timeout: 120_000,
  projects: [{ name: 'sweep', use: { browserName: 'chromium', launchOptions: chromiumLaunch } }],
})
