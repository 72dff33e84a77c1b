/** A visitor with a browser: every test fails on a console error, a broken policy or a page error it did not expect. */
import { test as base, expect, type Locator, type Page } from '@playwright/test'

interface Fixtures {
  siteUrl: string
  /** Patterns of console errors that the test provokes. */
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
  page: async ({ page, expectedErrors }, use) => {
    const complaints: string[] = []
    page.on('pageerror', (error) => complaints.push(`${error}`))
    page.on('console', (message) => {
      // A warning is a complaint too: React and the browser warn of what will be an error for somebody.
      if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
    })
    await use(page)
    const unexpected = complaints.filter((text) => !expectedErrors.some((pattern) => pattern.test(text)))
    expect(unexpected, 'complaints in the console').toEqual([])
  },
})

export { expect }

/** The header's controls differ below 768 px, and so do the ways to them. */
export function isPhone(page: Page): boolean {
  return (page.viewportSize()?.width ?? 0) < 768
}

/** Waits until scripts have taken over the server's HTML. */
export async function arrive(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await hydrated(page)
}

/** React marks the nodes it has taken over; before that, what is pressed goes unheard. */
export async function hydrated(page: Page): Promise<void> {
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

/** The line above a listing that says how it stands. */
export function listingStatus(page: Page) {
  return page.getByRole('main').getByRole('status').first()
}

/** A notice on the screen, by its title. */
export function notice(page: Page, title: string) {
  return page.getByRole('region', { name: 'Notices' }).getByText(title, { exact: true })
}

/** Moves the page's clock on until something is seen, so that no test waits for retries. Needs `page.clock.install()` before the page. */
export async function passTimeUntil(page: Page, seen: Locator): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(5_000)
    expect(await seen.isVisible()).toBe(true)
  }).toPass({ intervals: [100] })
}
