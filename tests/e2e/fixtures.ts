/** The test fixtures. Every test fails on an unexpected console error, warning or page error. */
import { test as base, expect, type Locator, type Page } from '@playwright/test'
import { desktopViewport } from './desktop-viewport.ts'

interface Fixtures {
  siteUrl: string
  /** Patterns of console errors that the test causes. */
  expectedErrors: RegExp[]
  baseURL: string
}

export const test = base.extend<Fixtures>({
  siteUrl: async ({ browserName: _ }, use) => {
    const { E2E_URL } = process.env
    if (!E2E_URL) throw new Error('E2E_URL is not set: the global setup starts the server')
    await use(E2E_URL)
  },
  baseURL: async ({ siteUrl }, use) => use(siteUrl),
  expectedErrors: async ({ browserName: _ }, use) => use([]),
  viewport: async ({ viewport }, use, { tags }) => use(isOnDesktop(tags) ? desktopViewport : viewport),
  hasTouch: async ({ hasTouch }, use, { tags }) => use(hasTouch && !isOnDesktop(tags)),
  isMobile: async ({ isMobile }, use, { tags }) => use(isMobile && !isOnDesktop(tags)),
  page: async ({ page, expectedErrors }, use) => {
    const consoleErrors: string[] = []
    page.on('pageerror', (error) => consoleErrors.push(`${error}`))
    page.on('console', (message) => {
      if (message.text().includes('Service Worker registration blocked by Playwright')) return
      // Warnings count too: React and the browser use them for future errors.
      if (message.type() === 'error' || message.type() === 'warning') consoleErrors.push(message.text())
    })
    await use(page)
    const unexpected = consoleErrors.filter((text) => !expectedErrors.some((pattern) => pattern.test(text)))
    expect(unexpected, 'console errors and warnings').toEqual([])
  },
})

export { expect }

const isOnDesktop = (tags: string[]) => tags.includes('@desktop')

/** The header has other controls below 768 px. */
export function isPhone(page: Page): boolean {
  return (page.viewportSize()?.width ?? 0) < 768
}

/** Stores a value before the scripts of each page that opens, as if an earlier visit had. */
export async function storeBefore(page: Page, key: string, value: unknown): Promise<void> {
  await page.addInitScript(
    ({ key, text }) => {
      // Firefox runs this on the empty page and in sandboxed frames too, which have no storage.
      if (window.origin !== 'null') localStorage.setItem(key, text)
    },
    { key, text: JSON.stringify(value) },
  )
}

/** Opens a page and waits for its hydration. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await waitForHydration(page)
}

/** Loads the page again, and waits until it responds: what is typed before would be lost. */
export async function reload(page: Page): Promise<void> {
  await page.reload()
  await waitForHydration(page)
}

/** Adds the product of the open page, and waits for it: a member's household is read and compared first. */
export async function addToBasket(page: Page): Promise<void> {
  const items = () =>
    page.evaluate(() =>
      (JSON.parse(localStorage.getItem('tuckbox-cart') ?? '[]') as { quantity: number }[]).reduce(
        (sum, { quantity }) => sum + quantity,
        0,
      ),
    )
  const before = await items()
  await page.getByRole('button', { name: 'Add to basket' }).click()
  await expect.poll(items).toBeGreaterThan(before)
}

/** Goes from any page to the checkout, as a shopper does. */
export async function goToCheckout(page: Page): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('link', { name: /^Basket/ })
    .click()
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
  await expect(page).toHaveURL(/\/checkout$/)
}

/** Opens a day of a checkout's calendar, of this month or the next. @param name such as 'Saturday 5 December' */
export async function openDay(part: Page | Locator, name: string): Promise<void> {
  const days = part.getByRole('group', { name: 'Day', exact: true })
  const day = days.getByRole('radio', { name, exact: true })
  await expect(days.getByRole('radio').first()).toBeVisible()
  if (!(await day.isVisible())) await part.getByRole('button', { name: 'Next month' }).click()
  await day.check()
}

/** Opens the second day of a checkout's calendar. The first may be today, when some of its hours are over. */
export async function openSecondDay(page: Page): Promise<void> {
  const days = page.getByRole('group', { name: 'Day', exact: true }).getByRole('radio')
  await expect(days.first()).toBeVisible()
  if ((await days.count()) > 1) return days.nth(1).check()
  // The first day was the last of its month.
  await page.getByRole('button', { name: 'Next month' }).click()
  await days.first().check()
}

/** React marks hydrated nodes. Before that, clicks have no effect. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react')),
  )
}

export async function openSignIn(page: Page): Promise<void> {
  if (isPhone(page)) {
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Sign In' }).click()
  } else {
    await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click()
  }
  await expect(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible()
}

export async function openRegister(page: Page): Promise<void> {
  if (isPhone(page)) {
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Create Account' }).click()
  } else {
    await openSignIn(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Create account' }).click()
  }
  await expect(page.getByRole('dialog', { name: 'Create your account' })).toBeVisible()
}

export async function signIn(page: Page, email: string, password: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Sign in' })
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
}

export async function chooseFromUserMenu(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** The status line above a listing. */
export function listingStatus(page: Page) {
  return page.getByRole('main').getByRole('status').first()
}

/** A toast by its title. */
export function toast(page: Page, title: string) {
  return page.getByRole('region', { name: 'Notices' }).getByText(title, { exact: true })
}

/**
 * Advances the page's clock until an element is visible, so that no test waits for retries. Install `page.clock`
 * before opening the page.
 */
export async function fastForwardUntil(page: Page, target: Locator): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(5_000)
    expect(await target.isVisible()).toBe(true)
  }).toPass({ intervals: [100] })
}
