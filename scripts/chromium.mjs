/** Finds Chromium for browser tests: CHROMIUM_PATH, the system's or Playwright's. On Debian as root it installs the package. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Chromium without its windows: less to start and to run for each test. */
const headlessShell = '/usr/bin/chromium-headless-shell'

const systemPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * Exits with a message if there is none.
 * @param {{ prefersShell?: boolean }} [options] whether Debian's headless shell comes first
 * @returns {Promise<string>} the path of the executable
 */
export async function ensureChromium({ prefersShell = false } = {}) {
  const paths = prefersShell ? [headlessShell, ...systemPaths] : systemPaths
  const found = await findChromium(paths)
  if (found) return found
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium for the browser tests (once)…')
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore' })
    const name = prefersShell ? 'chromium-headless-shell' : 'chromium'
    spawnSync('apt-get', ['install', '-y', '-qq', name], { stdio: 'ignore' })
    const installed = await findChromium(paths)
    if (installed) return installed
  }
  console.error('The browser tests need Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM_PATH.')
  process.exit(1)
}

/** @param {readonly string[]} paths */
async function findChromium(paths) {
  const configured = process.env.CHROMIUM_PATH
  if (configured) {
    if (existsSync(configured)) return configured
    console.error(`CHROMIUM_PATH is ${configured}, but that file does not exist.`)
    process.exit(1)
  }
  const { chromium } = await import('@playwright/test')
  return [...paths, chromium.executablePath()].find((file) => existsSync(file))
}
