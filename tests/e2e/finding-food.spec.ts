import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { arrive, expect, hydrated, isPhone, test } from './visitor.ts'

/** Where there is room the filters stand beside the listing; on a phone they come with a button, and go with another. */
async function openFilters(page: Page) {
  if (!isPhone(page)) return page.getByRole('complementary', { name: 'Filters' })
  await page.getByRole('button', { name: /^Filters/ }).click()
  return page.getByRole('dialog', { name: 'Filters' })
}

async function closeFilters(page: Page): Promise<void> {
  if (isPhone(page)) await page.getByRole('dialog', { name: 'Filters' }).getByRole('button', { name: /^Show/ }).click()
}

const status = (page: Page) => page.getByRole('main').getByRole('status').first()

test('by clicking only, one finds a nut-free birthday cake within 5 miles that can be picked up on Saturday', async ({
  page,
}) => {
  await arrive(page, '/')
  await page.getByRole('navigation', { name: 'Occasions' }).getByRole('link', { name: 'Birthday' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Birthday Treats')
  await expect(page.getByText('Perfect treats for your birthday celebrations')).toBeVisible()

  const place = page
    .getByRole(isPhone(page) ? 'main' : 'banner')
    .getByRole('button', { name: /^Location/, disabled: false })
  await expect(page.getByRole('button', { name: /^Location/ }), 'the place is said once').toHaveCount(1)
  await place.click()
  const picker = page.getByRole('dialog')
  const radius = picker.getByRole('slider')
  await radius.focus()
  await page.keyboard.press('Home')
  for (let mile = 1; mile < 5; mile += 1) await page.keyboard.press('ArrowRight')
  await picker.getByRole('button', { name: 'Save' }).click()
  await expect(place).toHaveText(/within 5 miles$/)

  const filters = await openFilters(page)
  await filters.getByRole('checkbox', { name: 'Nuts', exact: true }).click()
  await filters.getByRole('radio', { name: 'Pickup' }).click()
  // On a Saturday there are two; the later one is far enough away on any day.
  await filters
    .getByRole('radio', { name: /Saturday/ })
    .last()
    .click()
  await expect(page).toHaveURL(/\?avoid=nuts%2Cpeanuts&by=pickup&on=\d{4}-\d\d-\d\d$/)
  await closeFilters(page)

  const active = page.getByRole('region', { name: 'Active filters' })
  for (const label of ['Birthday', 'Pickup', 'No nuts'])
    await expect(active.getByRole('link', { name: `Remove filter: ${label}` })).toBeVisible()
  await expect(status(page)).toHaveText(/^4 delicious items available for delivery$/)
  const cake = page.getByRole('article').filter({ hasText: 'Nut-Free Birthday Cake' })
  await expect(cake).toContainText(/[0-4](\.\d)? miles/)
  await expect(page.getByRole('article').filter({ hasText: 'Victoria Sponge' })).toHaveCount(0)
  await expectAccessible(page)

  await cake.getByRole('heading').getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nut-Free Birthday Cake')
  await page.goBack()
  await expect(page).toHaveURL(/avoid=nuts/)
  await active.getByRole('link', { name: 'Remove filter: Birthday' }).click()
  await expect(page).toHaveURL('/')
})

test('home: a category narrows the market, the button clears it, and what is chosen is in the address', async ({
  page,
}) => {
  await arrive(page, '/')
  await expect(page.getByText('Discover delicious treats made with love by local bakers near you')).toBeVisible()
  await expect(page.getByPlaceholder('Search Sweet Local Finds...')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Local Food Marketplace' })).toBeVisible()
  await expect(status(page)).toHaveText(/^\d+ delicious items available for delivery$/)
  await expect(page.getByRole('button', { name: 'Clear filter' })).toHaveCount(0)
  await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Cupcakes' }).click()
  await expect(page).toHaveURL('/?category=Cupcakes')
  await expect(page.getByRole('article').filter({ hasText: 'Cupcakes' }).first()).toBeVisible()
  await page.reload()
  await hydrated(page)
  await expect(page.getByRole('link', { name: 'Cupcakes', exact: true })).toHaveAttribute('aria-current', 'true')

  const sort = page.getByRole('combobox', { name: 'Sort by' })
  await expect(sort.getByRole('option')).toHaveText([
    'Relevance',
    'Price: Low to High',
    'Price: High to Low',
    'Highest Rating',
    'Nearest First',
    'Newest Arrivals',
  ])
  await sort.selectOption('Nearest First')
  await expect(page).toHaveURL('/?category=Cupcakes&sort=nearest')
  await page.getByRole('button', { name: 'Clear filter' }).click()
  await expect(page).toHaveURL('/?sort=nearest')
  await expect(page.getByRole('button', { name: 'Clear filter' })).toHaveCount(0)
  await expect(page.getByRole('article').first()).toContainText('miles')
  await expect(status(page), 'the keyboard stays near the button that has gone').toBeFocused()
})

test('home: more is shown below, stays where it is on the way back, and a category far along its row is in sight', async ({
  page,
}) => {
  await arrive(page, '/?sort=price_high')
  const cards = page.getByRole('article')
  await expect(cards).toHaveCount(24)
  await page.getByRole('link', { name: 'Show more' }).click()
  await expect(page).toHaveURL('/?sort=price_high&page=2')
  await expect(cards.nth(24).getByRole('heading').getByRole('link')).toBeFocused()
  const shown = await cards.count()
  const prices = (await cards.getByText(/^£/).allTextContents()).map((text) => Number(/[\d.]+/.exec(text)?.[0]))
  expect(prices).toEqual(prices.toSorted((one, other) => other - one))
  await cards.last().getByRole('heading').getByRole('link').click()
  await expect(page).toHaveURL(/\/product\//)
  await page.goBack()
  await expect(cards).toHaveCount(shown)
  await expect(cards.last()).toBeInViewport()

  await arrive(page, '/?category=Custom+Orders')
  await expect(page.getByRole('link', { name: 'Custom Orders', exact: true })).toBeInViewport()
  await expect(page.getByText(/^Few are within 10 miles of you/)).toBeVisible()
})

test('home: with nothing at all it says so, and resets', async ({ page }) => {
  await arrive(page, '/?category=Bread&rating=5&avoid=gluten')
  await expect(page.getByRole('heading', { name: 'No products found' })).toBeVisible()
  await expect(status(page)).toHaveText('0 delicious items available for delivery')
  await expect(page.getByText('Try adjusting your search or filter criteria')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Reset all filters' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('home: far from everything it shows everything, and says why', async ({ page, context, siteUrl }) => {
  const place = { lat: 57.48, lon: -4.22, label: 'Inverness', radiusMiles: 25 }
  await context.addCookies([{ name: 'tuckbox-place', value: encodeURIComponent(JSON.stringify(place)), url: siteUrl }])
  await arrive(page, '/')
  await expect(
    page.getByText(
      "We're showing you all available products since there are currently no items within 25 miles of your location.",
    ),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Clear filter' }).click()
  await expect(page.getByText('no items within 10 miles of your location.')).toBeVisible()
})

test('while a listing is on its way, four placeholders and its words stand for it', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 404/)
  await arrive(page, '/no/such/page')
  await page.route('**/rpc/search_products', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await route.continue()
  })
  await page.getByRole('link', { name: 'Back to the market' }).click()
  await expect(page.getByText('Loading delicious items...')).toBeVisible()
  await expect(page.getByTestId('product-placeholder')).toHaveCount(4)
  await expect(status(page)).toHaveText(/^\d+ delicious items/)
  await page.getByRole('searchbox').fill('cake')
  await page.getByRole('searchbox').press('Enter')
  await expect(page.getByText('Searching...').first()).toBeVisible()
  await expect(page.getByTestId('product-placeholder')).toHaveCount(4)
  await expect(page.getByText(/^Found \d+ results for "cake"$/)).toBeVisible()
})

test('search: results, other words, nothing found, and the way back', async ({ page }) => {
  await arrive(page, '/search?q=cake&sort=price_low')
  await expect(page.getByText(/^Found \d+ results for "cake"$/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('searchbox').fill('100% "🍰" <b>')
  await page.getByRole('searchbox').press('Enter')
  await expect(page).toHaveURL(/\/search\?q=100%25/)
  await expect(page.getByText(/^Found 0 results for "100% "🍰" <b>"$/)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No results found' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('searchbox').fill('')
  await page.getByRole('searchbox').press('Enter')
  await expect(page).toHaveURL('/search?sort=price_low')
  await expect(page.getByText(/^Found \d+ results$/)).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: 'Browse all products' }).click()
  await expect(page).toHaveURL('/')
})

test('category: title, subtitle, price slider, chips, and the way out', async ({ page }) => {
  await arrive(page, '/category/cAkEs')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cakes')
  await expect(page.getByText('Browse our delicious cakes selection')).toBeVisible()
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/category\/Cakes$/)
  const all = await page.getByRole('article').count()

  const filters = await openFilters(page)
  const highest = filters.getByRole('slider', { name: 'Highest price' })
  await highest.focus()
  for (let pound = 0; pound < 12; pound += 1) await page.keyboard.press('ArrowLeft')
  await expect(highest, 'the keyboard stays where it is').toBeFocused()
  await expect(page).toHaveURL(/\/category\/cAkEs\?max=\d+$/)
  await closeFilters(page)
  const max = new URL(page.url()).searchParams.get('max')
  await expect.poll(() => page.getByRole('article').count()).toBeLessThan(all)
  const chip = page.getByRole('link', { name: `Remove filter: £0 - £${max}` })
  await expect(chip).toBeVisible()
  await expectAccessible(page)
  await chip.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/category/cAkEs')
  await expect(
    page.getByRole('link', { name: 'Remove filter: Cakes' }),
    'the keyboard goes to the next chip',
  ).toBeFocused()
  await page.getByRole('link', { name: 'Clear all filters' }).click()
  await expect(page).toHaveURL('/')
})

test('the filters of a phone take the keyboard, keep it in sight, and give it back', async ({ page }) => {
  test.skip(!isPhone(page), 'where there is room they stand beside the listing')
  await arrive(page, '/search?q=cake&rating=4')
  await page.getByRole('button', { name: /^Filters.*1 set/ }).press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await expect(sheet.getByRole('button', { name: 'Close' })).toBeFocused()
  await expectAccessible(page)
  const leave = sheet.getByRole('button', { name: /^Show \d+ items$/ })
  const foot = await leave.boundingBox()
  const sulphites = sheet.getByRole('checkbox', { name: 'Sulphites' })
  await sulphites.focus()
  const focused = await sulphites.boundingBox()
  expect((focused?.y ?? 0) + (focused?.height ?? 0), 'not behind the button').toBeLessThan(foot?.y ?? 0)
  await page.keyboard.press('Space')
  await expect(page).toHaveURL(/avoid=sulphites/)
  await expect(sulphites).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /^Filters.*2 set/ })).toBeFocused()
  await page.getByRole('link', { name: 'Clear all filters' }).press('Enter')
  await expect(page).toHaveURL('/search?q=cake')
  await expect(status(page)).toBeFocused()
})

