import type { Locator } from '@playwright/test'
import { expectAccessible, expectAccessibleState } from './accessibility.ts'
import { expect, test, visit, waitForHydration } from './fixtures.ts'

test('A visitor opens a product and its shop from the home page and goes back', async ({ page }) => {
  await visit(page, '/')
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
  await expectAccessibleState(page)

  await page.getByRole('main').getByRole('link', { name: shopName, exact: true }).first().click()
  await expect(page).toHaveURL(/\/shop\/[a-z0-9-]+$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(shopName)
  await expectAccessible(page)

  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Homemade Food from Your Community')
})

test('The shop’s name on a product card links to the shop', { tag: '@long' }, async ({ page }) => {
  await visit(page, '/')
  const card = page.getByRole('article').first()
  const shopLink = card.getByRole('link').nth(1)
  const shopName = await textOf(shopLink)
  await shopLink.click()
  await expect(page).toHaveURL(/\/shop\//)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(shopName)
})

test('Going back restores the scroll position', { tag: '@long' }, async ({ page }) => {
  await visit(page, '/')
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

test('The product grid has one to four columns, depending on the width', { tag: '@long' }, async ({ page }) => {
  const columns = async (width: number) => {
    await page.setViewportSize({ width, height: 900 })
    const tops = await page
      .getByRole('article')
      .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().top))
    return tops.filter((top) => top === tops[0]).length
  }
  await visit(page, '/')
  const counted: number[] = []
  for (const width of [320, 700, 1100, 1600]) counted.push(await columns(width))
  expect(counted).toEqual([1, 2, 3, 4])
})

test('Unknown pages, products and shops have status 404 and link to the home page', {
  tag: ['@phone', '@long'],
}, async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 404/)
  for (const [path, heading] of [
    ['/no/such/page', 'Page not found'],
    ['/product/00000000-0000-4000-8000-000000000000', 'Product Not Found'],
    ['/shop/nobody-bakes-here', 'Shop Not Found'],
  ] as const) {
    const response = await page.goto(path)
    expect(response?.status()).toBe(404)
    await waitForHydration(page)
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('main').getByRole('link').first().click()
    await expect(page).toHaveURL('/')
  }
})

// Phones have no Tab key.
test('A keyboard user can skip the header', { tag: ['@desktop', '@long'] }, async ({ page }) => {
  await visit(page, '/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('combobox', { name: 'Search homemade food' })).toBeFocused()
})

async function textOf(element: Locator): Promise<string> {
  return (await element.textContent())?.trim() ?? ''
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
