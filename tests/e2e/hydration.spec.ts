import type { Page } from '@playwright/test'
import { expect, isPhone, test, waitForHydration } from './fixtures.ts'

/** Holds the app's scripts, but not the small one that loads them. @returns releases them */
async function holdApp(page: Page): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/assets\/(?!entry-boot).*\.js$/, async (route) => {
    await released
    await route.continue()
  })
  return release
}

test('A button pressed before the app has loaded acts once it has', async ({ page }) => {
  const release = await holdApp(page)
  await page.goto('/', { waitUntil: 'commit' })
  const button = isPhone(page)
    ? page.getByRole('button', { name: 'Menu' })
    : page.getByRole('banner').getByRole('button', { name: 'Sign in' })
  await button.click()
  await button.click()
  await expect(page.getByRole('dialog')).toBeHidden()
  release()
  await expect(page.getByRole('dialog', { name: isPhone(page) ? 'Menu' : 'Sign in' })).toBeVisible()
})

test('A form sent before the app has loaded keeps its text out of the URL', { tag: '@phone' }, async ({ page }) => {
  const release = await holdApp(page)
  await page.goto('/contact', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Send message' }).click()
  release()
  await expect(page.getByText('Subject must be at least 2 characters')).toBeVisible()
  await expect(page).toHaveURL('/contact')
  await waitForHydration(page)
})
