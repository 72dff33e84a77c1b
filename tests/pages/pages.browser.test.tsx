/** Pages that no journey opens. */
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { type Answers, failed, merged, refused } from './answers.ts'
import { button, expectAccessible, expectNoOverflow, heading, link, main, toast } from './expectations.ts'
import { openPage } from './open-page.tsx'
import { checkoutId, found, idOf, itemRow, listing, longWord, order, orderId, ownShop, shopRow } from './rows.ts'

const seller = (answers: Answers) => ({
  member: {},
  answers: merged({ 'GET /rest/v1/shops': [ownShop] }, answers),
})

describe('the legal pages', () => {
  it('show all terms of use', async () => {
    await openPage('/terms')
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Terms of Use')
    expect(main().getByRole('heading', { level: 2 }).elements()).toHaveLength(7)
    await expectAccessible()
  })

  it('show the privacy policy with a contact address', async () => {
    await openPage('/privacy')
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Privacy Policy')
    expect(main().getByRole('heading', { level: 2 }).elements()).toHaveLength(8)
    await expect.element(main().getByRole('link', { name: 'hello@tuckbox.test' })).toBeVisible()
    await expectAccessible()
  })
})

describe('the page of an occasion', () => {
  it('shows its products', async () => {
    const opened = await openPage('/occasion/birthday', {
      answers: { 'POST /rest/v1/rpc/search_products': listing([found]), 'POST /rest/v1/rpc/earliest_days': [] },
    })
    await expect.element(main().getByRole('article')).toHaveTextContent('Cinnamon bun')
    expect(opened.requests('POST /rest/v1/rpc/search_products')[0]?.body).toMatchObject({ occasion: 'birthday' })
  })
})

describe('an unknown page', () => {
  it('links to the home page', async () => {
    await openPage('/no/such/page')
    await expect.element(heading('Page not found')).toBeVisible()
    await expect.element(link('Go to the home page')).toHaveAttribute('href', '/')
    await expectAccessible()
  })
})

describe('a payment link', () => {
  const linked = {
    order_id: orderId,
    number: 'HC-1042',
    shop_name: 'Corner Bakery',
    shop_slug: 'corner-bakery',
    total: 4,
    state: 'open',
    expires_at: '2026-06-10T12:00:00Z',
    date: '2026-06-13',
    hand_over: 'slot',
    start_time: '13:00:00',
    end_time: '17:00:00',
    area: { city: 'Southwark', postal_area: 'SE1' },
    place: null,
    kitchen_handles: ['nuts'],
    items: [{ ...itemRow, change: null }],
  }

  it('shows the order that is to be paid, and a payment that could not be opened', async () => {
    const opened = await openPage('/pay-order/token', {
      answers: {
        'POST /rest/v1/rpc/payment_link': linked,
        'POST /functions/v1/checkout': refused({ status: 409, message: 'This order is paid.', hint: 'paid' }),
      },
    })
    await expect.element(heading('Your order from Corner Bakery')).toBeVisible()
    await expect.element(main()).toHaveTextContent('Saturday 13 June, 13:00 to 17:00')
    await expect.element(main()).toHaveTextContent('Contains milk.')
    await expect.element(main()).toHaveTextContent('Made in a kitchen that handles tree nuts.')
    await expectAccessible()
    await button('Pay £4.00').click()
    await expect.element(main().getByRole('alert')).toHaveTextContent('This order is paid.')
    expect(opened.requests('POST /functions/v1/checkout')[0]?.body).toEqual({ link: 'token' })
  })

  it.each([
    ['paid', 'Corner Bakery has your payment of £4.00. Keep this page: it shows your order.'],
    ['ended', 'This order is no longer awaiting payment. Please ask Corner Bakery.'],
  ])('that is %s says so', async (state, text) => {
    await openPage('/pay-order/token', { answers: { 'POST /rest/v1/rpc/payment_link': { ...linked, state } } })
    await expect.element(main().getByText(text)).toBeVisible()
    await expect.element(button(/^Pay/)).not.toBeInTheDocument()
  })

  it('that is wrong or too old says so', async () => {
    await openPage('/pay-order/wrong', {
      answers: { 'POST /rest/v1/rpc/payment_link': refused({ hint: 'token', message: 'No such link.' }) },
    })
    await expect.element(heading('This link is not valid')).toBeVisible()
  })
})

