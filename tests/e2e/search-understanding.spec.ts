import { expectAccessible, expectAccessibleState } from './accessibility.ts'
import { expect, listingStatus, test, visit, waitForHydration } from './fixtures.ts'

const typed = 'nut free birthday cake under £30'

test('A shopper types what they cannot eat, the occasion and the price, and removes what does not matter', async ({
  page,
}) => {
  await visit(page, '/')
  const box = page.getByRole('main').getByRole('combobox', { name: 'Search homemade food' })
  await box.fill(typed)
  await box.press('Enter')
  await expect(listingStatus(page)).toHaveText(new RegExp(`^Found \\d+ results? for "${typed}"$`))
  const entries = await page.evaluate(() => window.history.length)

  const active = page.getByRole('region', { name: 'Active filters' })
  await expect(active).toContainText('Understood:')
  const chip = (label: string) => active.getByRole('link', { name: `Remove filter: ${label}`, exact: true })
  for (const label of ['£0 - £30', 'No nuts', 'Birthday']) await expect(chip(label)).toBeVisible()
  await expect(box).toHaveValue(typed)
  await expect(page.getByRole('article').first()).toContainText('Nut-Free Birthday Cake')
  // A card may say that an option contains walnut.
  await expect(page.getByRole('article').getByRole('heading', { name: 'Walnut' })).toHaveCount(0)
  await expectAccessible(page)

  await chip('£0 - £30').click()
  await expect(box).toHaveValue('nut free birthday cake')
  await expect(page).toHaveURL(/\/search\?q=nut\+free\+birthday\+cake$/)
  await chip('No nuts').click()
  await expect(box).toHaveValue('birthday cake')
  await expect(chip('Birthday')).toBeVisible()
  expect(await page.evaluate(() => window.history.length), 'history entries').toBe(entries)
  await page.goBack()
  await expect(page).toHaveURL('/')
})

test('A shopper learns that an exclusion was not understood, and sees nothing with the allergen', async ({ page }) => {
  await visit(page, '/search?q=cake+no+crunchy+walnutts')
  const notice = page.getByRole('main').getByText('We did not understand what to leave out: “no crunchy walnutts”.')
  await expect(notice).toBeVisible()
  await expect(page.getByRole('link', { name: 'Remove filter: No walnut' })).toBeVisible()
  await expect(page.getByRole('article').first()).toBeVisible()
  // A card may say that an option contains walnut.
  await expect(page.getByRole('article').getByRole('heading', { name: 'Walnut' })).toHaveCount(0)
  await expectAccessibleState(page)
})

test('A control replaces what the text says about it', { tag: '@long' }, async ({ page }) => {
  await visit(page, '/search?q=cake+to+pick+up&sort=price_low')
  const active = page.getByRole('region', { name: 'Active filters' })
  await active.getByRole('link', { name: 'Remove filter: Pickup' }).click()
  await expect(page).toHaveURL('/search?q=cake&sort=price_low')
  await expect(active).toHaveCount(0)
})

test('A search without scripts is understood, and its parts are links', { tag: '@long' }, async ({
  browser,
  siteUrl,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: siteUrl })
  const page = await context.newPage()
  await page.goto('/search?q=pies+near+manchester')
  await expect(page.getByRole('article').first()).toContainText('Pie in the Rain')
  const active = page.getByRole('region', { name: 'Active filters' })
  await expect(active.getByRole('link', { name: 'Remove filter: Pies' })).toBeVisible()
  await active.getByRole('link', { name: /^Remove filter: Near Manchester/ }).click()
  await expect(page).toHaveURL('/search?q=pies')
  await context.close()
})

test('A shopper searches for the exact words instead', { tag: '@long' }, async ({ page }) => {
  await page.goto('/search?q=sunday+pancake')
  await expect(page.getByRole('article').first()).toContainText('Sunday Pancake Stack Kit')
  await expect(page.getByRole('region', { name: 'Active filters' })).toHaveCount(0)
  await page.goto('/search?q=birthday+cakes')
  await waitForHydration(page)
  await page.getByRole('link', { name: 'Search these exact words' }).click()
  await expect(page).toHaveURL('/search?q=%22birthday+cakes%22')
  await expect(page.getByRole('region', { name: 'Active filters' })).toHaveCount(0)
  await expect(page.getByRole('article').filter({ hasText: 'Victoria Sponge' })).toHaveCount(0)
})