test('a category or an occasion that does not exist is a friendly page with a way back', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 404/)
  for (const [path, heading] of [
    ['/category/nonsense', 'We don’t know this category'],
    ['/occasion/funeral', 'We don’t know this occasion'],
  ] as const) {
    const answer = await page.goto(path)
    expect(answer?.status()).toBe(404)
    await hydrated(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expectAccessible(page)
    await expect(page.getByRole('main').getByRole('link', { name: 'Cupcakes' })).toHaveAttribute(
      'href',
      '/category/Cupcakes',
    )
    await page.getByRole('link', { name: 'Browse all products' }).click()
    await expect(page).toHaveURL('/')
  }
})

test('no address is too strange: nonsense is passed over or finds nothing, and never fails', async ({ request }) => {
  const long = 'x'.repeat(10_000)
  for (const path of [
    '/search',
    '/search?q=%25_%27%22%5C%00',
    `/search?q=${long}`,
    '/search?q=%F0%9F%8D%B0&page=999999&sort=drop',
    '/?min=NaN&max=-1&rating=99&on=2026-02-31&by=drone&avoid=x,y,__proto__&page=-3',
    '/?min=900&max=1&page=25',
    `/?category=${long}`,
    '/occasion/BIRTHDAY?min=20&max=5',
    '/category/Cakes?page=1e9&on=9999-12-31',
    '/category/Cakes?on=0000-01-01',
  ]) {
    const answer = await request.get(path)
    expect(answer.status(), path.slice(0, 60)).toBe(200)
  }
  expect((await request.get(`/category/${encodeURIComponent("' or true --")}`)).status()).toBe(404)
})

test('search, category and occasion come whole in the first HTML, and nothing of it is fetched again', async ({
  page,
}) => {
  const fetched: string[] = []
  page.on('request', (request) => {
    if (/\/rest\/v1\//.test(request.url())) fetched.push(request.url())
  })
  for (const path of ['/search?q=cake&by=pickup', '/category/Cakes?sort=rating', '/occasion/party']) {
    await arrive(page, path)
    await page.waitForLoadState('networkidle')
    await expect(page.getByRole('article').first()).toBeVisible()
  }
  expect(fetched).toEqual([])
})
