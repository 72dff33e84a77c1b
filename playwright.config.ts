/** Browser tests: the real built server with a fresh data folder, on the system's Chromium, at a phone's width and a desktop's. */
import { defineConfig } from '@playwright/test'
import { desktopOnly } from './tests/e2e/projects.ts'

/** Features of the address bar, which a headless browser does not show. Each starts a process in every context, which takes half a second. */
const addressBarFeatures = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

/** Features that Playwright itself disables. Chromium reads only the last --disable-features, so this list repeats them. */
const playwrightDisables = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

const chromium = {
  browserName: 'chromium' as const,
  launchOptions: {
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      `--disable-features=${[...playwrightDisables, ...addressBarFeatures]}`,
    ],
  },
}

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/global-setup.ts',
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  outputDir: 'test-results',
  // Pages show no animations, so a measured position is final.
  use: {
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    trace: 'off',
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
