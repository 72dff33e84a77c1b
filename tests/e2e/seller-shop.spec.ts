/** Opening a shop, its settings and the dashboard, in every state. */
import type { Page, Route } from '@playwright/test'
import { expectAccessible, expectAccessibleState } from './accessibility.ts'
import { expect, reload, signIn, test, toast, visit } from './fixtures.ts'
import { clearSession, createUser, type Member, password, setSession, signInMember } from './members.ts'
import { createShop } from './shop-fixtures.ts'

const logo = 'web/public/icon-512.png'
const sections = [
  'Compliance with laws',
  'Food safety and handling',
  'Allergen information',
  'Home kitchen rules',
  'Liability and indemnity',
  'Quality control',
  'Food labelling',
  'Our right to remove listings or suspend sellers',
  'Verification and audit',
  'Updates to these terms',
]

const fileOf = (name: string, mimeType: string, content: string | Buffer) => ({
  name,
  mimeType,
  buffer: Buffer.from(content),
})

/** A date `ahead` days from today, as date fields take it. */
function day(ahead: number): string {
  return new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
}

async function choosePicture(page: Page, label: string, file: string | ReturnType<typeof fileOf>): Promise<void> {
  await page.getByLabel(label, { exact: true }).and(page.locator('input[type=file]')).setInputFiles(file)
}

