import type { Page } from '@playwright/test'
import { addDays, dayOfWeek, londonTime } from '#domain/values/calendar'
import { expect, isPhone, test, waitForHydration } from './fixtures.ts'
import { createShop } from './shop-fixtures.ts'

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

test('A button pressed before the app has loaded acts once it has', { tag: '@both' }, async ({ page }) => {
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

test('A form sent before the app has loaded keeps its text out of the URL', { tag: ['@phone', '@long'] }, async ({
  page,
}) => {
  const release = await holdApp(page)
  await page.goto('/contact', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Send message' }).click()
  release()
  await expect(page.getByText('Subject must be at least 2 characters')).toBeVisible()
  await expect(page).toHaveURL('/contact')
  await waitForHydration(page)
})

test('A visitor who goes back right after a reload sees the page before', { tag: '@long' }, async ({ page }) => {
  await page.goto('/faq')
  await waitForHydration(page)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Contact' })).toBeVisible()
  await page.reload()
  await waitForHydration(page)
  await page.goBack()
  await expect(page).toHaveURL('/faq')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/questions/i)
  await page.goForward()
  await expect(page).toHaveURL('/contact')
  await expect(page.getByRole('heading', { level: 1, name: 'Contact' })).toBeVisible()
})

for (const hoursWrong of [79, -79]) {
  test(`A clock ${hoursWrong} hours wrong does not change the next pickup`, { tag: ['@phone', '@long'] }, async ({
    page,
  }) => {
    const { shop, addProduct, addPickupWindow } = await createShop('Clock Kitchen')
    const { path } = await addProduct({ available_for_pickup: true })
    await addPickupWindow(dayOfWeek(addDays(londonTime(new Date()).date, 1)), '9:00', '10:00')
    await page.clock.install({ time: Date.now() + hoursWrong * 3_600_000 })
    for (const url of [`/shop/${shop.slug}`, path]) {
      const html = await (await page.request.get(url)).text()
      const [rendered] = html.replaceAll('<!-- -->', '').match(/Next pickup: [^<]+/) ?? []
      expect(rendered).toMatch(/Tomorrow|tomorrow/)
      await page.goto(url)
      await waitForHydration(page)
      await page.clock.fastForward(60_000)
      await expect(page.getByText('Next pickup')).toHaveText(rendered ?? '')
    }
  })
}
