import type { Page } from '@playwright/test'
import { z } from 'zod'
import { expectAccessible, expectAccessibleState } from './accessibility.ts'
import {
  chooseFromUserMenu,
  expect,
  openSignIn,
  reload,
  signIn,
  test,
  toast,
  visit,
  waitForHydration,
} from './fixtures.ts'
import { createUser, password } from './members.ts'
import { createShop, type ShopFixture, selectRows } from './shop-fixtures.ts'

let kitchen: ShopFixture
test.beforeAll(async () => {
  kitchen = await createShop()
})

const price = (page: Page) => page.getByRole('region', { name: 'Buy' }).locator('[aria-live]').first()
const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
const basketLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Basket/ })

test('A product shows its variations, price and allergens, and requires a variation', { tag: '@both' }, async ({
  page,
}) => {
  const { path } = await kitchen.addProduct(
    { name: 'Layer cake', price: 24, allergens: { ...onlyMilk(), nuts: 'may_contain', almond: 'may_contain' } },
    { '6 inch': 0, '8 inch': 9.5 },
  )
  await visit(page, path)
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: kitchen.shop.name }).nth(1)).toHaveAttribute(
    'href',
    `/shop/${kitchen.shop.slug}`,
  )
  await expect(main.getByText('New · 0 reviews')).toBeVisible()
  await expect(price(page)).toHaveText('£24.00 - £33.50')
  const buy = page.getByRole('region', { name: 'Buy' })
  await expect(buy).toContainText('Contains milk. May contain almond.')
  await expectAccessible(page)

  await button(page, 'Add to basket').click()
  await expect(toast(page, 'Please select a variation')).toBeVisible()
  await expect(page.getByRole('radio', { name: '6 inch' })).toBeFocused()
  await expect(basketLink(page)).toHaveAccessibleName('Basket')
  await button(page, 'Buy now').click()
  await expect(page).toHaveURL(path)
  await expectAccessibleState(page)

  await page.getByRole('radio', { name: '8 inch' }).check()
  await expect(price(page)).toHaveText('£33.50')
  await expect(buy.getByText('Please select a variation')).toBeHidden()
  await page.getByRole('link', { name: 'All allergens' }).click()
  await expect(page.getByRole('heading', { name: 'Ingredients and allergens' })).toBeInViewport()
})

test('Equal basket lines are merged, and the basket survives a reload and is shared by all tabs', {
  tag: '@long',
}, async ({ page, context }) => {
  const { path } = await kitchen.addProduct({ name: 'Loaf', price: 4.5, stock: 12 }, { Vanilla: 0, 'Red Velvet': 0 })
  await visit(page, path)
  await page.getByRole('radio', { name: 'Red Velvet' }).check()
  await button(page, 'Increase quantity').click()
  await button(page, 'Add to basket').click()
  await expect(toast(page, 'Added to basket')).toBeVisible()
  await button(page, 'Add to basket').click()
  await page.getByLabel('Personalisation').selectOption({ label: 'Thank You' })
  await button(page, 'Add to basket').click()
  await expect(basketLink(page)).toHaveAccessibleName('Basket, 6 items')
  expect(await storedLines(page)).toEqual([
    ['Red Velvet', null, 4],
    ['Red Velvet', 'thank_you', 2],
  ])

  await reload(page)
  await expect(basketLink(page)).toHaveAccessibleName('Basket, 6 items')
  const other = await context.newPage()
  await visit(other, path)
  await other.getByRole('radio', { name: 'Vanilla' }).check()
  await button(other, 'Add to basket').click()
  await expect(basketLink(page)).toHaveAccessibleName('Basket, 7 items')
})

test('A custom message makes a separate basket line', { tag: ['@phone', '@long'] }, async ({ page }) => {
  const { path } = await kitchen.addProduct({ name: 'Birthday bun' }, { Plain: 0 })
  await visit(page, path)
  await expect(page.getByRole('radio')).toHaveCount(0)
  await page.getByLabel('Personalisation').selectOption({ label: 'Custom message' })
  await button(page, 'Add to basket').click()
  await expect(page.getByLabel('Your message')).toBeFocused()
  await expect(page.getByText('Please enter your message')).toBeVisible()
  await expectAccessible(page)
  for (const message of ['For Ada', 'For Ben']) {
    await page.getByLabel('Your message').fill(message)
    await button(page, 'Add to basket').click()
  }
  await page.getByLabel('Your message').fill('x'.repeat(201))
  await expect(page.getByLabel('Your message')).toHaveValue('x'.repeat(200))
  expect((await storedLines(page)).map(([, personalization, quantity]) => [personalization, quantity])).toEqual([
    ['custom', 1],
    ['custom', 1],
  ])
})