test('a new member opens a shop with a logo, sets pickup times and a closure, and visitors see it', {
  tag: '@desktop',
}, async ({ page }) => {
  const { email } = await createUser('Rosie')
  await visit(page, '/seller/create-shop')
  await expect(page, 'visitors are redirected to the home page and asked to sign in').toHaveURL('/')
  await signIn(page, email, password)
  await expect(page).toHaveURL('/seller/create-shop')
  await expect(page.getByRole('heading', { name: 'Open your shop' })).toBeVisible()
  await expect(toast(page, 'Signed in successfully')).toBeVisible()

  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Open a shop' }).click()
  await visit(page, '/seller/dashboard')
  await expect(page.getByRole('heading', { name: 'No Shop Found' })).toBeVisible()
  await expectAccessibleState(page)
  await page.getByRole('link', { name: 'Create Shop' }).click()

  const costs = page.getByRole('region', { name: 'What it costs, and when you are paid' })
  await expect(costs).toContainText('A cake for £20.00')
  const create = page.getByRole('button', { name: 'Create Shop' })
  await expect(create).toBeDisabled()
  await page.getByLabel('Shop name').press('Enter')
  await expect(toast(page, 'Terms Agreement Required')).toBeVisible()
  await expect(page.getByText('You must accept the Health & Safety Terms to create a shop.')).toBeVisible()
  await page.getByRole('button', { name: 'Read the Seller Health & Safety Agreement' }).click()
  const agreement = page.getByRole('dialog', { name: 'Seller Health & Safety Agreement' })
  await expect(agreement.getByRole('heading', { name: 'Seller Health & Safety Agreement' })).toBeInViewport()
  for (const [index, section] of sections.entries())
    await expect(agreement.getByRole('heading', { name: `${index + 1}. ${section}` })).toBeAttached()
  await expectAccessibleState(page)
  await agreement.getByRole('button', { name: 'Close' }).click()
  await page.getByLabel('I have read and accept the Health & Safety Terms.').check()

  await page.getByLabel('Shop name').fill('R')
  await page.getByLabel('Description').fill('Cakes')
  await page.getByLabel('Town or district').fill('Nowhereville')
  await create.click()
  for (const message of [
    'Shop name must be at least 2 characters.',
    'Description must be at least 10 characters.',
    'Please select a category.',
    'Please choose a town or district from the list.',
  ])
    await expect(page.getByText(message)).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Shop name').fill('x'.repeat(51))
  await page.getByLabel('Description').fill('x'.repeat(501))
  await expect(page.getByText('Shop name must be less than 50 characters.')).toBeVisible()
  await expect(page.getByText('Description must be less than 500 characters.')).toBeVisible()

  const { shop: neighbour } = await createShop()
  await page.getByLabel('Shop name').fill(neighbour.slug)
  await expect(page.getByText(`/shop/${neighbour.slug}-2`), 'an unused slug is offered').toBeVisible()
  await page.getByLabel('Description').fill('Celebration cakes with a soft crumb.')
  await page.getByLabel('Category').selectOption('Cakes')
  await page.getByLabel('Town or district').fill('lerwi')
  await page.getByRole('option', { name: /Lerwick/ }).click()

  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  await choosePicture(page, 'Logo (optional)', fileOf('logo.svg', 'image/svg+xml', svg))
  await expect(page.getByText('Please upload an image file (JPEG, PNG, etc).')).toBeVisible()
  await choosePicture(page, 'Logo (optional)', fileOf('logo.png', 'image/png', Buffer.alloc(5.1 * 1024 * 1024)))
  await expect(page.getByText('File size is too large. Please upload an image under 5MB.')).toBeVisible()
  await choosePicture(page, 'Logo (optional)', logo)
  await expect(page.getByRole('button', { name: 'Remove' })).toBeVisible()
  await create.click()
  await expect(toast(page, 'Shop created!')).toBeVisible()
  await expect(page).toHaveURL(`/shop/${neighbour.slug}-2`)
  await expect(page.getByRole('link', { name: 'Add Your First Product' })).toBeVisible()

  await visit(page, '/seller/create-shop')
  await expect(toast(page, 'Shop Already Exists')).toBeVisible()
  await expect(page.getByText('You already have a shop.')).toBeVisible()
  await expect(page).toHaveURL('/seller/dashboard')
  const steps = page.getByRole('region', { name: 'Get your shop ready' }).getByRole('listitem')
  await expect(steps.nth(4)).toHaveText('Set up payments')
  for (const [name, to] of [
    ['Create Product', '/seller/create-product'],
    ['Orders', '/seller/orders'],
    ['Analytics', '/seller/analytics'],
    ['Shop Settings', '/seller/shop-settings'],
    ['Payment Settings', '/seller/payment-settings'],
    ['Products', '/seller/products'],
  ] as const)
    await expect(
      page.getByRole('navigation', { name: 'Your shop' }).getByRole('link', { name: new RegExp(`^${name}`) }),
    ).toHaveAttribute('href', to)
  await expect(page.getByText('2 of 5 done')).toBeVisible()
  await expect(page.getByText('No orders to make right now.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Payments are not set up yet' })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Set your pickup times' }).click()
  await expect(page.getByText('No pickup schedules added yet. Add your first schedule above.')).toBeVisible()
  await addPickupTimes(page)
  await addClosure(page)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Read the Health & Safety Terms' }).click()
  // A Saturday is still chosen that overlapped.
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/seller/terms')
  await page.getByRole('link', { name: 'Go to your dashboard' }).click()
  await page.getByRole('link', { name: 'Shop Settings' }).click()
  await page.getByRole('link', { name: 'Back to your shop' }).click()
  await expect(page).toHaveURL(`/shop/${neighbour.slug}-2`)

  await clearSession(page)
  await visit(page, `/shop/${neighbour.slug}-2`)
  await expect(page.getByText(/^Back on /)).toBeVisible()
  await expect(page.getByText('Away at the sea').first()).toBeVisible()
  await expect(page.getByText('Wednesday').first()).toBeVisible()
  await visit(page, '/seller/terms')
  await expect(page.getByRole('heading', { name: 'Seller Health & Safety Agreement' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2 }).filter({ hasText: /^\d+\. / })).toHaveCount(10)
  await expect(page.getByRole('main').getByRole('link', { name: 'Open a shop' })).toBeVisible()
  await expectAccessibleState(page)
})

