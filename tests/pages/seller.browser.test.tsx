import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { type Answers, failed, inTurn, merged, never, refused } from './answers.ts'
import { button, expectAccessible, expectNoOverflow, heading, link, main, toast } from './expectations.ts'
import { openPage } from './open-page.tsx'
import { idOf, longWord, orderId, ownShop } from './rows.ts'

const overview = {
  today: '2026-06-10',
  late: 0,
  due_today: 0,
  ready_today: 0,
  due_this_week: 0,
  open: 0,
  next_due: null,
  orders: [],
  revenue: { this_week: 0, orders: 0, last_week_so_far: 0, last_week: 0 },
  unread_conversations: 0,
  enquiries: 0,
  problems: 0,
  reviews_unanswered: 0,
  products: 1,
  low_stock: 0,
  running_out: [],
  undeclared: 0,
  drafts: 0,
  schedules: 1,
  charges_enabled: true,
  kitchen_reviewed_at: null,
  closures: [],
}

const week = 'POST /rest/v1/rpc/seller_overview'
const own: Answers = { 'GET /rest/v1/shops': [ownShop] }

describe('the dashboard of a seller', () => {
  const open = (answers: Answers) => openPage('/seller/dashboard', { member: {}, answers: merged(own, answers) })

  it('asks a member without a shop to create one', async () => {
    await openPage('/seller/dashboard', { member: {}, answers: { [week]: null } })
    await expect.element(heading('No Shop Found')).toBeVisible()
    await expect.element(link('Create Shop')).toHaveAttribute('href', '/seller/create-shop')
    await expectAccessible()
  })

  it('says that the week could not be loaded, and loads it on retry', async () => {
    const opened = await open({ [week]: failed })
    await expect.element(main().getByText('Your to-do list could not be loaded.')).toBeVisible()
    await expect.element(main().getByText('The orders could not be loaded.')).toBeVisible()
    await expectAccessible()
    opened.answer({ [week]: overview })
    await button('Try again').first().click()
    await expect.element(main().getByText('Nothing to do right now.')).toBeVisible()
  })

  it('says that the shop is closed, and until when', async () => {
    await open({ [week]: { ...overview, closures: [{ from_date: '2026-06-09', to_date: '2026-06-11' }] } })
    await expect.element(main()).toHaveTextContent('You are closed now. Back on Friday 12 June.')
  })

  it('says that the shop is suspended, and why', async () => {
    const record = { suspension_reason: 'No food registration', food_registration: null }
    await open({ [week]: overview, 'GET /rest/v1/shops': [{ ...ownShop, status: 'suspended', record }] })
    await expect.element(main()).toHaveTextContent('Your shop is suspended.')
    await expect.element(main()).toHaveTextContent('Reason: No food registration')
    await expectAccessible()
  })

  it('asks to accept the terms', async () => {
    const opened = await open({
      [week]: overview,
      'GET /rest/v1/shops': inTurn([{ ...ownShop, status: 'pending' }], [ownShop]),
      'POST /rest/v1/rpc/accept_seller_terms': null,
    })
    await button('I have read and accept the terms').click()
    await expect.element(page.getByRole('region', { name: 'Terms' })).not.toBeInTheDocument()
    expect(opened.requests('POST /rest/v1/rpc/accept_seller_terms')).toHaveLength(1)
  })

  it('lists an order that was not picked up', async () => {
    const order = {
      id: orderId,
      number: 'HC-1042',
      buyer_name: 'Nadia',
      fulfilment: 'pickup',
      status: 'ready',
      pickup_date: '2026-06-01',
      pickup_start: '16:00:00',
      pickup_end: '19:00:00',
      delivery_date: null,
      delivery_start: null,
      delivery_end: null,
      items: [{ name: 'Carrot cake', quantity: 2 }],
    }
    await open({ [week]: { ...overview, open: 1, orders: [order] } })
    await expect.element(heading('Not picked up yet 1 order')).toBeVisible()
    await expect.element(link('2 × Carrot cake HC-1042, for Nadia, 16:00 to 19:00 Ready')).toBeVisible()
  })

  it('wraps a long name', async () => {
    await open({ [week]: overview, 'GET /rest/v1/shops': [{ ...ownShop, name: longWord }] })
    await expect.element(main().getByText('Nothing to do right now.')).toBeVisible()
    expectNoOverflow()
  })
})