describe('the page of test payments', () => {
  const session = {
    return_path: `/checkout/${checkoutId}`,
    amount: 4,
    status: 'open',
    saves_card: false,
    orders: [{ shop_name: 'Corner Bakery', total: 4 }],
  }

  it('shows what is to be paid', async () => {
    await openPage('/pay/session', { answers: { 'POST /functions/v1/test-payment': session } })
    await expect.element(button('Pay £4.00')).toBeVisible()
    await expectAccessible()
  })

  it.each([
    ['succeeded', 'This order is paid', 'done'],
    ['ended', 'This payment page has expired', 'abandoned'],
  ])('leads back to the order when it has %s', async (status, title, outcome) => {
    await openPage('/pay/session', { answers: { 'POST /functions/v1/test-payment': { ...session, status } } })
    await expect.element(heading(title)).toBeVisible()
    await expect
      .element(main().getByRole('link').last())
      .toHaveAttribute('href', `/checkout/${checkoutId}?payment=${outcome}`)
  })

  it('says that an unknown payment does not exist', async () => {
    await openPage('/pay/unknown', {
      answers: { 'POST /functions/v1/test-payment': refused({ status: 404, message: 'No such payment.' }) },
    })
    await expect.element(heading('This payment page does not exist')).toBeVisible()
  })
})

describe('gift vouchers', () => {
  const voucher = {
    id: idOf(30),
    checkout_id: checkoutId,
    shop_name: 'Corner Bakery',
    recipient_name: 'Ada',
    recipient_email: 'ada@example.com',
    message: 'Happy birthday!',
    send_on: '2026-06-10',
    amount: 25,
    paid_at: '2026-06-10T08:00:00Z',
    expires_on: '2027-06-10',
    used: 0,
    refunded: 0,
    balance: 25,
    checkout: { status: 'paid' },
  }
  const shop = { ...shopRow, vouchers: { smallest: 10, largest: 100, months: 12 } }

  it('of a member are listed', async () => {
    await openPage('/gift-vouchers', { member: {}, answers: { 'GET /rest/v1/gift_vouchers': [voucher] } })
    await expect.element(main()).toHaveTextContent('Corner Bakery')
    await expect.element(main()).toHaveTextContent('£25.00')
    await expectAccessible()
  })

  it('show their code', async () => {
    await openPage(`/gift-vouchers/${voucher.id}`, {
      member: {},
      answers: { 'GET /rest/v1/gift_vouchers': [voucher], 'POST /rest/v1/rpc/voucher_code': 'TBX-1234-ABCD' },
    })
    await expect.element(main()).toHaveTextContent('TBX-1234-ABCD')
    await expectAccessible()
  })

  it('of somebody else are not found', async () => {
    await openPage(`/gift-vouchers/${voucher.id}`, { member: {}, answers: { 'GET /rest/v1/gift_vouchers': [] } })
    await expect.element(heading('This gift voucher doesn’t exist or isn’t yours')).toBeVisible()
  })

  it('are bought with a recipient', async () => {
    await openPage('/shop/corner-bakery/gift-vouchers', { answers: { 'GET /rest/v1/shops': [shop] } })
    await expect.element(heading('Gift vouchers for Corner Bakery')).toBeVisible()
    await expectAccessible()
    await button('Buy gift voucher').click()
    await expect.element(page.getByLabelText('Recipient’s name')).toHaveAttribute('aria-invalid', 'true')
    await expect.element(page.getByLabelText('Recipient’s email')).toHaveAttribute('aria-invalid', 'true')
  })

  it('are asked for with the same key again after a failure', async () => {
    const buy = 'POST /rest/v1/rpc/buy_voucher'
    const opened = await openPage('/shop/corner-bakery/gift-vouchers', {
      member: {},
      answers: { 'GET /rest/v1/shops': [shop], [buy]: failed },
    })
    await page.getByLabelText('Recipient’s name').fill('Ada')
    await page.getByLabelText('Recipient’s email').fill('ada@example.com')
    await button('Buy gift voucher').click()
    await expect.element(main().getByRole('alert')).toBeVisible()
    await button('Buy gift voucher').click()
    await expect.poll(() => opened.requests(buy)).toHaveLength(2)
    await expect.element(button('Buy gift voucher')).toBeEnabled()
    await page.getByLabelText('Recipient’s name').fill('Bea')
    await button('Buy gift voucher').click()
    await expect.poll(() => opened.requests(buy)).toHaveLength(3)
    const [first, again, other] = opened.requests(buy).map(({ body }) => body as { idempotency_key: string })
    expect(again).toEqual(first)
    expect(other?.idempotency_key).not.toBe(first?.idempotency_key)
  })

  it('are not sold by every shop', async () => {
    await openPage('/shop/corner-bakery/gift-vouchers', {
      answers: { 'GET /rest/v1/shops': [{ ...shop, vouchers: null }] },
    })
    await expect.element(heading('No gift vouchers at the moment')).toBeVisible()
  })
})

