/** The map of a listing: markers and clusters, the card of a shop, the list beside it, and searching another area. */
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expect, listingStatus, reload, storeBefore, test, visit } from './fixtures.ts'
import { createShop, updateRow } from './shop-fixtures.ts'

const shopList = (page: Page) => page.getByRole('list', { name: 'Shops', exact: true })
const map = (page: Page) => page.getByRole('region', { name: /^Map of shops/ })
const marker = (page: Page, name: string | RegExp) => map(page).getByRole('button', { name })

interface Spot {
  readonly name: string
  readonly lat: number
  readonly lon: number
}

/** Nothing else has it, nor a similar one. */
function randomWord(): string {
  return Array.from({ length: 12 }, () => String.fromCharCode(97 + Math.floor(Math.random() * 26))).join('')
}

/** Shops that sell something of this name. */
async function createShops(word: string, spots: readonly Spot[]) {
  return Promise.all(
    spots.map(async ({ name, lat, lon }, n) => {
      const fixture = await createShop(name)
      await updateRow('shops', fixture.shop.id, { town: 'Kirkwall', lat, lon })
      await fixture.addProduct({ name: `${word} tart`, price: 4 + n })
      return fixture
    }),
  )
}

async function placeAt(page: Page, lat: number, lon: number, radiusMiles = 10): Promise<void> {
  const value = encodeURIComponent(JSON.stringify({ lat, lon, label: 'Here', radiusMiles }))
  await page.context().addCookies([{ name: 'tuckbox-place', value, url: `${process.env.E2E_URL}` }])
}

test('The map shows the shops of the results beside a list, with every filter', { tag: '@both' }, async ({ page }) => {
  const word = randomWord()
  await placeAt(page, 58.98, -2.96)
  const [near, , far] = await createShops(word, [
    { name: 'Harbour Bakes', lat: 58.98, lon: -2.96 },
    { name: 'Hill Bakes', lat: 59.08, lon: -2.96 },
    { name: 'Mainland Bakes', lat: 58.44, lon: -3.09 },
  ])
  await near?.addProduct({ name: `${word} jelly`, price: 2, allergens: null })
  await updateRow('shops', far?.shop.id ?? '', { delivery_radius_miles: 5 })

  await visit(page, `/search?q=${word}&avoid=milk`)
  await expect(listingStatus(page)).toHaveText(`Found 3 results for "${word}"`)
  await page.getByRole('link', { name: 'Map view' }).click()
  await expect(page).toHaveURL(`/search?q=${word}&avoid=milk&view=map`)
  await expect(page.getByRole('heading', { name: '3 shops, nearest first' })).toBeVisible()
  await expect(shopList(page).getByRole('listitem')).toHaveText([
    // The jelly is not declared free from milk.
    /Harbour Bakes.*0 miles · 1 item, £4/,
    /Hill Bakes.*6\.9 miles · 1 item, £5/,
  ])
  const further = page.getByRole('list', { name: 'Shops further away' })
  await expect(further.getByRole('listitem')).toHaveText([/Mainland Bakes.*37\.\d miles · 1 item, £6/])
  await expect(marker(page, '£4: Harbour Bakes, 0 miles, 1 item')).toBeVisible()
  await expectAccessible(page)

  // What the list points at is marked on the map, and the other way round.
  const item = shopList(page).getByRole('listitem').filter({ hasText: 'Hill Bakes' })
  await item.getByRole('link').focus()
  await expect(marker(page, /Hill Bakes/)).toHaveClass(/map-marker-current/)
  await marker(page, /Hill Bakes/).focus()
  await expect(item).toHaveAttribute('data-marked', 'true')

  // Every filter can be changed, and the map stays.
  await page.getByRole('link', { name: 'Remove filter: No milk' }).click()
  await expect(page).toHaveURL(`/search?q=${word}&view=map`)
  await expect(shopList(page).getByRole('listitem').first()).toHaveText(/Harbour Bakes.*2 items from £2/)
  await reload(page)
  await expect(marker(page, /^£2: Harbour Bakes/)).toBeVisible()
  await page.getByRole('link', { name: 'List view' }).click()
  await expect(page).toHaveURL(`/search?q=${word}`)
  await expect(page.getByRole('list', { name: 'Search results' }).getByRole('article')).toHaveCount(3)
})

