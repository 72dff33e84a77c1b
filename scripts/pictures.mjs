/**
 * `npm run pictures`: takes the README's screenshots from the sample catalogue. `npm run pictures -- FOLDER PATH…` takes those pages
 * at 390, 768 and 1440 px for a visitor, and `seller:/path` and `buyer:/path` for a sample member. PICTURES_THEME=dark uses the dark theme.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { ensureChromium } from './chromium.mjs'
import { ensureBuilt, ensureInstalled, requireNode, root } from './prepare.mjs'

requireNode()
ensureInstalled()
process.chdir(root)
await ensureBuilt()
const executablePath = await ensureChromium()

const [folder = 'docs/pictures', ...pages] = process.argv.slice(2)
mkdirSync(folder, { recursive: true })
const dataDir = mkdtempSync(path.join(tmpdir(), 'tuckbox-pictures-'))
const server = spawn(process.execPath, ['build/server/main.js'], {
  stdio: ['ignore', 'pipe', 'inherit'],
  env: { ...process.env, PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, SAMPLE_DATA: '1' },
})
const url = await /** @type {Promise<string>} */ (
  new Promise((resolve, reject) => {
    let output = ''
    server.stdout.on('data', (chunk) => {
      output += chunk
      const address = /open at (\S+)/.exec(output)?.[1]
      if (address) resolve(address)
    })
    server.once('exit', (code) => reject(new Error(`The server exited with code ${code}.`)))
  })
)
const isReady = () => fetch(`${url}/ready`).then(({ ok }) => ok)
while (!(await isReady())) await new Promise((resolve) => setTimeout(resolve, 200))

const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })

/** Opens a page for a visitor or a sample member. @param {string | undefined} member @param {number} width */
async function open(member, width) {
  const context = await browser.newContext({
    viewport: { width, height: width < 768 ? 844 : 1150 },
    isMobile: width < 768,
    hasTouch: width < 768,
    reducedMotion: 'reduce',
    colorScheme: process.env.PICTURES_THEME === 'dark' ? 'dark' : 'light',
    locale: 'en-GB',
    timezoneId: 'Europe/London',
  })
  const page = await context.newPage()
  if (!member) return page
  await page.goto(`${url}/settings`)
  await page.getByLabel('Email').fill(`${member}@tuckbox.test`)
  await page.getByLabel('Password', { exact: true }).fill('tuckbox-sample')
  await page.getByRole('button', { name: 'Sign in', exact: true }).last().click()
  await page
    .getByRole('button', { name: /your account|menu/i })
    .first()
    .waitFor()
  await page.waitForTimeout(500)
  return page
}

/** @param {string} address `/path`, `seller:/path` or `buyer:/path` @param {number} width @param {string} file @param {boolean} fullPage */
async function capture(address, width, file, fullPage) {
  const [, member, pathname = '/'] = /^(?:(seller|buyer):)?(\/.*)$/.exec(address) ?? []
  const page = await open(member, width)
  await page.goto(url + pathname)
  await page.waitForLoadState('networkidle')
  const picture = sharp(await page.screenshot({ fullPage }))
  await (file.endsWith('.webp') ? picture.webp({ quality: 80 }) : picture.png()).toFile(file)
  await page.context().close()
  console.log(file)
}

try {
  if (pages.length === 0) {
    await capture('/', 1280, `${folder}/shop.webp`, false)
    await capture('seller:/seller/dashboard', 1280, `${folder}/seller.webp`, false)
  } else {
    for (const address of pages)
      for (const width of [390, 768, 1440])
        await capture(
          address,
          width,
          `${folder}/${address.replace(/\W+/g, '-').replace(/^-|-$/g, '') || 'home'}-${width}.png`,
          true,
        )
  }
} finally {
  await browser.close()
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGTERM')
  await ended
  rmSync(dataDir, { recursive: true, force: true })
}