test('A quantity is a whole number from 1 to the available stock', { tag: ['@phone', '@long'] }, async ({ page }) => {
  const { path } = await kitchen.addProduct({ name: 'Three scones', price: 2, stock: 3 }, { Plain: 0 })
  await visit(page, path)
  const quantity = page.getByLabel('Quantity', { exact: true })
  for (const [typed, expected] of [
    ['2', '2'],
    ['many', '1'],
    ['0', '1'],
    ['-2', '1'],
    ['', '1'],
    ['40', '3'],
  ] as const) {
    await quantity.fill(typed)
    await quantity.blur()
    await expect(quantity, `typed ${typed}`).toHaveValue(expected)
  }
  await expect(page.getByText('Only 3 available')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Buy' })).toContainText('Total£6.00')
  await button(page, 'Decrease quantity').click()
  await expect(page.getByText('Only 3 available')).toBeHidden()
  await button(page, 'Add to basket').click()
  await button(page, 'Add to basket').click()
  await expect(page.getByText('1 × Three scones. No more are available.')).toBeVisible()
  await button(page, 'Add to basket').click()
  await expect(toast(page, 'Nothing added')).toBeVisible()
  await expect(basketLink(page)).toHaveAccessibleName('Basket, 3 items')
})

test('Buy now adds the product and opens the basket', { tag: ['@phone', '@long'] }, async ({ page }) => {
  const { path } = await kitchen.addProduct({ name: 'Quick bun' }, { Plain: 0 })
  await visit(page, path)
  await button(page, 'Buy now').click()
  await expect(page).toHaveURL('/cart')
  await expect(basketLink(page)).toHaveAccessibleName('Basket, 1 item')
})

test('Many variations are shown as a list', { tag: ['@desktop', '@long'] }, async ({ page }) => {
  const kinds = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`Kind ${index + 1}`, index]))
  const { path } = await kitchen.addProduct({ name: 'Many tarts', price: 10 }, kinds)
  await visit(page, path)
  await button(page, 'Add to basket').click()
  const list = page.getByLabel('Variation')
  await expect(list).toBeFocused()
  await list.selectOption({ label: 'Kind 3, £12.00' })
  await expect(price(page)).toHaveText('£12.00')
  await expectAccessible(page)
})

test('A sold-out, undeclared or bespoke product cannot be bought, with an explanation', { tag: '@long' }, async ({
  page,
}) => {
  const soldOut = await kitchen.addProduct({ name: 'Gone bun', stock: 0 })
  await visit(page, soldOut.path)
  await expect(button(page, 'Sold out')).toBeDisabled()
  await expect(button(page, 'Buy now')).toBeHidden()
  await expect(button(page, 'Message seller')).toBeEnabled()
  await expectAccessible(page)

  const undeclared = await kitchen.addProduct({ name: 'Secret bun', allergens: null })
  await visit(page, undeclared.path)
  await expect(button(page, 'Add to basket')).toBeDisabled()
  await expect(button(page, 'Buy now')).toBeDisabled()
  await expect(page.getByText('The seller has not declared all allergens yet.', { exact: false })).toBeVisible()
  await expectAccessible(page)

  const bespoke = await kitchen.addProduct({
    name: 'Dream cake',
    product_type: 'bespoke',
    price: 0,
    min_price: 28,
    max_price: 35,
    requires_consultation: true,
    is_bestseller: true,
    stock: 0,
  })
  await visit(page, bespoke.path)
  for (const badge of ['Bestseller', 'Bespoke']) await expect(page.getByText(badge, { exact: true })).toBeVisible()
  await expect(price(page)).toHaveText('£28.00 - £35.00')
  await expect(page.getByText('Requires consultation')).toBeVisible()
  await expect(button(page, 'Request a consultation')).toBeEnabled()
  for (const name of ['Add to basket', 'Buy now']) await expect(button(page, name)).toBeHidden()
  await expectAccessible(page)
})

