/** Empty, widened, loading and failed listings, and invalid URLs. They are the same at every width. */
import { expectAccessible } from './accessibility.ts'
import { expect, listingStatus, test, visit, waitForHydration } from './fixtures.ts'

test('The home page shows an empty listing with a link that resets all filters', { tag: '@long' }, async ({ page }) => {
  await visit(page, '/?category=Bread&rating=5&avoid=gluten')
  await expect(page.getByRole('heading', { name: 'No products found' })).toBeVisible()
  await expect(listingStatus(page)).toHaveText('0 delicious items available for delivery')
  await expect(page.getByText('Try adjusting your search or filter criteria')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Reset all filters' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('A shopper far from all shops sees all products, with an explanation', { tag: '@long' }, async ({
  page,
  context,
  siteUrl,
}) => {
  const place = { lat: 57.48, lon: -4.22, label: 'Inverness', radiusMiles: 25 }
  await context.addCookies([{ name: 'tuckbox-place', value: encodeURIComponent(JSON.stringify(place)), url: siteUrl }])
  await visit(page, '/')
  await expect(
    page.getByText(
      "We're showing you all available products since there are currently no items within 25 miles of your location.",
    ),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Clear filter' }).click()
  await expect(page.getByText('no items within 10 miles of your location.')).toBeVisible()
})

test('A loading listing shows four placeholders and a status text', { tag: '@long' }, async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 404/)
  await visit(page, '/no/such/page')
  let respond = () => {}
  const holdResponses = () => {
    const held = new Promise<void>((resolve) => {
      respond = resolve
    })
    return page.route('**/rpc/search_products', async (route) => {
      await held
      await route.continue()
    })
  }
  await holdResponses()
  await page.getByRole('link', { name: 'Go to the home page' }).click()
  await expect(page.getByText('Loading delicious items...')).toBeVisible()
  await expect(page.getByTestId('product-placeholder')).toHaveCount(4)
  respond()
  await expect(listingStatus(page)).toHaveText(/^\d+ delicious items/)
  await page.unroute('**/rpc/search_products')
  await holdResponses()
  await page.getByRole('combobox', { name: 'Search homemade food' }).fill('cake')
  await page.getByRole('combobox', { name: 'Search homemade food' }).press('Enter')
  await expect(page.getByText('Searching...').first()).toBeVisible()
  await expect(page.getByTestId('product-placeholder')).toHaveCount(4)
  respond()
  await expect(page.getByText(/^Found \d+ results for "cake"$/)).toBeVisible()
})

test('A shopper searches, changes the text, finds nothing and returns to all products', { tag: '@long' }, async ({
  page,
}) => {
  await visit(page, '/search?q=cake&sort=price_low')
  await expect(page.getByText(/^Found \d+ results for "cake"$/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('combobox', { name: 'Search homemade food' }).fill('100% "🍰" <b>')
  await page.getByRole('combobox', { name: 'Search homemade food' }).press('Enter')
  await expect(page).toHaveURL(/\/search\?q=100%25/)
  await expect(page.getByText(/^Found 0 results for "100% "🍰" <b>"$/)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No results found' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('combobox', { name: 'Search homemade food' }).fill('')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page).toHaveURL('/search?sort=price_low')
  await expect(page.getByText(/^Found \d+ results$/)).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: 'Browse all products' }).click()
  await expect(page).toHaveURL('/')
})

test('An unknown category or occasion has status 404 and links back to the products', { tag: '@long' }, async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 404/)
  for (const [path, heading] of [
    ['/category/nonsense', 'Category not found'],
    ['/occasion/funeral', 'Occasion not found'],
  ] as const) {
    const response = await page.goto(path)
    expect(response?.status()).toBe(404)
    await waitForHydration(page)
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

test('Invalid listing URLs are ignored or find nothing, and never fail', async ({ request }) => {
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
    const response = await request.get(path)
    expect(response.status(), path.slice(0, 60)).toBe(200)
  }
  expect((await request.get(`/category/${encodeURIComponent("' or true --")}`)).status()).toBe(404)
})

test('A failed listing shows and announces an error, and loads on retry', { tag: '@long' }, async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 40[04]/)
  await visit(page, '/no/such/page')
  // A refusal is not retried. Other failures would be retried for seven seconds.
  await page.route('**/rpc/search_products', (route) =>
    route.fulfill({ status: 400, json: { code: '22023', message: 'refused', details: null, hint: null } }),
  )
  await page.getByRole('link', { name: 'Go to the home page' }).click()
  const failure = page.getByRole('main').getByRole('alert')
  await expect(failure.getByRole('heading', { name: 'The products could not be loaded' })).toBeVisible()
  await expect(failure).toContainText('Check your connection and try again.')
  await expectAccessible(page)
  await page.unroute('**/rpc/search_products')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('article').first()).toBeVisible()
})