describe('opening a shop', () => {
  const slug = { 'POST /rest/v1/rpc/available_shop_slug': 'sams-snacks' }

  async function create(answers: Answers) {
    const opened = await openPage('/seller/create-shop', { member: {}, answers: merged(slug, answers) })
    await page.getByLabelText('Shop name').fill('Sam’s Snacks')
    await page.getByLabelText('Description').fill('Snacks of all kinds, made today.')
    await page.getByLabelText('Category').selectOptions('Other')
    await page.getByLabelText('I have read and accept the Health & Safety Terms.').click()
    await button('Create Shop').click()
    return opened
  }

  it('that fails keeps what was typed', async () => {
    await create({ 'POST /rest/v1/shops': failed })
    await expect.element(toast('Your shop could not be created')).toBeVisible()
    await expect.element(page.getByLabelText('Shop name')).toHaveValue('Sam’s Snacks')
    await expectAccessible()
  })

  it('that is refused shows why', async () => {
    const message = 'This name is too similar to another shop’s.'
    await create({ 'POST /rest/v1/shops': refused({ hint: 'name', message }) })
    await expect.element(toast(message)).toBeVisible()
  })

  it('shows that it is being done', async () => {
    await create({ 'POST /rest/v1/shops': never })
    await expect.element(button('Creating shop...')).toBeDisabled()
  })
})

describe('the settings of a shop', () => {
  const usual: Answers = {
    ...own,
    'GET /rest/v1/shop_pickup_places': [],
    'GET /rest/v1/shop_pickup_schedules': [],
    'GET /rest/v1/shop_booking_rules': [],
    'GET /rest/v1/shop_day_limits': [],
    'GET /rest/v1/products': [],
    'GET /rest/v1/shop_closures': [],
  }
  const open = (answers: Answers = {}) =>
    openPage('/seller/shop-settings', { member: {}, answers: merged(usual, answers) })
  const pickup = () => page.getByRole('region', { name: 'Pickup Schedule' })

  it('lead a member without a shop to creating one', async () => {
    const opened = await openPage('/seller/shop-settings', { member: {} })
    await expect.element(toast('Shop Not Found')).toBeVisible()
    await expect.poll(opened.path).toBe('/seller/create-shop')
  })

  it('say what is loading, and what could not be loaded', async () => {
    const opened = await open({
      'GET /rest/v1/shop_pickup_schedules': never,
      'GET /rest/v1/shop_closures': failed,
    })
    await expect.element(page.getByText('Loading schedules...').first()).toBeInTheDocument()
    await expect.element(main().getByText('The closures could not be loaded.')).toBeVisible()
    opened.answer({ 'GET /rest/v1/shop_closures': [] })
    await button('Try again').click()
    await expect.element(main().getByText('No closures planned.')).toBeVisible()
  })

  it('show what is wrong with a form', async () => {
    await open()
    await page.getByLabelText('Delivery radius').fill('far')
    await page.getByLabelText('Address line 1').fill('1 Mill Lane')
    await button('Save Changes').click()
    await expect.element(main().getByText('Please enter a distance between 0.1 and 500 miles.')).toBeVisible()
    await expect.element(main().getByText('Please enter the postcode.')).toBeVisible()
    await expectAccessible()
  })

  it('say that they could not be saved', async () => {
    await open({ 'PATCH /rest/v1/shops': failed })
    await button('Save Changes').click()
    await expect.element(toast('Shop update failed')).toBeVisible()
    await expect.element(toast('Unable to update shop information.')).toBeVisible()
  })

  it('show that they are being saved', async () => {
    await open({ 'PATCH /rest/v1/shops': never })
    await button('Save Changes').click()
    await expect.element(button('Saving...')).toBeDisabled()
  })

  it('refuse a window that overlaps another, with the database’s message', async () => {
    const message = 'This overlaps another pickup window on Monday (10:00 to 11:00).'
    await open({ 'POST /rest/v1/shop_pickup_schedules': refused({ hint: 'overlap', message }) })
    await pickup().getByRole('button', { name: 'Mon', exact: true }).click()
    await pickup().getByRole('button', { name: 'Add Pickup Schedule' }).click()
    await expect.element(toast('Failed to add pickup schedule')).toBeVisible()
    await expect.element(toast(message)).toBeVisible()
  })

  it('say that a window could not be deleted', async () => {
    const monday = {
      id: idOf(60),
      day_of_week: 1,
      start_time: '10:00:00',
      end_time: '11:00:00',
      max_orders: null,
      on_date: null,
      is_posted: false,
    }
    await open({ 'GET /rest/v1/shop_pickup_schedules': [monday], 'DELETE /rest/v1/shop_pickup_schedules': failed })
    await pickup()
      .getByRole('button', { name: /^Delete Monday/ })
      .click()
    await expect.element(toast('Failed to delete pickup schedule.')).toBeVisible()
  })

  it('say that a closure could not be added', async () => {
    await open({ 'POST /rest/v1/shop_closures': failed })
    await page.getByLabelText('Last day').fill('2026-06-20')
    await button('Add closure').click()
    await expect.element(toast('The closure could not be added')).toBeVisible()
  })
})