test('A marker shows the card of its shop, by pointer and by keyboard', { tag: ['@both', '@long'] }, async ({
  page,
}) => {
  const word = randomWord()
  await placeAt(page, 57.2, -7.3)
  const [baker] = await createShops(word, [{ name: 'Machair Bakes', lat: 57.2, lon: -7.3 }])
  for (const name of ['cake', 'bun', 'pie']) await baker?.addProduct({ name: `${word} ${name}`, price: 9 })
  await visit(page, `/search?q=${word}&view=map`)
  await marker(page, /Machair Bakes/).click()
  const card = page.getByRole('heading', { level: 3, name: 'Machair Bakes' }).last()
  await expect(card).toBeFocused()
  const items = page.getByRole('list', { name: 'Items' })
  await expect(items.getByRole('listitem')).toHaveCount(3)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(items).toBeHidden()
  await expect(marker(page, /Machair Bakes/)).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(card).toBeFocused()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(marker(page, /Machair Bakes/)).toBeFocused()

  await page.getByRole('button', { name: 'Show Machair Bakes on the map' }).click()
  await expect(items).toBeInViewport()
  await items.getByRole('link').first().click()
  await expect(page).toHaveURL(/\/product\//)
})

test('Close markers are one cluster, which splits; shops at one place are chosen by name', { tag: '@long' }, async ({
  page,
}) => {
  const word = randomWord()
  await placeAt(page, 57.6, -7.5, 20)
  await createShops(word, [
    { name: 'First Croft', lat: 57.6, lon: -7.5 },
    { name: 'Second Croft', lat: 57.61, lon: -7.46 },
    { name: 'Third Croft', lat: 57.61, lon: -7.46 },
  ])
  await visit(page, `/search?q=${word}&view=map`)
  const all = marker(page, '3 shops close together')
  await expect(all).toHaveText('3')
  // By the keyboard: the focus goes to what the cluster becomes.
  await all.focus()
  await expect(shopList(page).locator('[data-marked]')).toHaveCount(3)
  for (let press = 0; press < 6 && (await all.count()) > 0; press += 1) await page.keyboard.press('Enter')
  await expect(marker(page, /First Croft/)).toBeFocused()
  await page.keyboard.press('Tab')
  const pair = marker(page, '2 shops close together')
  await expect(pair).toBeFocused()
  await expectAccessible(page)
  // Until the map is as close as it gets.
  const choice = page.getByRole('heading', { name: '2 shops close together' })
  await page.keyboard.press('Enter')
  await expect(choice).toBeFocused()
  await page.getByRole('button', { name: /^Third Croft/ }).click()
  await expect(page.getByRole('heading', { level: 3, name: 'Third Croft' }).last()).toBeFocused()
})

test('The arrow keys, plus and minus move the map', { tag: ['@desktop', '@long'] }, async ({ page }) => {
  const word = randomWord()
  await placeAt(page, 60.4, -1.4)
  await createShops(word, [{ name: 'Voe Bakes', lat: 60.4, lon: -1.4 }])
  await visit(page, `/search?q=${word}&view=map`)
  await expect(marker(page, /Voe Bakes/)).toBeVisible()
  // The list is skipped at once.
  const skip = page.getByRole('link', { name: 'Skip the list of shops' })
  await skip.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(map(page)).toBeFocused()
  const left = async () => (await marker(page, /Voe Bakes/).boundingBox())?.x ?? 0
  const before = await left()
  await page.keyboard.press('ArrowRight')
  await expect.poll(left).toBeLessThan(before)
  await page.keyboard.press('-')
  await expect(page.getByRole('button', { name: 'Search this area' })).toBeVisible()
})

/** Drags the map by whole screens of it. */
async function drag(page: Page, area: Locator, x: number, y: number): Promise<void> {
  const box = await area.boundingBox()
  if (!box) throw new Error('The map is not visible')
  const [fromX, fromY] = [box.x + box.width * (x < 0 ? 0.9 : 0.1), box.y + box.height * 0.4]
  await page.mouse.move(fromX, fromY)
  await page.mouse.down()
  await page.mouse.move(fromX + box.width * x, fromY + box.height * y, { steps: 6 })
  await page.mouse.up()
}

test('A moved map offers to search its area, which becomes the place', { tag: ['@desktop', '@long'] }, async ({
  page,
}) => {
  const word = randomWord()
  await placeAt(page, 58.2, -6.4)
  await createShops(word, [
    { name: 'West Bakes', lat: 58.2, lon: -6.4 },
    { name: 'East Bakes', lat: 58.2, lon: -5.9 },
  ])
  await visit(page, `/search?q=${word}&view=map`)
  await expect(shopList(page).getByRole('listitem').first()).toHaveText(/West Bakes/)
  const again = page.getByRole('button', { name: 'Search this area' })
  await expect(again).toBeHidden()
  await drag(page, map(page), -0.7, 0)
  await expect(again).toBeVisible()
  await again.click()
  await expect(again).toBeHidden()
  await expect(listingStatus(page)).toBeFocused()
  await expect(shopList(page).getByRole('listitem').first()).toHaveText(/East Bakes/)
  await expect(page.getByRole('banner').getByRole('button', { name: /^Location: / })).not.toHaveText(/Here/)
  const [cookie] = (await page.context().cookies()).filter(({ name }) => name === 'tuckbox-place')
  expect(decodeURIComponent(cookie?.value ?? '')).toContain('"lon":-5.')
})

test('Searching an area replaces a place that the search names', { tag: ['@desktop', '@long'] }, async ({ page }) => {
  await visit(page, '/search?q=cake+near+leeds&view=map')
  await expect(page.getByRole('link', { name: 'Remove filter: Near Leeds' })).toBeVisible()
  await expect(map(page)).toBeVisible()
  await drag(page, map(page), 0.7, 0)
  await page.getByRole('button', { name: 'Search this area' }).click()
  await expect(page).toHaveURL(/\/search\?q=cake&view=map$/)
  await expect(page.getByRole('link', { name: 'Remove filter: Near Leeds' })).toHaveCount(0)
})

test('The map’s code is loaded with the map, and its shops fail and recover', { tag: '@long' }, async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource/)
  const leaflet: string[] = []
  page.on('response', async (response) => {
    if (/\.js$/.test(response.url()) && (await response.text()).includes('leaflet')) leaflet.push(response.url())
  })
  await visit(page, '/search?q=cake')
  await page.waitForLoadState('networkidle')
  expect(leaflet).toEqual([])
  await page.route('**/rpc/search_shops', (route) => route.fulfill({ status: 400, json: { message: 'no' } }))
  await page.getByRole('link', { name: 'Map view' }).click()
  await expect(page.getByRole('heading', { name: 'The shops could not be loaded' })).toBeVisible()
  expect(leaflet.length).toBeGreaterThan(0)
  await expectAccessible(page)
  await page.unroute('**/rpc/search_shops')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(shopList(page).getByRole('listitem').first()).toBeVisible()
})

