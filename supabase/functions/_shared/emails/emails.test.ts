import { describe, expect, it } from 'vitest'
import { type EmailContext, renderEmail, templateNames } from './index.ts'

const context: EmailContext = {
  name: 'Tuckbox',
  siteUrl: 'https://tuckbox.test',
  pictureUrl: 'https://pictures.test',
  supportEmail: 'help@tuckbox.test',
  now: new Date('2026-11-21T12:00:00Z'),
}

/** A hostile name: markup, quotes and a line break with a header. */
const hostileText = `<b onclick="x()">Bun & 'Loaf'</b>\r\nBcc: eve@example.com`
const place = {
  address_line1: '12 Mill Lane',
  address_line2: null,
  city: 'York',
  postal_code: 'YO1 7HH',
  instructions: 'Ring twice.',
}
const item = {
  name: 'Carrot cake',
  quantity: 2,
  price: 12.5,
  image: 'shop/cake one.webp',
  variation: 'Vanilla',
  options_text: 'Topping: Walnut',
  personalization: 'custom',
  custom_request_details: 'Happy 40th',
  allergens: { milk: 'contains', celery: 'may_contain' },
}
const order = {
  id: '1a2b3c4d-0000-4000-8000-000000000001',
  number: 'HC-1042',
  shop: 'Crumb',
  fulfilment: 'pickup',
  note: 'No candles.\nThank you!',
  pickup: { date: '2026-11-28', start: '09:00', end: '11:00', place },
  address: null,
  items: [item],
  kitchen_handles: ['eggs', 'nuts'],
  subtotal: 25,
  delivery_fee: 0,
  total: 25,
}
const delivery = {
  ...order,
  id: '2a2b3c4d-0000-4000-8000-000000000002',
  shop: 'Loaf',
  fulfilment: 'delivery',
  pickup: null,
  address: { full_name: 'Bea Buyer', ...place },
  delivery_fee: 3.99,
  total: 28.99,
}
const move = {
  name: 'Bea',
  order_id: order.id,
  number: order.number,
  shop: 'Crumb',
  buyer: 'Bea Buyer',
  items: '2 × Carrot cake',
  to: 'Sunday 29 November between 09:00 and 12:00',
  from: 'Saturday 28 November',
  note: 'A power cut.',
  expires_at: '2026-11-23T12:00:00Z',
  outcome: 'accepted',
}
const chosen = { ...delivery, delivery: { date: '2026-11-28', start: '10:00', end: '12:00' } }
const posted = { ...delivery, delivery: { date: '2026-11-28', start: null, end: null } }
const agreed = {
  ...delivery,
  agreed_on: '2026-12-24',
  brief: { servings: 12, details: 'A unicorn.\nLemon inside.', pictures: ['a.webp'], wanted_on: '2026-12-24' },
  allergen_answers: [
    { allergen: 'nuts', for: 'Mia', answer: 'kitchen' },
    { other: 'kiwi', answer: 'cannot' },
  ],
}
const withDeposit = { ...agreed, balance: 20.49, balance_due_on: '2026-12-10', owes_balance: true, received: 8.5 }
const sale = { ...order, buyer: 'Bea Buyer', town: null }
const cancellation = { by: 'seller', reason: 'The oven broke.', refund: 25 }
const refund = { name: 'Bea', amount: 5, reason: 'Squashed.', order_id: order.id, number: order.number, shop: 'Crumb' }

const problem = {
  name: 'Bea',
  order_id: order.id,
  number: order.number,
  shop: 'Crumb',
  buyer: 'Bea Buyer',
  kind: 'allergen',
  details: 'There were walnuts in it.',
  wanted: 'refund',
  answer: null,
  answer_text: null,
  refund: null,
  appeal: null,
  decision: null,
  decision_text: null,
  decision_amount: null,
}

const gift = {
  name: 'Ana',
  voucher_id: '018f3a1e-0000-4000-8000-000000000001',
  shop: 'Crumb',
  shop_slug: 'crumb',
  amount: 25,
  expires_on: '2028-11-26',
  buyer: 'Bea',
  recipient: 'Ana',
  message: 'Happy birthday!',
  send_on: '2026-11-26',
}