async function addPickupTimes(page: Page): Promise<void> {
  const panel = page.getByRole('region', { name: 'Pickup Schedule' })
  const days = panel.getByRole('group', { name: 'Days' })
  await expect(days.getByRole('button')).toHaveText(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'])
  await expect(panel.getByLabel('Start time')).toHaveValue('09:00')
  await expect(panel.getByLabel('End time')).toHaveValue('17:00')
  await expect(panel.getByPlaceholder('No limit')).toHaveValue('')
  await expect(panel.getByRole('button', { name: 'Add Pickup Schedule' })).toBeDisabled()
  await days.getByRole('button', { name: 'Wed' }).click()
  await panel.getByLabel('Maximum orders').fill('0')
  await panel.getByRole('button', { name: 'Add Pickup Schedule' }).click()
  await expect(panel.getByText('Please enter a whole number of at least 1.')).toBeVisible()
  await panel.getByLabel('Maximum orders').fill('6')
  await days.getByRole('button', { name: 'Sat' }).click()
  await panel.getByRole('button', { name: 'Add 2 Pickup Schedules' }).click()
  const rows = panel.getByRole('list', { name: 'Pickup schedules' }).getByRole('listitem')
  await expect(rows).toHaveText(['Wednesday09:00 to 17:00(Max 6 orders)', 'Saturday09:00 to 17:00(Max 6 orders)'])

  await days.getByRole('button', { name: 'Sat' }).click()
  await panel.getByLabel('Start time').fill('16:00')
  await panel.getByLabel('End time').fill('18:00')
  await expect(panel.getByText('This overlaps another pickup window on Saturday (09:00 to 17:00).')).toBeVisible()
  await panel.getByRole('button', { name: 'Add Pickup Schedule' }).click()
  await expect(toast(page, 'Failed to add pickup schedule')).toBeVisible()
  await panel.getByRole('button', { name: 'Delete Saturday, 09:00 to 17:00' }).click()
  await expect(rows).toHaveCount(1)
}

async function addClosure(page: Page): Promise<void> {
  const panel = page.getByRole('region', { name: 'Closures' })
  await expect(panel.getByText('No closures planned.')).toBeVisible()
  await expect(panel.getByLabel('First day')).toHaveValue(/^\d{4}-\d\d-\d\d$/)
  await panel.getByLabel('First day').fill(day(3))
  await panel.getByLabel('Last day').fill(day(1))
  await panel.getByRole('button', { name: 'Add closure' }).click()
  await expect(panel.getByText('The last day must not be before the first.')).toBeVisible()
  await panel.getByLabel('First day').fill(day(-1))
  await panel.getByLabel('Note').fill('Away at the sea')
  await panel.getByRole('button', { name: 'Add closure' }).click()
  await expect(panel.getByText(/^‘Back on /)).toBeVisible()
  await expect(panel.getByRole('list', { name: 'Closures' }).getByRole('listitem')).toHaveCount(1)
}

async function newSeller(
  page: Page,
  options?: Parameters<typeof createShop>[1],
): Promise<{ member: Member; slug: string; shopId: string }> {
  const { owner, shop } = await createShop('Test Kitchen', options)
  const member = await signInMember(page.request, owner.email, password)
  await setSession(page, member)
  return { member, slug: shop.slug, shopId: shop.id }
}

test('a seller changes a shop in two tabs without losing changes, and its old logo is deleted', {
  tag: '@desktop',
}, async ({ page, context }) => {
  const { slug } = await newSeller(page)
  await visit(page, '/seller/shop-settings')
  await choosePicture(page, 'Logo', logo)
  await choosePicture(page, 'Banner', logo)
  await expect(page.getByRole('button', { name: 'Remove' })).toHaveCount(2)
  await expect.poll(() => centreAlpha(page, 'Banner'), 'the stored picture is the chosen one').toBeGreaterThan(0)
  await page.getByLabel('Delivery radius').fill('far')
  await page.getByLabel('Address line 1').fill('1 Mill Lane')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Please enter a distance between 0.1 and 500 miles.')).toBeVisible()
  await expect(page.getByText('Please enter the postcode.')).toBeVisible()
  await page.getByLabel('Delivery radius').fill('7.5')
  await page.getByLabel('Town or city').fill('Lerwick')
  await page.getByLabel('Postcode').fill('ze1 0aa')
  await page.getByLabel('Food registration number').fill('SH-12345')
  await page.getByLabel('Food hygiene rating').selectOption('5 – Very good')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page, 'Shop updated!')).toBeVisible()
  await expect(page.getByText('Your shop settings have been updated successfully.')).toBeVisible()
  await expect(page).toHaveURL(`/shop/${slug}`)
  const safety = page.getByRole('region', { name: 'Food safety' })
  await expect(safety).toContainText('5 – Very good')
  await expect(safety).toContainText('As declared by the seller.')
  await expect(page.getByText('SH-12345'), 'only administrators see the registration number').toBeHidden()
  await expect(page.getByText('1 Mill Lane'), 'the pickup address is private').toBeHidden()

  await visit(page, '/seller/shop-settings')
  await expect(page.getByLabel('Postcode')).toHaveValue('ZE1 0AA')
  await expect(page.getByLabel('Food registration number')).toHaveValue('SH-12345')
  const other = await context.newPage()
  await visit(other, '/seller/shop-settings')
  await other.getByLabel('Description').fill('Written in the other tab.')
  await other.getByLabel('Category').selectOption('Bread')
  const oldLogo = await logoOf(other)
  await other.getByRole('button', { name: 'Remove' }).first().click()
  await other.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(other, 'Shop updated!')).toBeVisible()
  await expect
    .poll(async () => (await page.request.get(oldLogo)).ok(), { message: 'the old logo is deleted from storage' })
    .toBe(false)

  await page.getByLabel('Shop name').fill('Renamed Kitchen')
  await page.getByLabel('Description').fill('Written in this tab.')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page, 'Shop changed elsewhere')).toBeVisible()
  const elsewhere = page.getByRole('region', { name: 'Changed elsewhere' })
  await expect(elsewhere.getByText('Written in the other tab.')).toBeVisible()
  await expect(page.getByLabel('Description')).toHaveValue('Written in this tab.')
  await expect(page.getByLabel('Shop name')).toHaveValue('Renamed Kitchen')
  await expect(page.getByLabel('Category'), 'a field that only the other tab changed').toHaveValue('Bread')
  await expectAccessibleState(page)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page, 'a renamed shop keeps its slug').toHaveURL(`/shop/${slug}`)
  await expect(page.getByRole('heading', { name: 'Renamed Kitchen' })).toBeVisible()
  await expect(page.getByText('Written in this tab.')).toBeVisible()
})