test('The map counts only what fits the household', { tag: '@long' }, async ({ page }) => {
  const word = randomWord()
  await placeAt(page, 55.7, -6.2)
  const [, nutty] = await createShops(word, [
    { name: 'Plain Bakes', lat: 55.7, lon: -6.2 },
    { name: 'Nutty Bakes', lat: 55.8, lon: -6.2 },
  ])
  const declared = { ...Object.fromEntries(['milk', 'eggs', 'gluten'].map((key) => [key, 'free'])), nuts: 'contains' }
  await nutty?.addProduct({ name: `${word} praline`, price: 1, allergens: declared })
  await storeBefore(page, 'tuckbox-household', [
    {
      id: '0b8a0b5e-7f4e-4f57-9b61-2f6f3c1f0a11',
      name: 'My daughter',
      avoid_contains: [],
      avoid_traces: ['nuts', 'peanuts'],
      avoid_others: ['custard'],
      diets: [],
    },
  ])
  await visit(page, `/search?q=${word}&view=map`)
  await expect(page.getByText('Only food that fits your household counts.')).toBeVisible()
  await expect(shopList(page).getByRole('listitem')).toHaveText([/Plain Bakes.*1 item, £4/, /Nutty Bakes.*1 item, £5/])
  await marker(page, /Nutty Bakes/).click()
  const items = page.getByRole('list', { name: 'Items' })
  await expect(items.getByRole('listitem')).toHaveText([/ tart.*[Ff]ree of nuts.*Could not be checked: custard/])
})