// One button per browser project. Both open the same conversation.
const presses: readonly [string, string[]][] = [
  ['Message seller', ['@desktop']],
  ['Request a consultation', ['@phone', '@long']],
]
for (const [press, tag] of presses) {
  test(`A visitor who presses ‘${press}’ signs in and continues in the conversation`, { tag }, async ({
    page,
    expectedErrors,
  }) => {
    expectedErrors.push(/status of 409/)
    const buyer = await createUser('Buyer')
    const { id, path } = await kitchen.addProduct(
      press === 'Message seller' ? {} : { product_type: 'bespoke', price: 0, name: 'Dream cake' },
    )
    await visit(page, path)
    await button(page, press).click()
    await expect(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible()
    await signIn(page, buyer.email, password)
    if (press === 'Request a consultation') {
      // A short brief comes first. Later presses open the conversation.
      await page.getByLabel('What would you like?').fill('A unicorn, please.')
      await page.getByRole('button', { name: 'Send to the seller' }).click()
    }
    await expect(page).toHaveURL(/\/messages\?room=[0-9a-f-]{36}$/)
    const conversationId = new URL(page.url()).searchParams.get('room')
    const conversations = () => selectRows('chat_rooms', `buyer_id=eq.${buyer.id}&select=id,seller_id,product_id`)
    expect(await conversations()).toEqual([{ id: conversationId, seller_id: kitchen.owner.id, product_id: id }])

    await visit(page, path)
    await button(page, press).click()
    await expect(page, 'a second press opens the same conversation').toHaveURL(`/messages?room=${conversationId}`)

    if (press === 'Request a consultation') return
    // Another tab creates the conversation between the lookup and the insert. The database refuses a second one.
    await page.route('**/rest/v1/chat_rooms?*', (route) => route.fulfill({ json: [] }), { times: 1 })
    await visit(page, path)
    await button(page, press).click()
    await expect(page, 'the conversation of the other tab').toHaveURL(`/messages?room=${conversationId}`)
    expect(await conversations()).toHaveLength(1)
  })
}

test('A visitor who closes the sign-in dialog stays on the page, and a later sign-in starts no conversation', {
  tag: ['@desktop', '@long'],
}, async ({ page }) => {
  const { path } = await kitchen.addProduct({}, { Plain: 0 })
  const buyer = await createUser('Shy')
  await visit(page, path)
  await button(page, 'Add to basket').click()
  await button(page, 'Message seller').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await openSignIn(page)
  await signIn(page, buyer.email, password)
  await expect(toast(page, 'Signed in successfully')).toBeVisible()
  await expect(page).toHaveURL(path)
  expect(await selectRows('chat_rooms', `buyer_id=eq.${buyer.id}`)).toEqual([])

  await expect(basketLink(page), 'the basket stays after signing in').toHaveAccessibleName('Basket, 1 item')
  await chooseFromUserMenu(page, 'Sign Out')
  await expect(toast(page, 'Signed out')).toBeVisible()
  await expect(basketLink(page), 'the basket stays with the account').toHaveAccessibleName('Basket')
  await openSignIn(page)
  await signIn(page, buyer.email, password)
  await expect(basketLink(page), 'the basket returns after signing in').toHaveAccessibleName('Basket, 1 item')
})

test('A conversation that cannot be opened shows an error', { tag: ['@desktop', '@long'] }, async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 500/)
  const { path } = await kitchen.addProduct()
  const buyer = await createUser('Unlucky')
  await page.route('**/rest/v1/chat_rooms*', (route) => route.fulfill({ status: 500, json: { message: 'down' } }))
  await visit(page, path)
  await button(page, 'Message seller').click()
  await signIn(page, buyer.email, password)
  await expect(page.getByText('Failed to start conversation. Please try again.')).toBeVisible()
  await expect(button(page, 'Message seller')).toBeEnabled()
})

test('Sellers see their own draft, visitors do not, and sellers cannot buy their own products', {
  tag: ['@desktop', '@long'],
}, async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 404/)
  const draft = await kitchen.addProduct({ name: 'Not yet a bun', status: 'draft' })
  const listed = await kitchen.addProduct({ name: 'Own bun' }, { Plain: 0 })
  const response = await page.goto(draft.path)
  expect(response?.status()).toBe(404)
  await waitForHydration(page)
  await expect(page.getByRole('heading', { name: 'Product Not Found' })).toBeVisible()

  await openSignIn(page)
  await signIn(page, kitchen.owner.email, password)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Not yet a bun')
  await expect(page.getByText('Only you can see this product: it is not on sale.')).toBeVisible()
  await reload(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Not yet a bun')
  await expect(button(page, 'Message seller')).toBeDisabled()

  await visit(page, listed.path)
  await expect(page.getByText('This is your own product.')).toBeVisible()
  await expect(button(page, 'Add to basket')).toBeDisabled()
})

