/** How browser tests and component tests start the system's Chromium. */

import { existsSync } from 'node:fs'

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

/** A renderer started ahead for the next site. Each test opens one site, so most would start for nothing. */
const spareRenderer = 'SpareRendererForSitePerProcess'

const installed = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].filter((file) => existsSync(file))

export const chromiumLaunch = {
  executablePath: process.env.CHROMIUM_PATH ?? installed[0] ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    // A page of a test is too short-lived to gain from V8's optimizing compilers, which take a tenth of the renderers' time.
    '--js-flags=--no-maglev --no-turbofan',
    `--disable-features=${[...playwrightDisables, ...addressBarFeatures, spareRenderer]}`,
  ],
}

/** For notifications, which the headless shell lacks. */
export const windowedLaunch = { ...chromiumLaunch, executablePath: installed.at(-1) ?? chromiumLaunch.executablePath }

/** Pages show no animations, so a measured position is final. */
export const chromiumContext = { reducedMotion: 'reduce', locale: 'en-GB', timezoneId: 'Europe/London' } as const
