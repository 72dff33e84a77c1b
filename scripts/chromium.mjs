/** Finds a Chromium for browser tests: CHROMIUM_PATH, the system's, Playwright's own; else Debian's is installed where that works. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const systemPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** @returns {Promise<string>} the path of an executable; ends the program with a sentence where there is none */
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
  console.error(
    'The browser tests need Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM_PATH to one.',
  )
  process.exit(1)
}

async function findChromium() {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (existsSync(named)) return named
    console.error(`CHROMIUM_PATH is ${named}, but there is no such file.`)
    process.exit(1)
  }
  const { chromium } = await import('@playwright/test')
  return [...systemPaths, chromium.executablePath()].find((file) => existsSync(file))
}