/** The alpha of a picture's middle pixel, 0 to 255. A picture drawn wrongly is transparent. */
function centreAlpha(page: Page, label: string): Promise<number> {
  const picture = page.getByRole('group', { name: label }).locator('img[src*="/render/image/"]')
  return picture.evaluate((image) => {
    const canvas = document.createElement('canvas').getContext('2d')
    if (!canvas || !(image instanceof HTMLImageElement) || !image.complete) return 0
    canvas.drawImage(image, image.naturalWidth / 2, image.naturalHeight / 2, 1, 1, 0, 0, 1, 1)
    return canvas.getImageData(0, 0, 1, 1).data[3] ?? 0
  })
}

/** The storage URL of the logo, without the rendering path. */
async function logoOf(page: Page): Promise<string> {
  const source = (await page.getByRole('group', { name: 'Logo' }).locator('img').getAttribute('src')) ?? ''
  return source.replace('/render/image/public/', '/object/public/').replace(/\?.*$/, '')
}

/** Holds requests until they are released, so that a test can check the pending state. */
function holdRequests(then: (route: Route) => Promise<void>) {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  return {
    release,
    handler: async (route: Route) => {
      await released
      await then(route)
    },
  }
}

const failWith400 = (route: Route) => route.fulfill({ status: 400, json: { message: 'No', code: '0' } })

/** Aborts writes and lets reads through. */
const abortWrites = (route: Route) => (route.request().method() === 'GET' ? route.fallback() : route.abort())

