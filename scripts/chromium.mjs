/** Finds Chromium for browser tests: CHROMIUM_PATH, the system's or Playwright's. On Debian as root it installs the package. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const systemPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Exits with a message if there is none. @returns {Promise<string>} the path of the executable */
export async function ensureChromium() {
  const found = await findChromium()
  if (found) return found
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium for the browser tests (once)…')
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore' })
    spawnSync('apt-get', ['install', '-y', '-qq', 'chromium'], { stdio: 'ignore' })
    const installed = await findChromium()
    if (installed) return installed
  }
  console.error('The browser tests need Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM_PATH.')
  process.exit(1)
}

/** Chromium without its windows, of which each test starts less. It shows no notifications. */
const headlessShell = '/usr/bin/chromium-headless-shell'

/**
 * Finds Chromium for tests, and on Debian as root installs its headless shell. Exits with a message if there is no Chromium at all.
 * @returns {Promise<string>} the path of the shell, or of Chromium where there is none
 */
export async function ensureHeadlessChromium() {
  const chromium = await ensureChromium()
  if (process.env.CHROMIUM_PATH) return chromium
  if (!existsSync(headlessShell) && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore' })
    spawnSync('apt-get', ['install', '-y', '-qq', 'chromium-headless-shell'], { stdio: 'ignore' })
  }
  return existsSync(headlessShell) ? headlessShell : chromium
}

async function findChromium() {
  const configured = process.env.CHROMIUM_PATH
  if (configured) {
    if (existsSync(configured)) return configured
    console.error(`CHROMIUM_PATH is ${configured}, but that file does not exist.`)
    process.exit(1)
  }
  const { chromium } = await import('@playwright/test')
  return [...systemPaths, chromium.executablePath()].find((file) => existsSync(file))
}