const subscription = {
  name: 'Ines',
  subscription_id: '018f3a1e-0000-4000-8000-000000000001',
  product: 'Sourdough',
  shop: 'Crumb',
  quantity: 2,
  choices: 'Large',
  every_weeks: 1,
  pays_by_card: false,
  price: 4,
  date: '2026-12-05',
  start: '09:00',
  end: '12:00',
}

const samples: Readonly<Record<string, object>> = {
  'account-deleted': { name: 'Bea' },
  'account-restored': { name: 'Bea' },
  'account-suspended': { name: 'Bea', reason: 'Orders were not collected.' },
  'allergens-changed': {
    name: 'Bea',
    order_id: order.id,
    number: order.number,
    shop: 'Crumb',
    items: [{ name: 'Carrot cake', before: { milk: 'contains' }, after: { milk: 'contains', walnut: 'may_contain' } }],
  },
  announcement: {
    name: 'Bea',
    shop: 'Crumb',
    title: 'Saturday menu',
    text: 'Buns from ten.\nLoaves from eleven.',
    path: `/shop/crumb?announcement=${order.id}`,
    product: { id: order.id, name: 'Carrot cake' },
    unsubscribe_token: 'f'.repeat(104),
  },
  'balance-due': { name: 'Bea', order: withDeposit, is_overdue: false },
  'balance-paid': { name: 'Bea', order: { ...withDeposit, owes_balance: false, received: 28.99 } },
  'delivery-reminder': {
    name: 'Bea',
    order: { ...delivery, delivery: { date: '2026-11-28', start: '10:00', end: '12:00' } },
  },
  'move-answered': move,
  'move-proposed': move,
  'drop-open': {
    name: 'Ines',
    drop_id: '018f3a1e-0000-4000-8000-000000000001',
    title: 'Saturday bakes',
    shop: 'Crumb',
    cut_off: '2026-11-26T18:00:00Z',
  },
  'gift-voucher': { ...gift, code: 'GV-0123-4567-89AB-CDEF' },
  'new-order': { name: 'Ines', order: sale },
  'order-cancelled': { name: 'Bea', order, ...cancellation },
  'order-confirmed': {
    name: 'Bea',
    orders: [order, delivery],
    subtotal: 50,
    delivery_fee: 3.99,
    total: 53.99,
    paid_at: '2026-11-21T10:00:00+00:00',
  },
  'order-delivered': { name: 'Bea', order },
  'order-moved': move,
  'order-ready': { name: 'Bea', order },
  'order-shipped': { name: 'Bea', order: delivery },
  'payment-returned': { ...refund, order_id: null, shop: null },
  'pickup-reminder': { name: 'Bea', order },
  'problem-answered': { ...problem, answer: 'refund', answer_text: 'I am sorry.', refund: 4.5 },
  'problem-decided': {
    ...problem,
    decision: 'refund',
    decision_text: 'The picture shows it.',
    decision_amount: 4.5,
    is_seller: false,
  },
  'problem-escalated': { ...problem, appeal: 'It was the whole box.' },
  'problem-reported': problem,
  quote: {
    name: 'Bea',
    room_id: order.id,
    shop: 'Crumb',
    price: 45.5,
    wanted_on: '2026-12-24',
    expires_at: '2026-11-28T12:00:00+00:00',
    change: 'price',
    lines: [{ text: 'Sugar flower', quantity: 12, price: 1.25 }],
    note: 'In a box.',
    answers: agreed.allergen_answers,
    product: 'Tower cake',
    image: null,
  },
  'refund-failed': refund,
  'refund-paid': refund,
  'refund-started': refund,
  'sale-balance': { name: 'Ines', order: sale, is_overdue: false },
  'sale-cancelled': { name: 'Ines', order: sale, ...cancellation, by: 'buyer' },
  'sale-refund-failed': { ...refund, buyer: 'Bea Buyer' },
  'second-factor-removed': { name: 'Bea' },
  'shop-enquiry': {
    shop_name: 'Crumb',
    sender_name: 'Ada',
    reply_to: 'ada@example.com',
    subject: 'Nut free?',
    message: 'Could you bake without nuts?\nThank you!',
    link: '/messages?tab=enquiries',
  },
  'shop-restored': { name: 'Ines', shop: 'Crumb' },
  'shop-suspended': { name: 'Ines', shop: 'Crumb', reason: 'The kitchen is not registered.' },
  'slot-offer': {
    name: 'Ines',
    shop: 'Crumb',
    fulfilment: 'pickup',
    slot: 'Saturday 28 November, 10:00 to 12:00',
    until: '2026-11-26T18:00:00Z',
  },
  'subscription-changed': {
    name: 'Ines',
    subscription_id: '018f3a1e-0000-4000-8000-000000000001',
    product: 'Sourdough',
    shop: 'Crumb',
    before: { price: 4, allergens: { milk: 'free' }, ingredients: 'Flour' },
    after: { price: 5, allergens: { milk: 'contains' }, ingredients: 'Flour, milk' },
  },
  'subscription-coming': {
    ...subscription,
    order_at: '2026-12-03T18:00:00Z',
    pay_until: '2026-12-04T17:00:00Z',
  },
  'subscription-ended': {
    ...subscription,
    by: 'seller',
    message: 'I am moving away.',
  },
  'subscription-missed': {
    ...subscription,
    reason: 'The shop has a day off.',
  },
  'subscription-order': {
    ...subscription,
    checkout_id: '018f3a1e-0000-4000-8000-000000000002',
    total: 8,
    pay_until: '2026-12-04T17:00:00Z',
    problem: 'Your saved card was declined.',
  },
  'subscription-started': subscription,
  'support-enquiry': {
    sender_name: 'Ada',
    reply_to: 'ada@example.com',
    subject: 'Bristol?',
    message: 'Do you come to Bristol as well?',
  },
  'unread-messages': {
    name: 'Ines',
    rooms: [
      { id: order.id, with: 'Bea', about: 'Carrot cake', count: 2 },
      { id: delivery.id, with: 'Cy', about: null, count: 1 },
    ],
  },
  'voucher-bought': gift,
  'voucher-credited': {
    name: 'Bea',
    amount: 7.5,
    reason: 'A dent',
    number: order.number,
    order_id: '018f3a1e-0000-4000-8000-000000000001',
    shop: 'Crumb',
    code_end: 'CDEF',
    balance: 20,
    expires_on: '2028-11-26',
  },
  'waitlist-offer': {
    name: 'Ines',
    product_id: '018f3a1e-0000-4000-8000-000000000001',
    product: 'Cinnamon bun',
    shop: 'Crumb',
    quantity: 2,
    until: '2026-11-26T18:00:00Z',
  },
}