test('A shopper steps through, selects and enlarges pictures, and missing pictures show a placeholder', {
  tag: '@long',
}, async ({ page, expectedErrors }) => {
  expectedErrors.push(/Failed to load resource/)
  // The first picture exists, because lists of other tests show it.
  const image = await pictureOf('Country Sourdough')
  const { id, path } = await kitchen.addProduct({ name: 'Pictured bun', image })
  await kitchen.addPictures(id, ['product_images/none-2.webp', 'product_images/none-3.webp'])
  await visit(page, path)
  const strip = page.getByRole('list', { name: 'Pictures of Pictured bun' })
  const small = (n: number) => page.getByRole('button', { name: `Show picture ${n} of 3` })
  await expect(small(1)).toHaveAttribute('aria-current', 'true')
  await small(3).click()
  await expect(small(3)).toHaveAttribute('aria-current', 'true')
  const large = (n: number) => strip.getByRole('button').nth(n - 1)
  await large(3).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(small(2)).toHaveAttribute('aria-current', 'true')
  await expect(large(2)).toBeFocused()
  await expect(large(2)).toHaveAccessibleName('Enlarge Pictured bun, picture 2 of 3')
  await expectAccessible(page)

  await page.keyboard.press('Enter')
  const viewer = page.getByRole('dialog', { name: 'Pictured bun' })
  await expect(viewer.getByRole('status')).toHaveText('Picture 2 / 3')
  await expect(viewer.getByText('This picture could not be loaded.').first()).toBeInViewport()
  await expectAccessible(page)
  await page.keyboard.press('ArrowRight')
  await expect(viewer.getByRole('status')).toHaveText('Picture 3 / 3')
  await page.keyboard.press('Escape')
  await expect(viewer).toBeHidden()
  await expect(large(2)).toBeFocused()
})

test('A product page shows the next pickup, reviews and related products', { tag: '@long' }, async ({ page }) => {
  const corner = await createShop('Corner Bakery')
  const one = await corner.addProduct({
    name: 'First bun',
    description: 'Soft, round, buttered.',
    available_for_pickup: true,
    lead_time_days: 2,
  })
  const another = await corner.addProduct({ name: 'Second bun' })
  await visit(page, one.path)
  await expect(page.getByText('Pickup times by arrangement')).toBeVisible()
  await expect(page.getByText('Needs 2 days’ notice')).toBeVisible()
  for (const day of [0, 1, 2, 3, 4, 5, 6]) await corner.addPickupWindow(day, '09:00', '17:00')
  await visit(page, one.path)
  await expect(page.getByText(/^Next pickup: [A-Z][a-z]+day \d+ [A-Z][a-z]+, 09:00 to 17:00$/)).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Description' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByText('Soft, round, buttered.')).toBeVisible()
  await page.getByRole('tab', { name: 'Reviews', exact: true }).click()
  await expect(page.getByText('No reviews yet')).toBeVisible()
  await expect(page).toHaveURL(`${one.path}?tab=reviews`)
  await page
    .getByRole('list', { name: `More from ${corner.shop.name}` })
    .getByRole('link', { name: 'Second bun' })
    .click()
  await expect(page).toHaveURL(another.path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Second bun')

  // A shop without other products shows products of other shops.
  const lone = await createShop('Lone Larder')
  const { path } = await lone.addProduct({ name: 'Lone sponge', category: 'Cakes' })
  await visit(page, path)
  const others = page.getByRole('list', { name: 'More Cakes from other shops' }).getByRole('article')
  await expect(others).toHaveCount(4)
  await expect(others.filter({ hasText: 'Lone sponge' })).toHaveCount(0)
})

/** The variation, personalisation and quantity of each stored basket line. */
async function storedLines(page: Page): Promise<[string | null, string | null, number][]> {
  return page.evaluate(() => {
    const lines: { variation: string | null; personalization: string | null; quantity: number }[] = JSON.parse(
      localStorage.getItem('tuckbox-cart') ?? '[]',
    )
    return lines.map(({ variation, personalization, quantity }) => [variation, personalization, quantity])
  })
}

/** A complete declaration: contains milk, free from everything else. */
function onlyMilk(): Record<string, string> {
  const others = ['celery', 'gluten', 'crustaceans', 'eggs', 'fish', 'lupin', 'molluscs', 'mustard', 'nuts']
  const more = ['peanuts', 'sesame', 'soya', 'sulphites']
  return { ...Object.fromEntries([...others, ...more].map((key) => [key, 'free'])), milk: 'contains' }
}

async function pictureOf(name: string): Promise<string> {
  const [product] = await selectRows('products', `name=eq.${encodeURIComponent(name)}&select=image`)
  return z.object({ image: z.string() }).parse(product).image
}
