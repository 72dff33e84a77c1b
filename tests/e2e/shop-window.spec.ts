import type { Locator } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { arrive, expect, hydrated, test } from './visitor.ts'

test('a visitor walks from the home page to a product, its shop, and back', async ({ page }) => {
  await arrive(page, '/')
  await expect(page).toHaveTitle(/Tuckbox/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Homemade Food from Your Community')
  await expect(page.getByText(/^\d+ delicious items? available for delivery$/)).toBeVisible()
  await expectAccessible(page)

  const card = page.getByRole('article').nth(2)
  const name = await textOf(card.getByRole('heading'))
  const shopName = await textOf(card.getByRole('link').nth(1))
  await card.getByRole('heading').getByRole('link').click()
  await expect(page).toHaveURL(/\/product\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(page).toHaveTitle(new RegExp(escaped(name)))
  await expectAccessible(page)

  await page.getByRole('main').getByRole('link', { name: shopName, exact: true }).first().click()
  await expect(page).toHaveURL(/\/shop\/[a-z0-9-]+$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(shopName)
  await expectAccessible(page)

  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Homemade Food from Your Community')
})

test('the shop’s name on a card leads to the shop, not to the product', async ({ page }) => {
  await arrive(page, '/')
  const card = page.getByRole('article').first()
  const shopLink = card.getByRole('link').nth(1)
  const shopName = await textOf(shopLink)
  await shopLink.click()
  await expect(page).toHaveURL(/\/shop\//)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(shopName)
})

test('going back returns to the place on the page one left', async ({ page }) => {
  await arrive(page, '/')
  const card = page.getByRole('article').nth(8)
  await card.scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => window.scrollY)
  expect(before).toBeGreaterThan(0)
  await card.getByRole('heading').getByRole('link').click()
  await expect(page).toHaveURL(/\/product\//)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await page.goBack()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(before - 200)
})

test('the grid has one, two, three or four columns by the width of the screen', async ({ page }) => {
  const columns = async (width: number) => {
    await page.setViewportSize({ width, height: 900 })
    const tops = await page
      .getByRole('article')
      .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().top))
    return tops.filter((top) => top === tops[0]).length
  }
  await arrive(page, '/')
  const counted: number[] = []
  for (const width of [320, 700, 1100, 1600]) counted.push(await columns(width))
  expect(counted).toEqual([1, 2, 3, 4])
})

test('what is not there answers 404, says so in its own words, and leads home', { tag: '@phone' }, async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 404/)
  for (const [path, heading] of [
    ['/no/such/page', 'Page not found'],
    ['/product/00000000-0000-4000-8000-000000000000', 'Product Not Found'],
    ['/shop/nobody-bakes-here', 'Shop Not Found'],
  ] as const) {
    const answer = await page.goto(path)
    expect(answer?.status()).toBe(404)
    await hydrated(page)
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('main').getByRole('link').first().click()
    await expect(page).toHaveURL('/')
  }
})

// Phones have no Tab key.
test('the keyboard reaches the content first, and the header stays out of its way', { tag: '@desktop' }, async ({
  page,
}) => {
  await arrive(page, '/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('searchbox')).toBeFocused()
})

async function textOf(element: Locator): Promise<string> {
  return (await element.textContent())?.trim() ?? ''
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