/** The same data with every text entered by a member replaced. */
const withHostileTexts = (data: object): unknown =>
  JSON.parse(JSON.stringify(data), (key, value: unknown) =>
    [
      'name',
      'shop',
      'note',
      'reason',
      'shop_name',
      'sender_name',
      'subject',
      'message',
      'buyer',
      'variation',
      'custom_request_details',
      'address_line1',
      'instructions',
      'other',
      'for',
    ].includes(key) && typeof value === 'string'
      ? hostileText
      : value,
  )

/** The visible text of the HTML, without the hidden preview and the title. */
const wordsOf = (html: string) =>
  html
    .replace(/<title>.*<\/title>|<div style="display:none.*?<\/div>/gs, '')
    .replace(/<[^>]+>/g, '\n')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

it('This test has sample data for every email template', () => {
  expect(Object.keys(samples)).toEqual(templateNames)
})

describe.each(Object.entries(samples))('The email %s', (name, data) => {
  const email = renderEmail(name, data, context)

  it('has the same content in plain text and HTML, and links to this site only', () => {
    for (const words of wordsOf(email.html)) expect(email.text.toLowerCase()).toContain(words.toLowerCase())
    const links = [...email.html.matchAll(/href="([^"]*)"/g)].map(([, link = '']) => link)
    expect(links.length).toBeGreaterThan(1)
    for (const link of links)
      expect(link).toMatch(
        /^(https:\/\/tuckbox\.test\/[\w/-]*(\?((order|room|announcement)=[\da-f-]{36}|tab=enquiries|token=f{104})|#GV(-[0-9A-F]{4}){4}|#[\da-f-]{36})?|mailto:help@tuckbox\.test)$/,
      )
    for (const image of email.html.matchAll(/<img [^>]*>/g)) expect(image[0]).toMatch(/ alt="[^"]*"/)
  })

  it('escapes texts entered by members', () => {
    const { html, subject, text } = renderEmail(name, withHostileTexts(data), context)
    expect(html.match(/<[a-z0-9]+/g)).toEqual(expect.arrayContaining(['<html', '<body']))
    expect(new Set(html.match(/<[a-z0-9]+/g))).toEqual(new Set(email.html.match(/<[a-z0-9]+/g)))
    expect(html).not.toMatch(/<[^>]*\son\w+=/)
    expect(subject).not.toMatch(/\p{Cc}/u)
    expect([...subject].length).toBeLessThanOrEqual(120)
    expect(text).not.toMatch(/[^\P{Cc}\n]/u)
  })

  it.runIf(/order_id":"|"order":|"orders":/.test(JSON.stringify(data)))('names the number of its order', () => {
    expect(email.text).toContain('HC-1042')
    expect(email.html).toContain('HC-1042')
  })

  it('refuses incomplete data', () => {
    expect(() => renderEmail(name, {}, context)).toThrow()
  })
})

it('A receipt shows items, allergens, pickup and totals of each shop', () => {
  const { subject, text, html } = renderEmail('order-confirmed', samples['order-confirmed'], context)
  expect(subject).toBe('Thank you for your order from Crumb and Loaf')
  for (const words of [
    '2 × Carrot cake  £25.00',
    'Vanilla; Topping: Walnut; “Happy 40th”',
    'May contain celery.',
    'Made in a kitchen that handles tree nuts and eggs.',
    'Saturday 28 November, 09:00 to 11:00',
    'Ring twice.',
    'Subtotal: £50.00',
    'Delivery: £3.99',
    'Total: £53.99',
    `https://tuckbox.test/order/${order.id}`,
  ])
    expect(text).toContain(words)
  expect(html).toContain(
    'https://pictures.test/storage/v1/render/image/public/shop/cake%20one.webp?width=112&amp;height=112',
  )
})

it('A receipt shows a tip apart from the price', () => {
  const data = { ...samples['order-confirmed'], tip: 2.5, total: 56.49 }
  const { text } = renderEmail('order-confirmed', data, context)
  for (const words of ['Subtotal: £50.00', 'Delivery: £3.99', 'Tip: £2.50', 'Total: £56.49'])
    expect(text).toContain(words)
})

it('An email about changed allergens says what changed, and shows the old and the new declaration', () => {
  const { text, subject } = renderEmail('allergens-changed', samples['allergens-changed'], context)
  expect(subject).toBe('Allergens have changed: Carrot cake')
  expect(text).toContain('Carrot cake may now contain walnut.')
  expect(text.replace(/\s+/g, ' ')).toMatch(/Before:? Contains milk\..* Now:? Contains milk\. May contain walnut\./i)
})

it('An email about changed ingredients alone has both lists, and no declaration', () => {
  const same = { milk: 'contains' }
  const ingredients = { before: null, after: 'Milk, kiwi' }
  const { text, subject } = renderEmail(
    'allergens-changed',
    {
      ...samples['allergens-changed'],
      items: [{ name: 'Carrot cake', before: same, after: same, ingredients }],
    },
    context,
  )
  expect(subject).toBe('Ingredients have changed: Carrot cake')
  expect(text.replace(/\s+/g, ' ')).toMatch(/Ingredients before:? Not stated .*Ingredients now:? Milk, kiwi /i)
  expect(text).not.toMatch(/Contains milk/)
})

it('A new order tells the seller the items and the town, but not the street', () => {
  const { text } = renderEmail(
    'new-order',
    { name: 'Ines', order: { ...delivery, address: undefined, buyer: 'Bea', town: 'York' } },
    context,
  )
  expect(text).toContain('To York. The address is on the order page.')
  expect(text).not.toContain('Mill Lane')
})

it('An email about a custom order shows its day and brief, but not its pictures', () => {
  for (const [name, data] of [
    [
      'order-confirmed',
      {
        name: 'Bea',
        orders: [agreed],
        subtotal: 25,
        delivery_fee: 3.99,
        total: 28.99,
        paid_at: '2026-11-21T10:00:00+00:00',
      },
    ],
    ['new-order', { name: 'Ines', order: { ...agreed, address: undefined, buyer: 'Bea', town: 'York' } }],
  ] as const) {
    const { text } = renderEmail(name, data, context)
    for (const words of [
      'Thursday 24 December 2026',
      'Servings: 12',
      'Details: A unicorn.\n',
      'For Mia: made free of tree nuts; made in a kitchen with tree nuts\n  Not free of kiwi',
      '1 picture, on the order page',
    ])
      expect(text, name).toContain(words)
    expect(text).not.toContain('a.webp')
  }
  const { text, subject } = renderEmail('quote', samples.quote, context)
  expect(subject).toBe('Crumb quoted £45.50 for Tower cake')
  const atMidnight = renderEmail('quote', { ...samples.quote, expires_at: '2026-11-28T00:00:00+00:00' }, context)
  expect(atMidnight.text).toContain('the end of Friday 27 November 2026')
  for (const words of ['Saturday 28 November 2026 at 12:00', `https://tuckbox.test/messages?room=${order.id}`])
    expect(text).toContain(words)
})

it('Emails about a delivery name the chosen day, for buyer and seller', () => {
  for (const [chosenOrder, when] of [
    [chosen, 'Saturday 28 November, 10:00 to 12:00'],
    [posted, 'Saturday 28 November, by post'],
  ] as const) {
    const sold = { ...chosenOrder, address: undefined, buyer: 'Bea', town: 'York' }
    const cancelled = { name: 'Ines', order: sold, ...cancellation }
    for (const [name, data] of [
      [
        'order-confirmed',
        {
          name: 'Bea',
          orders: [chosenOrder],
          paid_at: '2026-11-21T12:00:00Z',
          subtotal: 25,
          delivery_fee: 3.99,
          total: 28.99,
        },
      ],
      ['new-order', { name: 'Ines', order: sold }],
      ['sale-cancelled', cancelled],
    ] as const)
      expect(renderEmail(name, data, context).text, name).toContain(when)
  }
})

it('An email about a quote states each answer about allergens, and that they have changed', () => {
  const { text } = renderEmail('quote', samples.quote, context)
  expect(text).toContain('For Mia: made free of tree nuts; made in a kitchen with tree nuts\n  Not free of kiwi')
  const changed = renderEmail('quote', { ...samples.quote, change: 'answers' }, context)
  expect(changed.subject).toBe('Crumb changed an answer about allergens: Tower cake')
  expect(changed.text).toContain('Please read all of them again before you accept the quote.')
  const renewed = renderEmail('quote', { ...samples.quote, change: 'renewal', answers: null }, context)
  expect(renewed.subject).toBe('Crumb still offers Tower cake for £45.50')
  expect(renewed.text).not.toContain('allergens')
})

it('An email about a quote or its order lists what the price covers', () => {
  const { text } = renderEmail('quote', samples.quote, context)
  expect(text).toContain('12 × Sugar flower: £15.00')
  expect(text).toContain('In a box.')
  const revised = renderEmail('quote', { ...samples.quote, change: 'revision' }, context)
  expect(revised.subject).toBe('Crumb revised the quote for Tower cake: £45.50')
  const quote_terms = { lines: [{ text: 'Sugar flower', quantity: 12, price: 1.25 }], note: 'In a box.' }
  const orders = [{ ...agreed, quote_terms }]
  const receipt = renderEmail(
    'order-confirmed',
    { name: 'Bea', orders, paid_at: '2026-11-21T12:00:00Z', subtotal: 25, delivery_fee: 3.99, total: 28.99 },
    context,
  )
  expect(receipt.text).toContain('12 × Sugar flower: £15.00')
})

it('Emails about an order with a deposit name what was paid and what is left', () => {
  const sums = { subtotal: 25, delivery_fee: 3.99, total: 28.99 }
  const receipt = renderEmail(
    'order-confirmed',
    { name: 'Bea', orders: [withDeposit], paid_at: '2026-11-21T12:00:00Z', ...sums },
    context,
  )
  for (const words of ['your deposit of £8.50', '£20.49 by Thursday 10 December 2026', 'Paid now'])
    expect(receipt.text).toContain(words)
  const due = renderEmail('balance-due', samples['balance-due'], context)
  expect(due.subject).toBe('£20.49 for your order from Loaf is due soon')
  expect(due.text).toContain(`https://tuckbox.test/order/${agreed.id}`)
  const overdue = renderEmail('balance-due', { name: 'Bea', order: withDeposit, is_overdue: true }, context)
  expect(overdue.subject).toContain('is overdue')
  const paid = renderEmail('balance-paid', samples['balance-paid'], context)
  expect(paid.text).toContain('Nothing is left to pay')
  const sold = { ...sale, ...withDeposit, buyer: 'Bea Buyer' }
  expect(renderEmail('new-order', { name: 'Ines', order: sold }, context).text).toContain('paid the deposit')
})

it('A pickup reminder has a calendar file attached', () => {
  const { attachments } = renderEmail('pickup-reminder', samples['pickup-reminder'], context)
  expect(attachments).toEqual([
    {
      filename: 'tuckbox-pickup-1a2b3c4d.ics',
      contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
      content: expect.stringContaining('DTSTART;TZID=Europe/London:20261128T090000\r\n'),
    },
  ])
})

it('A cancellation email says who cancelled and what is refunded', () => {
  const cancelledText = (change: object) =>
    renderEmail('order-cancelled', { ...samples['order-cancelled'], ...change }, context).text
  expect(cancelledText({})).toContain('Crumb cannot make your order and has cancelled it. We are refunding £25.00')
  expect(cancelledText({ by: 'buyer', reason: null })).toContain('as you asked')
  expect(cancelledText({ by: 'marketplace', refund: null })).toContain('There is nothing to refund.')
  expect(cancelledText({ by: 'buyer', order: { ...order, delivery_deduction: 3.99 } })).toContain(
    '£3.99 of your payment covers the delivery of your other orders from this checkout.',
  )
})

it('A receipt says until when each order can be cancelled, and what goes back', () => {
  const receiptText = (cancellation: object) =>
    renderEmail('order-confirmed', { ...samples['order-confirmed'], orders: [{ ...order, cancellation }] }, context)
      .text
  const market = { until: '2026-11-22T10:00:00+00:00', in_part_until: null, refund_percent: null, kept: 0 }
  expect(receiptText(market)).toContain('You can cancel for a full refund until Sunday 22 November at 10:00, unless')
  expect(receiptText(market)).not.toContain('After that')
  const own = { ...market, in_part_until: '2026-11-28T09:00:00+00:00', refund_percent: 50 }
  expect(receiptText(own)).toContain('After that, 50% of your payment goes back, until Saturday 28 November at 09:00.')
  expect(receiptText({ ...own, until: '2026-11-20T09:00:00+00:00' })).toContain('too close to its hand-over')
})

it('Emails about a late cancellation say what the shop keeps', () => {
  const cancelled = { until: null, in_part_until: null, refund_percent: 50, kept: 12.5 }
  const textOf = (name: string, facts: object) =>
    renderEmail(
      name,
      { ...samples[name], by: 'buyer', refund: 12.5, order: { ...facts, cancellation: cancelled } },
      context,
    ).text
  expect(textOf('order-cancelled', order)).toContain('Crumb keeps £12.50, under the cancellation terms of the order.')
  expect(textOf('sale-cancelled', sale)).toContain('Under your cancellation terms you keep £12.50 of the order')
})

it('An unknown template is refused', () => {
  expect(() => renderEmail('toString', {}, context)).toThrow('There is no email template called toString')
})

it('An announcement can be ended in one click, and no other email claims so', () => {
  for (const [name, data] of Object.entries(samples)) {
    const { headers, html, text } = renderEmail(name, data, context)
    const isMarketing = name === 'announcement'
    expect(headers, name).toEqual(
      isMarketing
        ? {
            'List-Unsubscribe': `<https://pictures.test/functions/v1/unsubscribe?token=${'f'.repeat(104)}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }
        : {},
    )
    expect(html.includes('Unsubscribe'), name).toBe(isMarketing)
    expect(text.includes(`https://tuckbox.test/unsubscribe?token=${'f'.repeat(104)}`), name).toBe(isMarketing)
  }
})
