import type { Page } from '@playwright/test'
import { expect, test, visit } from './fixtures.ts'
import { createMember, password, setSession, signInMember } from './members.ts'
import { createShop } from './shop-fixtures.ts'

/**
 * Holds every request of the tables and functions, and releases all at once when no other has come for a while.
 * @returns the paths of each round, until the page shows the text
 */
async function requestRounds(page: Page, path: string, shown: string): Promise<string[][]> {
  const rounds: string[][] = []
  const held: { path: string; release: () => void }[] = []
  // A request of the page before would be a round of its own.
  await page.goto('about:blank')
  await page.route(/\/(rest|functions)\/v1\//, async (route) => {
    await new Promise<void>((release) => held.push({ path: new URL(route.request().url()).pathname, release }))
    await route.continue()
  })
  await page.goto(path)
  const text = page.getByText(shown).first()
  await expect(async () => {
    const before = held.length
    await page.waitForTimeout(500)
    expect(before > 0 && held.length === before, 'all requests of the round have come').toBe(true)
    rounds.push(held.map((request) => request.path.replace('/rest/v1/', '')))
    for (const { release } of held.splice(0)) release()
    await expect(text).toBeVisible({ timeout: 1_000 })
  }).toPass({ intervals: [50] })
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  for (const { release } of held.splice(0)) release()
  return rounds
}

test('The dashboard, the product table and the settings need one round of requests each', { tag: '@phone' }, async ({
  page,
  request,
}) => {
  const kitchen = await createShop('Morning Kitchen')
  await kitchen.addProduct({ name: 'Seeded loaf' })
  await setSession(page, await signInMember(request, kitchen.owner.email, password))
  const rounds = await requestRounds(page, '/seller/dashboard', 'No orders to make right now.')
  expect(rounds).toHaveLength(1)
  expect(rounds[0]).toEqual(expect.arrayContaining(['shops', 'rpc/seller_overview']))
  await expect(page.getByRole('heading', { level: 1, name: kitchen.shop.name })).toBeVisible()
  expect(await requestRounds(page, '/seller/products', 'Seeded loaf')).toHaveLength(1)
  expect(await requestRounds(page, '/settings', 'Shown with your reviews and messages.')).toHaveLength(1)
})

test('The frame of the settings stays while a member moves between its pages', { tag: ['@desktop', '@long'] }, async ({
  page,
  request,
}) => {
  await setSession(page, await createMember(request, 'Fern'))
  await visit(page, '/settings')
  const navigation = page.getByRole('navigation', { name: 'Settings' })
  await navigation.evaluate((element) => element.setAttribute('data-seen', ''))
  await navigation.getByRole('link', { name: 'Addresses' }).click()
  await expect(page).toHaveTitle(/^Addresses settings/)
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Addresses')
  await expect(page.locator('nav[data-seen]')).toBeVisible()
})