describe('the cancellation terms of a shop', () => {
  const save = 'PATCH /rest/v1/shops'

  it('are those of the marketplace at first, and show what buyers read of its own', async () => {
    const opened = await openPage('/seller/cancellation-terms', seller({ [save]: [] }))
    await expect.element(heading('Cancellation terms')).toBeVisible()
    await page.getByRole('radio', { name: /^My own terms/ }).click()
    await page.getByLabelText('Hours before pickup or delivery', { exact: true }).fill('3')
    await page.getByLabelText('Refund after that, in %').fill('25')
    await button('Save terms').click()
    await expect.element(main().getByText('Please enter a whole number of hours from 4 to 2160.')).toBeVisible()
    await expectAccessible()
    await page.getByLabelText('Hours before pickup or delivery', { exact: true }).fill('48')
    await expect.element(main()).toHaveTextContent(/Buyers read:.*25%/)
    await button('Save terms').click()
    await expect.element(toast('Cancellation terms saved')).toBeVisible()
    expect(opened.requests(save)[0]?.body).toEqual({ cancel_hours_before: 48, cancel_refund_percent: 25 })
  })
})

describe('the delivery terms of a shop', () => {
  it('require that each distance is longer than the one before', async () => {
    await openPage(
      '/seller/delivery',
      seller({
        'GET /rest/v1/shop_delivery_terms': [
          {
            basis: 'distance',
            fee: null,
            zones: [
              { miles: 3, fee: 3 },
              { miles: 2, fee: 5 },
            ],
            free_from: null,
            minimum_order: null,
          },
        ],
      }),
    )
    await expect.element(heading('Delivery terms')).toBeVisible()
    await expectAccessible()
    await button('Save Changes').click()
    await expect.element(main().getByText('Each distance must be longer than the one before.')).toBeVisible()
  })
})

describe('the kitchen facts', () => {
  const open = (reviewedAt: string) =>
    openPage(
      '/seller/kitchen',
      seller({
        'GET /rest/v1/shop_kitchens': [
          { handles: { nuts: true }, shares_equipment: true, is_nut_free: false, reviewed_at: reviewedAt },
        ],
        'POST /rest/v1/shop_kitchens': [],
      }),
    )

  it('show their last review', async () => {
    await open('2026-06-01T09:00:00Z')
    await expect.element(main().getByText('Reviewed 1 June 2026.')).toBeVisible()
    await expectAccessible()
  })

  it('ask for a new review after six months', async () => {
    const opened = await open('2025-11-01T09:00:00Z')
    await expect.element(main()).toHaveTextContent('Your last review, on 1 November 2025, is more than six months ago.')
    await button('Confirm kitchen facts').click()
    await expect.element(toast('Kitchen facts confirmed')).toBeVisible()
    expect(opened.requests('POST /rest/v1/shop_kitchens')[0]?.body).toMatchObject({ shares_equipment: true })
  })
})