test.describe('When a request fails or a shop is missing', { tag: '@desktop' }, () => {
  test.use({ expectedErrors: [/Failed to load resource|ERR_FAILED/] })

  test('the create shop page shows the specified error and keeps what was typed', { tag: '@long' }, async ({
    page,
  }) => {
    const { email } = await createUser('Sam')
    await setSession(page, await signInMember(page.request, email, password))
    await visit(page, '/seller/shop-settings')
    await expect(toast(page, 'Shop Not Found')).toBeVisible()
    await expect(page.getByText('You need to create a shop first.')).toBeVisible()
    await expect(page).toHaveURL('/seller/create-shop')

    const storing = holdRequests((route) =>
      route.fulfill({ status: 400, json: { statusCode: '413', message: 'Too large' } }),
    )
    await page.route('**/object/upload/sign/**', (route) =>
      route.request().method() === 'PUT' ? storing.handler(route) : route.fallback(),
    )
    await choosePicture(page, 'Logo (optional)', logo)
    await expect(page.getByRole('button', { name: 'Uploading...' })).toBeDisabled()
    await expect(page.getByRole('progressbar', { name: 'Uploading Logo (optional)' })).toBeVisible()
    storing.release()
    await expect(page.getByText('File size is too large. Please upload an image under 5MB.')).toBeVisible()

    const opening = holdRequests((route) => route.abort())
    await page.route('**/rest/v1/shops*', (route) =>
      route.request().method() === 'POST' ? opening.handler(route) : route.fallback(),
    )
    await page.getByLabel('Shop name').fill('Sam’s Snacks')
    await page.getByLabel('Description').fill('Snacks of all kinds, made today.')
    await page.getByLabel('Category').selectOption('Other')
    await page.getByLabel('I have read and accept the Health & Safety Terms.').check()
    await page.getByRole('button', { name: 'Create Shop' }).click()
    await expect(page.getByRole('button', { name: 'Creating shop...' })).toBeDisabled()
    opening.release()
    await expect(toast(page, 'Your shop could not be created')).toBeVisible()
    await expect(page.getByLabel('Shop name'), 'the form keeps what was typed').toHaveValue('Sam’s Snacks')
  })

  test('the shop settings show the specified errors', { tag: '@long' }, async ({ page, request }) => {
    const { member, shopId } = await newSeller(page)
    const loading = holdRequests((route) => route.fallback())
    await page.route('**/rest/v1/shop_pickup_schedules*', loading.handler)
    await page.route('**/rest/v1/shop_closures*', failWith400)
    await visit(page, '/seller/shop-settings')
    await expect(page.getByText('Loading schedules...')).toBeVisible()
    await expect(page.getByText('The closures could not be loaded.')).toBeVisible()
    loading.release()
    await page.unrouteAll({ behavior: 'wait' })
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('No closures planned.')).toBeVisible()

    const panel = page.getByRole('region', { name: 'Pickup Schedule' })
    const windows = { shop_id: shopId, day_of_week: 1, start_time: '10:00', end_time: '11:00' }
    await request.post('/rest/v1/shop_pickup_schedules', { headers: member.headers, data: windows })
    await panel.getByRole('button', { name: 'Mon', exact: true }).click()
    await panel.getByRole('button', { name: 'Add Pickup Schedule' }).click()
    await expect(toast(page, 'Failed to add pickup schedule'), 'another tab has added this window').toBeVisible()
    await expect(
      page.getByText('This overlaps another pickup window on Monday (10:00 to 11:00).').first(),
    ).toBeVisible()
    await expect(panel.getByRole('listitem')).toHaveCount(1)

    await page.route(/rest\/v1\/(shop_pickup_schedules|shop_closures|shops)/, abortWrites)
    await panel.getByRole('button', { name: 'Delete Monday' }).click()
    await expect(toast(page, 'Failed to delete pickup schedule.')).toBeVisible()
    await panel.getByRole('button', { name: 'Mon', exact: true }).click()
    for (const name of ['Tue', 'Fri']) await panel.getByRole('button', { name, exact: true }).click()
    await panel.getByRole('button', { name: 'Add 2 Pickup Schedules' }).click()
    await expect(toast(page, 'Failed to add pickup schedules')).toBeVisible()
    await page.getByLabel('Last day').fill(day(2))
    await page.getByRole('button', { name: 'Add closure' }).click()
    await expect(toast(page, 'The closure could not be added')).toBeVisible()
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(toast(page, 'Shop update failed')).toBeVisible()
    await expect(page.getByText('Unable to update shop information.')).toBeVisible()
    await page.unrouteAll()

    const saving = holdRequests((route) => route.fallback())
    await page.route('**/rest/v1/shops*', saving.handler)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByRole('button', { name: 'Saving...' })).toBeDisabled()
    await removeShop(page, shopId)
    saving.release()
    await expect(page.getByText('Shop data not found')).toBeVisible()
    await page.unrouteAll({ behavior: 'wait' })

    await page.route('**/rest/v1/shops*', failWith400)
    await reload(page)
    await expect(page.getByRole('heading', { name: 'Could not fetch shop data.' })).toBeVisible()
    await expectAccessible(page)
  })

  test('the dashboard shows load errors, missing terms, a suspension and an empty to-do list', {
    tag: ['@chromium', '@long'],
  }, async ({ page }) => {
    const { member, shopId, slug } = await newSeller(page, { terms: null })
    expect((await page.request.get(`/shop/${slug}`)).status(), 'a shop without accepted terms').toBe(404)
    const closure = { shop_id: shopId, from_date: day(-1), to_date: day(1) }
    await page.request.post('/rest/v1/shop_closures', { headers: member.headers, data: closure })
    await page.route('**/rpc/seller_overview', failWith400)
    await visit(page, '/seller/dashboard')
    await expect(page.getByText('Your to-do list could not be loaded.')).toBeVisible()
    await expect(page.getByText('The orders could not be loaded.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'I have read and accept the terms' }).click()
    await expect(page.getByRole('region', { name: 'Terms' })).toBeHidden()
    await expect.poll(async () => (await page.request.get(`/shop/${slug}`)).status()).toBe(200)
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).first().click()
    await expect(page.getByText('You are closed now. Back on ')).toBeVisible()

    const hours = { pickup_date: day(-9), pickup_start: '16:00:00', pickup_end: '19:00:00' }
    await page.route('**/rpc/seller_overview', async (route) => {
      const response = await route.fetch()
      const order = { id: shopId, buyer_name: 'Nadia', fulfilment: 'pickup', status: 'ready', ...hours }
      const delivery = { delivery_date: null, delivery_start: null, delivery_end: null }
      const orders = [{ ...order, ...delivery, items: [{ name: 'Carrot cake', quantity: 2 }] }]
      const done = { products: 1, schedules: 1, charges_enabled: true, open: 1, orders }
      await route.fulfill({ response, json: { ...(await response.json()), ...done } })
    })
    await page.route('**/rest/v1/shops*', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: (await response.text()).replace('"active"', '"suspended"') })
    })
    await reload(page)
    await expect(page.getByText('Nothing to do right now.')).toBeVisible()
    await expect(page.getByText('Buyers can pay you')).toBeVisible()
    await expect(page.getByText('Your shop is suspended.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Not picked up yet 1 order' })).toBeVisible()
    await expect(page.getByRole('link', { name: '2 × Carrot cake for Nadia, 16:00 to 19:00 Ready' })).toBeVisible()
    await expectAccessible(page)
  })
})

/** Deletes a shop with the service key, which no seller can do. */
async function removeShop(page: Page, shopId: string): Promise<void> {
  const { E2E_SERVICE_KEY: apikey = '' } = process.env
  const headers = { apikey, authorization: `Bearer ${apikey}` }
  expect((await page.request.delete(`/rest/v1/shops?id=eq.${shopId}`, { headers })).ok()).toBe(true)
}
