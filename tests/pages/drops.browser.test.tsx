import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { type Answers, merged, refused } from './answers.ts'
import { button, dialog, expectAccessible, expectNoOverflow, heading, link, main, toast } from './expectations.ts'
import { openPage, type PageOptions } from './open-page.tsx'
import { idOf, longWord, mia, ownShop, productRow, shopRow, walnut } from './rows.ts'

const dropId = idOf(40)
const path = `/drops/${dropId}`
const items = () => page.getByRole('list', { name: 'Items' }).getByRole('listitem')

const bun = { ...productRow, id: idOf(2, 1), name: 'Dropped bun', variations: [], option_groups: [], questions: [] }
const whirl = {
  ...bun,
  id: idOf(2, 2),
  name: 'Dropped whirl',
  allergens: walnut,
}

const drop = {
  id: dropId,
  title: 'Saturday bakes',
  description: null,
  opens_at: '2026-06-10T08:00:00Z',
  cut_off: '2026-06-12T08:00:00Z',
  max_per_buyer: 4,
  is_published: true,
  shop: { ...shopRow, kitchen: null },
  slots: [{ fulfilment: 'pickup', on_date: '2026-06-13', start_time: '09:00:00', end_time: '12:00:00' }],
  items: [bun, whirl].map((product, n) => ({ id: idOf(41, n + 1), stock: 5, taken: 1, max_per_buyer: null, product })),
}

const openDrop = (more: object = {}, { answers, query = '', ...options }: PageOptions & { query?: string } = {}) =>
  openPage(path + query, { answers: merged({ 'GET /rest/v1/drops': [{ ...drop, ...more }] }, answers), ...options })

describe('the page of a drop', () => {
  it('is not found if the drop is unknown', async () => {
    await openPage(path, { answers: { 'GET /rest/v1/drops': [] } })
    await expect.element(heading('This drop doesn’t exist')).toBeVisible()
    await expect.element(link('Go to the home page')).toHaveAttribute('href', '/')
  })

  it.each([
    ['is announced', { opens_at: '2026-06-11T08:00:00Z' }, 'Opening soon', '5 available'],
    ['is open', {}, 'Open now', '4 left'],
    ['is sold out', { items: drop.items.map((item) => ({ ...item, taken: 5 })) }, 'Sold out', 'Sold out'],
    ['is closed', { cut_off: '2026-06-10T08:30:00Z' }, 'Closed', 'Dropped bun'],
  ])('says that it %s', async (_, more, state, text) => {
    await openDrop(more)
    await expect.element(main().getByText(state).first()).toBeVisible()
    await expect.element(items().first()).toHaveTextContent(text)
    expectNoOverflow()
  })

  it('leaves out what the URL avoids, and shows it on request', async () => {
    await openDrop({}, { query: '?avoid=nuts,peanuts' })
    await expect.element(main()).toHaveTextContent('Some food is left out because of your filters.')
    expect(items().elements()).toHaveLength(1)
    await expectAccessible()
    await button('Show 1 that doesn’t fit').click()
    const misfit = items().filter({ hasText: 'Dropped whirl' })
    await expect.element(misfit).toHaveTextContent('This contains walnut. You avoid nuts.')
    await button('Add Dropped whirl').click()
    const question = dialog('Add Dropped whirl?')
    await expect.element(question).toHaveTextContent('You avoid nuts.')
    await question.getByRole('button', { name: 'Don’t add' }).click()
    expect(localStorage.getItem('tuckbox-cart')).toBeNull()
  })

  it('leaves out what the household avoids, and says for whom', async () => {
    await openDrop({}, { household: [mia] })
    await expect.element(main()).toHaveTextContent('Some food is left out for your household.')
    expect(items().elements()).toHaveLength(1)
    await button('Show 1 that doesn’t fit').click()
    await expect
      .element(items().filter({ hasText: 'Dropped whirl' }))
      .toHaveTextContent('This contains walnut. Mia avoids nuts.')
  })

  it('keeps the filters in its links', async () => {
    const said = 'avoid=nuts%2Cpeanuts&by=pickup&on=2026-06-13&at=morning'
    await openDrop({}, { query: `?${said}` })
    await expect.element(main().getByRole('link', { name: 'Dropped bun' })).toBeVisible()
    for (const name of ['Dropped bun', 'Corner Bakery'])
      await expect
        .element(main().getByRole('link', { name, exact: true }))
        .toHaveAttribute('href', expect.stringContaining(said))
  })

  it('wraps long texts', async () => {
    await openDrop({ title: longWord, description: longWord, shop: { ...drop.shop, name: longWord } })
    await expect.element(items().first()).toBeVisible()
    expectNoOverflow()
  })
})

describe('the editor of a drop', () => {
  const saved = 'POST /rest/v1/rpc/save_drop'
  const own = {
    ...drop,
    opens_at: '2026-06-11T08:00:00Z',
    items: drop.items.map((item) => ({ ...item, taken: 0, product_id: item.product.id })),
    slots: [{ ...drop.slots[0], max_orders: null }],
  }
  const open = (id: string, answers: Answers = {}) =>
    openPage(`/seller/drops/${id}`, {
      member: {},
      answers: merged(
        { 'GET /rest/v1/shops': [ownShop], 'GET /rest/v1/drops': [own], 'GET /rest/v1/products': [bun, whirl] },
        answers,
      ),
    })

  it('keeps what is typed when it is refused, and shows why', async () => {
    const message = 'The cut-off must be after the opening.'
    const opened = await open(dropId, { [saved]: refused({ hint: 'drop_terms', message }) })
    await page.getByLabelText('Title').fill('Sunday bakes')
    await expectAccessible()
    await button('Save drop').click()
    await expect.element(toast(message)).toBeVisible()
    await expect.element(page.getByLabelText('Title')).toHaveValue('Sunday bakes')
    expect(JSON.stringify(opened.requests(saved)[0]?.body)).toContain('Sunday bakes')
  })

  it('does not open one of another shop', async () => {
    await open(idOf(40, 2))
    await expect.element(heading('This drop doesn’t exist or isn’t yours')).toBeVisible()
  })
})

describe('the queue of a drop', () => {
  const place = (more: object) => ({
    state: 'waiting',
    place: 7,
    admitted_until: null,
    left: 8,
    ask_again_seconds: 60,
    ...more,
  })
  const rush = { opens_at: '2026-06-10T08:55:00Z' }
  const open = (answers: Answers) => openDrop(rush, { member: {}, answers })

  it('needs an account', async () => {
    await openDrop(rush)
    await expect.element(main()).toHaveTextContent('Sign in to have a place in the queue.')
    await button('Sign in').click()
    await expect.element(dialog('Sign in')).toBeVisible()
  })

  it.each([
    ['waits', {}, 'You are number 7 in the queue.'],
    ['has a turn', { state: 'admitted', admitted_until: '2026-06-10T09:10:00Z' }, 'Please order by 10:10.'],
    ['has ended', { state: 'ended' }, 'Your turn has ended.'],
    ['has ordered', { state: 'ordered' }, 'You have ordered. For another order, join the queue again.'],
  ])('tells a member who %s', async (_, more, text) => {
    await open({ 'POST /rest/v1/rpc/enter_drop': place(more) })
    await expect.element(main()).toHaveTextContent(text)
    await expectAccessible()
  })

  it('shows why a member has no place', async () => {
    const message = 'You have entered too often. Please wait a minute.'
    await open({ 'POST /rest/v1/rpc/enter_drop': refused({ status: 429, hint: 'rate_limit', message }) })
    await expect.element(main()).toHaveTextContent(message)
  })
})