describe('a customer of a shop', () => {
  const customer = {
    id: idOf(31),
    name: 'Kim',
    orders: 2,
    spend: 30,
    first_order: '2026-05-01T09:00:00Z',
    last_order: '2026-06-01T09:00:00Z',
    is_blocked: false,
    allergies: [],
    note: { tags: ['regular'], allergies: 'Walnuts', note: longWord },
    history: [],
    conversations: [],
  }

  it('is shown with orders and notes', async () => {
    await openPage(`/seller/customers/${customer.id}`, seller({ 'POST /rest/v1/rpc/shop_customer': customer }))
    await expect.element(heading('Kim')).toBeVisible()
    await expect.element(main()).toHaveTextContent('2 orders, £30.00 in all')
    await expect.element(main()).toHaveTextContent('Always check with the customer before each order.')
    await expectAccessible()
  })
})

describe('a packing list', () => {
  const sold = { ...order, buyer_id: idOf(9), manual: null }

  it('shows when to hand over what', async () => {
    await openPage(`/seller/orders/${orderId}/packing`, seller({ 'GET /rest/v1/orders': [sold] }))
    await expect.element(heading('Packing list')).toBeVisible()
    await expect.element(main()).toHaveTextContent('Cinnamon bun')
    await expect.element(main()).toHaveTextContent('Robin')
    await expectAccessible()
  })

  it('of another shop is not found', async () => {
    await openPage(`/seller/orders/${orderId}/packing`, seller({ 'GET /rest/v1/orders': [] }))
    await expect.element(heading('Order Not Found')).toBeVisible()
  })
})

describe('the share kit of a shop', () => {
  it('has its link, a code and what other websites embed', async () => {
    await openPage('/seller/share', seller({ 'GET /rest/v1/products': [], 'GET /rest/v1/drops': [] }))
    await expect.element(heading('Share your shop')).toBeVisible()
    await expect.element(heading('Pictures for social media')).toBeVisible()
    await expect.element(main()).toHaveTextContent('/s/corner-bakery')
    await expectAccessible()
  })
})

describe('the payment settings', () => {
  const account = 'POST /functions/v1/payment-account'
  const state = (more: object) => ({
    provider: 'stripe',
    account: { details_submitted: true, charges_enabled: true, payouts_enabled: true, due: [], ...more },
  })

  it.each([
    ['no account', { provider: 'stripe', account: null }, 'Payments are not set up yet', 'Set up payments'],
    [
      'half an account',
      state({ details_submitted: false, charges_enabled: false }),
      'Some details are still missing',
      'Continue setting up',
    ],
    ['a complete account', state({}), 'You are ready to be paid', 'View your account'],
    [
      'an account with something due',
      state({ due: ['individual.verification.document'] }),
      'Stripe needs more details',
      'Update your details',
    ],
  ])('of a seller with %s say what is next', async (_, answer, title, next) => {
    await openPage('/seller/payment-settings', seller({ [account]: answer }))
    await expect.element(heading(title)).toBeVisible()
    await expect.element(button(next)).toBeVisible()
    expectNoOverflow()
  })

  it('say that the provider’s link has expired', async () => {
    await openPage(
      '/seller/payment-settings?onboarding=again',
      seller({ [account]: state({ payouts_enabled: false }) }),
    )
    await expect.element(main()).toHaveTextContent('The link to Stripe has expired.')
    await expectAccessible()
  })
})
