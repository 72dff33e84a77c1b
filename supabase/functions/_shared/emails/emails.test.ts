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
  personalization: 'custom',
  custom_request_details: 'Happy 40th',
  allergens: { milk: 'contains', celery: 'may_contain' },
}
const order = {
  id: '1a2b3c4d-0000-4000-8000-000000000001',
  shop: 'Crumb',
  fulfilment: 'pickup',
  note: 'No candles.\nThank you!',
  pickup: { date: '2026-11-28', start: '09:00', end: '11:00', place },
  address: null,
  items: [item],
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
const agreed = {
  ...delivery,
  agreed_on: '2026-12-24',
  brief: { servings: 12, details: 'A unicorn.\nLemon inside.', pictures: ['a.webp'], wanted_on: '2026-12-24' },
}
const sale = { ...order, buyer: 'Bea Buyer', town: null }
const cancellation = { by: 'seller', reason: 'The oven broke.', refund: 25 }
const refund = { name: 'Bea', amount: 5, reason: 'Squashed.', order_id: order.id, shop: 'Crumb' }

const samples: Readonly<Record<string, object>> = {
  'account-deleted': { name: 'Bea' },
  'new-order': { name: 'Ines', order: sale },
  'order-cancelled': { name: 'Bea', order, ...cancellation },
  'order-confirmed': { name: 'Bea', orders: [order, delivery], subtotal: 50, delivery_fee: 3.99, total: 53.99 },
  'order-delivered': { name: 'Bea', order },
  'order-ready': { name: 'Bea', order },
  'order-shipped': { name: 'Bea', order: delivery },
  'payment-returned': { ...refund, order_id: null, shop: null },
  'pickup-reminder': { name: 'Bea', order },
  quote: {
    name: 'Bea',
    room_id: order.id,
    shop: 'Crumb',
    price: 45.5,
    wanted_on: '2026-12-24',
    expires_at: '2026-11-28T12:00:00+00:00',
    is_renewed: false,
    product: 'Tower cake',
    image: null,
  },
  'refund-failed': refund,
  'refund-paid': refund,
  'refund-started': refund,
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
        /^(https:\/\/tuckbox\.test\/[\w/-]*(\?((order|room)=[\da-f-]{36}|tab=enquiries))?|mailto:help@tuckbox\.test)$/,
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

  it('refuses incomplete data', () => {
    expect(() => renderEmail(name, {}, context)).toThrow()
  })
})

it('A receipt shows items, allergens, pickup and totals of each shop', () => {
  const { subject, text, html } = renderEmail('order-confirmed', samples['order-confirmed'], context)
  expect(subject).toBe('Thank you for your order from Crumb and Loaf')
  for (const words of [
    '2 × Carrot cake  £25.00',
    'Vanilla, “Happy 40th”',
    'May contain celery.',
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
    ['order-confirmed', { name: 'Bea', orders: [agreed], subtotal: 25, delivery_fee: 3.99, total: 28.99 }],
    ['new-order', { name: 'Ines', order: { ...agreed, address: undefined, buyer: 'Bea', town: 'York' } }],
  ] as const) {
    const { text } = renderEmail(name, data, context)
    for (const words of [
      'Thursday 24 December 2026',
      'Servings: 12',
      'Details: A unicorn.\n',
      '1 picture, on the order page',
    ])
      expect(text, name).toContain(words)
    expect(text).not.toContain('a.webp')
  }
  const { text, subject } = renderEmail('quote', samples.quote, context)
  expect(subject).toBe('Crumb quoted £45.50 for Tower cake')
  const atMidnight = renderEmail('quote', { ...samples.quote, expires_at: '2026-11-28T00:00:00+00:00' }, context)
  expect(atMidnight.text).toContain('the end of Friday 27 November 2026')
  for (const words of ['Saturday 28 November 2026, 12:00', `https://tuckbox.test/messages?room=${order.id}`])
    expect(text).toContain(words)
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

it('An unknown template is refused', () => {
  expect(() => renderEmail('toString', {}, context)).toThrow('There is no email template called toString')
})
