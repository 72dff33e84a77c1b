import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { type Answers, merged, refused } from './answers.ts'
import { button, dialog, expectAccessible, expectNoOverflow, heading, link, main } from './expectations.ts'
import { openPage, type PageOptions } from './open-page.tsx'
import { found, foundMany, listing, longName, longWord, ownShop, shopRow } from './rows.ts'

const shop = {
  ...shopRow,
  pickup: [],
  delivery: [],
  kitchen: null,
  closures: [],
  vouchers: null,
  announcements: [],
}

const usual: Answers = {
  'GET /rest/v1/drops': [],
  'POST /rest/v1/rpc/search_products': listing([found]),
  'POST /rest/v1/rpc/earliest_days': [],
}

const openShop = (more: object = {}, { answers, ...options }: PageOptions = {}) =>
  openPage('/shop/corner-bakery', {
    answers: merged(usual, { 'GET /rest/v1/shops': [{ ...shop, ...more }] }, answers),
    ...options,
  })

describe('the page of a shop', () => {
  it('is not found for an unknown shop', async () => {
    await openPage('/shop/nothing', { answers: merged(usual, { 'GET /rest/v1/shops': [] }) })
    await expect.element(heading('Shop Not Found')).toBeVisible()
    await expect.element(link('Go to the home page')).toHaveAttribute('href', '/')
  })

  it('has no products, reviews or times at first', async () => {
    await openShop(
      {},
      {
        answers: {
          'POST /rest/v1/rpc/search_products': listing([]),
          'GET /rest/v1/reviews': [],
          'GET /rest/v1/rpc/review_stars': [],
        },
      },
    )
    await expect.element(heading('No products yet')).toBeVisible()
    await expect.element(main().getByText('0 items')).toBeVisible()
    await expect.element(link('Manage Shop')).not.toBeInTheDocument()
    await page.getByRole('tab', { name: 'Reviews' }).click()
    await expect.element(heading('No reviews yet')).toBeVisible()
    await expectAccessible()
  })

  it('shows its pickup times and closures', async () => {
    await openShop({
      pickup: [{ day_of_week: 6, start_time: '09:00:00', end_time: '12:00:00', on_date: null }],
      closures: [{ from_date: '2026-07-01', to_date: '2026-07-09', note: 'Away at the sea' }],
      rating: 4.5,
      review_count: 2,
    })
    await expect.element(main()).toHaveTextContent('Saturday')
    await expect.element(page.getByRole('list', { name: 'Closed' })).toHaveTextContent('Away at the sea')
    await expectAccessible()
  })

  it('sorts more than one row of items', async () => {
    const opened = await openShop({}, { answers: { 'POST /rest/v1/rpc/search_products': listing(foundMany(5)) } })
    await page.getByRole('combobox', { name: 'Sort by' }).selectOptions('Price: Low to High')
    await expect.poll(opened.path).toContain('sort=price_low')
    expect(opened.requests('POST /rest/v1/rpc/search_products')[0]?.body).toMatchObject({ shop: 'corner-bakery' })
  })

  it('says that nothing fits the filters, and how to remove them', async () => {
    const opened = await openPage('/shop/corner-bakery?avoid=nuts,peanuts', {
      answers: merged(usual, { 'GET /rest/v1/shops': [shop], 'POST /rest/v1/rpc/search_products': listing([]) }),
    })
    await expect.element(heading('Nothing from this shop fits the filters')).toBeVisible()
    await page.getByRole('link', { name: 'Remove filter: No nuts' }).click()
    await expect.poll(opened.path).toBe('/shop/corner-bakery')
    expect(opened.requests('POST /rest/v1/rpc/search_products')[0]?.body).toMatchObject({ avoid: ['nuts', 'peanuts'] })
  })

  it('has no controls of its owner for another seller', async () => {
    const other = { ...ownShop, id: '00000001-0000-4000-8000-000000000002', slug: 'hill-bakery' }
    await openShop(
      {},
      {
        member: {},
        answers: {
          'GET /rest/v1/shops': ({ url }) => [url.searchParams.has('user_id') ? other : shop],
        },
      },
    )
    await expect.element(button('Contact')).toBeVisible()
    await expect.element(link('Manage Shop')).not.toBeInTheDocument()
  })

  it('has the controls of its owner', async () => {
    await openShop({ ...ownShop }, { member: {} })
    await expect.element(link('Manage Shop')).toHaveAttribute('href', '/seller/dashboard')
    await expect.element(button('Contact')).not.toBeInTheDocument()
    await expectAccessible()
  })

  it('wraps long texts', async () => {
    await openShop({ name: longName, description: longWord })
    await expect.element(button('Contact')).toBeVisible()
    expectNoOverflow()
  })
})

describe('the contact form of a shop', () => {
  const send = 'POST /rest/v1/contact_messages'

  it('shows an error at each invalid field', async () => {
    await openShop()
    await button('Contact').click()
    const form = dialog('Contact Corner Bakery')
    await form.getByLabelText('Your email (optional)').fill('not an address')
    await form.getByRole('button', { name: 'Send message' }).click()
    for (const text of [
      'Subject must be at least 2 characters',
      'Message must be at least 10 characters',
      'Please enter a valid email address',
    ])
      await expect.element(form.getByText(text)).toBeVisible()
    await expectAccessible()
  })

  it('keeps a message that is refused, and shows why', async () => {
    const message = 'You have sent too many messages. Please wait an hour.'
    await openShop({}, { answers: { [send]: refused({ status: 429, hint: 'rate_limit', message }) } })
    await button('Contact').click()
    const form = dialog('Contact Corner Bakery')
    await form.getByLabelText('Subject').fill('A cake for a giraffe')
    await form.getByLabelText('Message').fill('How tall can you bake?')
    await form.getByRole('button', { name: 'Send message' }).click()
    await expect.element(page.getByText(message)).toBeVisible()
    await expect.element(form.getByLabelText('Subject')).toHaveValue('A cake for a giraffe')
  })
})

describe('the reviews of a shop', () => {
  it('are sorted and filtered by the URL', async () => {
    const review = {
      id: '00000090-0000-4000-8000-000000000001',
      rating: 4,
      text: longWord,
      picture: null,
      reply: null,
      is_counted: true,
      created_at: '2026-06-01T09:00:00Z',
      author_name: 'Kim',
      product: { id: found.id, name: found.name },
      shop: { id: shopRow.id, name: shopRow.name },
    }
    const opened = await openPage('/shop/corner-bakery?tab=reviews', {
      answers: merged(usual, {
        'GET /rest/v1/shops': [shop],
        'GET /rest/v1/reviews': [review],
        'GET /rest/v1/rpc/review_stars': [{ rating: 4, reviews: 2 }],
      }),
    })
    await expect.element(main()).toHaveTextContent('Kim')
    expectNoOverflow()
    await page.getByRole('combobox', { name: 'Sort reviews by' }).selectOptions('Lowest')
    await expect.poll(opened.path).toContain('lowest')
    await expect
      .poll(() => opened.requests('GET /rest/v1/reviews').at(-1)?.url.searchParams.get('order'))
      .toContain('rating.asc')
  })
})
