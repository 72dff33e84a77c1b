import sharp from 'sharp'
import { publicHygieneRegister } from '#domain/food/hygiene'
import { sellerTermsVersion } from '#domain/selling/seller-terms'
import { expectAccessibleState } from './accessibility.ts'
import { expect, signIn, test, toast, visit } from './fixtures.ts'
import { clearSession, createMember, password, setSession, signInMember } from './members.ts'
import { callRpcAs } from './orders.ts'
import { remotePlace } from './shop-fixtures.ts'

const longName = 'Grandmother Wilhelmina’s Exceedingly Long Kitchen'

test('A visitor writes to a new shop, and its owner reads the enquiry and uploads a logo', async ({
  page,
  request,
  expectedErrors,
}) => {
  const owner = await createMember(request, 'Wilhelmina')
  const opened = await request.post('/rest/v1/shops', {
    headers: { ...owner.headers, prefer: 'return=representation' },
    data: {
      user_id: owner.id,
      name: longName,
      slug: 'grandmother',
      description: 'Cakes as tall as they are long.',
      category: 'Cakes',
      ...remotePlace,
    },
  })
  expect(opened.status()).toBe(201)
  // The database derives the slug from the name.
  const [{ slug }] = await opened.json()
  expect((await request.get(`/shop/${slug}`)).status(), 'a shop without accepted terms').toBe(404)
  await callRpcAs(request, owner, 'accept_seller_terms', { version: sellerTermsVersion })

  // A visitor sees a shop without banner, logo, items, reviews or pickup times.
  await visit(page, `/shop/${slug}`)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(longName)
  await expect(main.getByText('New', { exact: true })).toBeVisible()
  await expect(main.getByText('0 items')).toBeVisible()
  await expect(main.getByRole('heading', { name: 'No products yet' })).toBeVisible()
  const policies = main.getByRole('region', { name: 'Shop Policies' })
  await expect(policies.getByRole('term')).toHaveText(['Delivery', 'Returns & Exchanges', 'Cancellations'])
  await expect(policies.getByRole('definition')).toHaveText([
    'See item details for delivery information.',
    'See item details for return and exchange eligibility.',
    'Cancellations are accepted within 24 hours of purchase.',
  ])
  await expect(main.getByRole('link', { name: 'Manage Shop' })).toBeHidden()
  await expect(main.getByRole('button', { name: `Favorite ${longName}` })).toHaveText('Favorite')
  await main.getByRole('tab', { name: 'Reviews' }).click()
  await expect(main.getByRole('heading', { name: 'No reviews yet' })).toBeVisible()
  await expectAccessibleState(page)

  // The contact form shows an error at each invalid field, then sends the message.
  await main.getByRole('button', { name: 'Contact' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your email (optional)').fill('not an address')
  await dialog.getByRole('button', { name: 'Send message' }).click()
  await expect(dialog.getByText('Subject must be at least 2 characters')).toBeVisible()
  await expect(dialog.getByText('Message must be at least 10 characters')).toBeVisible()
  await expect(dialog.getByText('Please enter a valid email address')).toBeVisible()
  await expectAccessibleState(page)
  await dialog.getByLabel('Your name (optional)').fill('Vera')
  await dialog.getByLabel('Your email (optional)').fill('vera@example.com')
  await dialog.getByLabel('Subject').fill('A cake for a giraffe')
  await dialog.getByLabel('Message').fill('How tall can you bake?')
  await dialog.getByRole('button', { name: 'Send message' }).click()
  await expect(toast(page, 'Message sent')).toBeVisible()
  await expect(dialog).toBeHidden()

  // The owner opens the enquiry from the notification.
  await setSession(page, owner)
  const notifications = await request.get('/rest/v1/notifications?select=title,message,link', {
    headers: owner.headers,
  })
  const [{ title, message, link }] = await notifications.json()
  expect([title, message]).toEqual(['New enquiry from Vera', 'A cake for a giraffe'])
  await visit(page, link)
  const enquiry = page.getByRole('article')
  await expect(enquiry.getByText('How tall can you bake?')).toBeVisible()
  await expect(enquiry.getByText('From Vera (vera@example.com)')).toBeVisible()
  await expect(enquiry.getByRole('link', { name: 'Reply by email' })).toHaveAttribute(
    'href',
    'mailto:vera%40example.com?subject=Re%3A%20A%20cake%20for%20a%20giraffe',
  )
  const tabs = page.getByRole('navigation', { name: 'Messages' })
  await expect(tabs.getByRole('link', { name: 'Enquiries 1 unread' })).toBeVisible()
  await expectAccessibleState(page)
  await enquiry.getByRole('button', { name: 'Mark as read' }).click()
  await expect(tabs.getByRole('link', { name: 'Enquiries', exact: true })).toBeVisible()
  await expect(enquiry.getByText('New', { exact: true })).toBeHidden()
  await expect(enquiry).toBeFocused()

  // The owner's controls.
  await visit(page, `/shop/${slug}`)
  await expect(main.getByRole('link', { name: 'Manage Shop' })).toHaveAttribute('href', '/seller/dashboard')
  await expect(main.getByRole('link', { name: 'Edit Shop' })).toHaveAttribute('href', '/seller/shop-settings')
  await expect(main.getByRole('link', { name: 'Add Your First Product' })).toHaveAttribute(
    'href',
    '/seller/create-product',
  )
  await expect(main.getByRole('button', { name: 'Contact' })).toBeHidden()

  // A text file and a large file are refused, then a picture is accepted as the logo.
  const chooser = main.getByLabel('New shop logo')
  await chooser.setInputFiles({ name: 'text.txt', mimeType: 'text/plain', buffer: Buffer.from('Once upon a time') })
  await expect(toast(page, 'Please upload an image file (JPEG, PNG, etc).')).toBeVisible()
  await chooser.setInputFiles({ name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(5 * 1024 * 1024) })
  await expect(toast(page, 'File size is too large. Please upload an image under 5MB.')).toBeVisible()
  const picture = await sharp({ create: { width: 320, height: 200, channels: 3, background: '#a3153f' } })
    .png()
    .toBuffer()
  const logos = async () =>
    (await (await request.get(`/rest/v1/shops?slug=eq.${slug}&select=logo`, { headers: owner.headers })).json())[0].logo
  expectedErrors.push(/ERR_FAILED/)
  await page.route('**/storage/v1/object/upload/sign/**', (route) => route.abort(), { times: 1 })
  await chooser.setInputFiles({ name: 'first.png', mimeType: 'image/png', buffer: picture })
  await expect(toast(page, 'Update failed')).toBeVisible()
  const uploaded: string[] = []
  for (const name of ['first.png', 'second.png']) {
    await chooser.setInputFiles({ name, mimeType: 'image/png', buffer: picture })
    await expect(toast(page, 'Shop updated')).toBeVisible()
    await expect(toast(page, `${longName} has been updated.`)).toBeVisible()
    await expect.poll(logos).not.toBe(uploaded.at(-1) ?? null)
    uploaded.push(await logos())
    await page.getByRole('region', { name: 'Notices' }).getByRole('button', { name: 'Dismiss' }).click()
  }
  const [first, second] = uploaded
  expect(second).toMatch(new RegExp(`^shop_images/${owner.id}/[\\w-]+\\.webp$`))
  await expect(main.locator(`img[src*="${second}"]`)).toBeVisible()
  expect((await request.get(`/storage/v1/object/public/${second}`)).status()).toBe(200)
  await expect.poll(async () => (await request.get(`/storage/v1/object/public/${first}`)).ok()).toBe(false)
  await expectAccessibleState(page)
  await main.getByRole('link', { name: 'Manage Shop' }).click()
  await expect(page).toHaveURL('/seller/dashboard')
  await expect(main.locator(`img[src*="${second}"]`)).toBeVisible()

  await clearSession(page)
  await visit(page, `/shop/${slug}?tab=enquiries`)
  await expect(page.getByRole('dialog', { name: 'Sign in' }), 'a visitor who follows the link').toBeVisible()
  await expect(page.getByText('A cake for a giraffe')).toBeHidden()
  await signIn(page, owner.email, password)
  await expect(page).toHaveURL('/messages?tab=enquiries')
  await expect(enquiry.getByRole('heading')).toHaveText('A cake for a giraffe')
})

test('A shop page shows ratings, pickup times and closures, and sorts its items', { tag: '@long' }, async ({
  page,
}) => {
  await visit(page, '/shop/petit-matin')
  const facts = page.getByRole('list', { name: 'About this shop' })
  await expect(facts.getByRole('img', { name: /^Rated \d\.\d out of 5$/ })).toBeVisible()
  await expect(facts.getByRole('link', { name: /^\d+ reviews$/ })).toBeVisible()
  await expect(facts.getByText(/^\d+ items$/)).toBeVisible()
  await expect(page.getByText(/^Next pickup: .+, \d\d:\d\d to \d\d:\d\d$/)).toBeVisible()
  const week = page.getByRole('table', { name: 'Pickup times by day of the week' })
  await expect(week.getByRole('row', { name: 'Sunday' })).toContainText('08:00 to 11:30')
  await expect(week.getByRole('row', { name: 'Monday' })).toContainText('No pickup')
  await expect(page.getByText('En vacances')).toBeVisible()
  const safety = page.getByRole('region', { name: 'Food safety' })
  await expect(safety).toContainText('5 – Very good')
  await expect(safety).toContainText('As declared by the seller.')
  await expect(safety.getByRole('link', { name: 'Check it in the public register' })).toHaveAttribute(
    'href',
    publicHygieneRegister,
  )
  await expect(page.getByText('ISL/FB/204431'), 'only administrators see the registration number').toBeHidden()

  // More items than one row.
  await visit(page, '/shop/the-bermondsey-loaf')
  await expect(page.getByLabel('Sort by').getByRole('option')).toHaveText([
    'Relevance',
    'Price: Low to High',
    'Price: High to Low',
    'Highest Rating',
    'Newest Arrivals',
  ])
})

test('A member who sends too many messages sees the database’s rate limit error', { tag: ['@phone', '@long'] }, async ({
  page,
  request,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 429/)
  const chatterbox = await createMember(request, 'Chatterbox')
  const [{ id }] = await (
    await request.get('/rest/v1/shops?slug=eq.cocoa-clay&select=id', { headers: chatterbox.headers })
  ).json()
  for (let n = 0; n < 5; n += 1) {
    const sent = await request.post('/rest/v1/contact_messages', {
      headers: chatterbox.headers,
      data: { shop_id: id, sender_id: chatterbox.id, subject: 'Hello again', message: 'Is it ready yet? And now?' },
    })
    expect(sent.status()).toBe(201)
  }
  await setSession(page, chatterbox)
  await visit(page, '/shop/cocoa-clay')
  await page.getByRole('button', { name: 'Contact' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(`reply to ${chatterbox.email}`)).toBeVisible()
  await dialog.getByLabel('Subject').fill('Hello again')
  await dialog.getByLabel('Message').fill('Is it ready yet? And now?')
  await dialog.getByRole('button', { name: 'Send message' }).click()
  await expect(toast(page, 'Too many messages. Please try again in a few minutes.')).toBeVisible()
  await expect(dialog.getByLabel('Message')).toHaveValue('Is it ready yet? And now?')
})

test('A seller has no owner controls on another seller’s shop page', { tag: ['@phone', '@long'] }, async ({
  page,
  request,
}) => {
  await setSession(page, await signInMember(request, 'seller@tuckbox.test'))
  await visit(page, '/shop/honey-crumb')
  await expect(page.getByRole('link', { name: 'Manage Shop' })).toBeVisible()
  await page.getByRole('link', { name: /Enquiries/ }).click()
  await expect(page.getByRole('heading', { name: 'A cake for a very small wedding' })).toBeVisible()
  await visit(page, '/shop/cocoa-clay')
  await expect(page.getByRole('button', { name: 'Contact' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Manage Shop' })).toBeHidden()
})
