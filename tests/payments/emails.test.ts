/** Emails end to end: queued by order events, sent by the function send-mail, to the development mailbox and over SMTP. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SmtpServer, startSmtpServer } from '#backend/mail/testing'
import { databases, startServer, type TestServer } from '../harness.ts'
import { buy, inOutbox, mailEnvironment, makeDue, until } from './email-fixtures.ts'
import {
  type Buyer,
  type Client,
  callFunction,
  newBuyer,
  openShop,
  type Shop,
  serviceOf,
  unwrap,
} from './market-fixtures.ts'

const send = (server: TestServer) => callFunction(server, 'send-mail')

const ordersOf = async (server: TestServer, checkoutId: string) =>
  unwrap(await serviceOf(server).from('orders').select('id, shop_id').eq('checkout_id', checkoutId))
const emailOf = async (client: Client) => (await client.auth.getUser()).data.user?.email ?? ''

describe('the development mailbox', () => {
  let server: TestServer
  let buyer: Buyer
  let crumb: Shop
  let loaf: Shop

  beforeAll(async () => {
    server = await startServer({ database: databases[0], env: { SUPPORT_EMAIL: 'help@tuckbox.example' } })
    crumb = await openShop(server, 'crumb')
    loaf = await openShop(server, 'loaf')
    buyer = await newBuyer(server)
  })
  afterAll(() => server.stop())

  const subjectsOf = async (address: string) => (await server.mailbox(address)).map(({ subject }) => subject)

  it('receives contact-page enquiries to support, with the visitor’s address for replies', async () => {
    const message = { subject: 'Bristol?', message: 'Do you come to Bristol as well?', sender_id: buyer.id }
    unwrap(await buyer.client.from('contact_messages').insert(message).select('id'))
    await send(server)
    const [email] = await server.mailbox('help@tuckbox.example')
    expect(email?.subject).toContain('to Tuckbox: Bristol?')
    expect(email?.text).toContain('Do you come to Bristol as well?')
    expect(email?.text).toContain(buyer.email)
  })

  it('receives each email of two orders, paid, advanced and cancelled, with items, prices and links', async () => {
    const { checkoutId, total } = await buy(buyer, [
      [crumb, 2],
      [loaf, 1],
    ])
    // The payment calls the function; nothing else has called it.
    await until(async () => (await server.mailbox(buyer.email)).length > 0)
    const orders = await ordersOf(server, checkoutId)
    const [receipt] = await server.mailbox(buyer.email)
    expect(receipt?.subject).toBe('Thank you for your order from crumb and loaf')
    expect(receipt?.text).toContain(`Total: £${total.toFixed(2)}`)
    expect(receipt?.text).toContain('2 × Cake of crumb  £20.00')
    expect(receipt?.text).toContain('help@tuckbox.example')
    for (const { id } of orders) expect(receipt?.links).toContain(`${server.url}/order/${id}`)
    await send(server)
    expect(await subjectsOf(await emailOf(loaf.owner))).toEqual(['New order: 1 × Cake of loaf'])

    const [ofCrumb, ofLoaf] = [crumb, loaf].map((shop) => orders.find(({ shop_id }) => shop_id === shop.id)?.id ?? '')
    for (const status of ['shipped', 'delivered'])
      unwrap(await crumb.owner.rpc('advance_order', { order_id: ofCrumb ?? '', status }))
    // The buyer is told of the last step once the seller can no longer undo it.
    await until(async () => {
      const told = serviceOf(server).from('outbox').select('id').eq('template', 'order-delivered')
      return unwrap(await told.eq('recipient', buyer.email)).length > 0
    })
    unwrap(await buyer.client.rpc('cancel_order', { order_id: ofLoaf ?? '' }))
    await callFunction(server, 'settle-payments')
    // Emails delayed by some minutes are due.
    const due = { send_after: new Date(Date.now() - 1_000).toISOString() }
    unwrap(await serviceOf(server).from('outbox').update(due).eq('status', 'waiting').select('id'))
    await Promise.all([send(server), send(server)])
    await send(server)
    expect((await subjectsOf(buyer.email)).sort()).toEqual([
      'How was your order from crumb?',
      'Thank you for your order from crumb and loaf',
      'Your order from crumb is on its way',
      'Your order from loaf has been cancelled',
      '£10.00 has been refunded',
    ])
    expect(await subjectsOf(await emailOf(loaf.owner))).toEqual([
      'Cancelled: 1 × Cake of loaf',
      'New order: 1 × Cake of loaf',
    ])
  })

  it('accepts emails only with the service key', async () => {
    const post = (token: string | undefined, email: object = {}) =>
      fetch(`${server.url}/dev/mailbox/emails`, {
        method: 'POST',
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
        body: JSON.stringify({ to: 'eve@example.com', subject: 'Hello', text: 'x', html: 'x', ...email }),
      }).then(({ status }) => status)
    const member = (await buyer.client.auth.getSession()).data.session?.access_token ?? ''
    for (const token of [undefined, '', 'forged', server.anonKey, member]) expect(await post(token), token).toBe(401)
    expect(await post(server.serviceKey, { subject: 'Hello\r\nBcc: bob@example.com' })).toBe(400)
    expect(await post(server.serviceKey, { to: 'eve@example.com, bob@example.com' })).toBe(400)
    expect(await post(server.serviceKey, { html: 7 })).toBe(400)
    expect(await server.mailbox('eve@example.com')).toEqual([])
    expect(await post(server.serviceKey)).toBe(204)
    expect(await subjectsOf('eve@example.com')).toEqual(['Hello'])
  })
})

describe('a public server without a mail server', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer({ database: databases[0], env: { HOST: '0.0.0.0', RATE_LIMITS: 'on' } })
  })
  afterAll(() => server.stop())

  it('has no mailbox, and queues its emails', async () => {
    const email = { recipient: 'ada@example.com', template: 'order-shipped' }
    const { id } = unwrap(await serviceOf(server).from('outbox').insert(email).select('id').single())
    expect(await send(server)).toBe(503)
    const row = serviceOf(server).from('outbox').select('status, attempts').eq('id', id).single()
    expect(unwrap(await row)).toEqual({ status: 'waiting', attempts: 0 })
    expect(server.logs()).toContain('no emails are sent until SMTP_URL is set')
    const post = { method: 'POST', headers: { authorization: `Bearer ${server.serviceKey}` }, body: '{}' }
    expect((await fetch(`${server.url}/dev/mailbox/emails`, post)).status).toBe(405)
  })
})

describe('a mail server', () => {
  let smtp: SmtpServer
  let server: TestServer
  let buyer: Buyer
  let shop: Shop

  beforeAll(async () => {
    smtp = await startSmtpServer()
    server = await startServer({ database: databases[0], env: mailEnvironment(smtp) })
    shop = await openShop(server, 'crumb')
    buyer = await newBuyer(server)
  })
  afterAll(async () => {
    await server.stop()
    await smtp.close()
  })

  it('that refuses an email gets it again, once', async () => {
    smtp.behaviour = 'refuses'
    await buy(buyer, [[shop, 1]])
    await send(server)
    await until(async () => (await inOutbox(server)).every(({ last_error }) => last_error !== null))
    expect(await inOutbox(server)).toEqual([
      { template: 'new-order', status: 'waiting', attempts: 1, last_error: expect.stringContaining('550') },
      { template: 'order-confirmed', status: 'waiting', attempts: 1, last_error: expect.stringContaining('550') },
    ])
    smtp.behaviour = 'accepts'
    // Not before the retry is due.
    await send(server)
    expect(smtp.deliveries).toEqual([])
    await makeDue(server)
    await Promise.all([send(server), send(server)])
    await send(server)
    expect((await inOutbox(server)).map(({ status, attempts }) => ({ status, attempts }))).toEqual([
      { status: 'sent', attempts: 2 },
      { status: 'sent', attempts: 2 },
    ])
    expect(smtp.deliveries).toHaveLength(2)
    const [receipt] = smtp.deliveries.filter(({ envelope }) => envelope.includes(`RCPT TO:<${buyer.email}>`))
    expect(receipt?.message).toMatch(/^From: Tuckbox <hello@tuckbox\.example>$/m)
    expect(receipt?.message).toMatch(/^Reply-To: hello@tuckbox\.example$/m)
    expect(receipt?.message).toMatch(/^Auto-Submitted: auto-generated$/m)
    expect(receipt?.message).toMatch(/^Content-Type: multipart\/alternative/m)
    // With a mail server configured, nothing is kept in the mailbox.
    expect((await fetch(`${server.url}/dev/mailbox.json`)).status).toBe(404)
    const post = { method: 'POST', headers: { authorization: `Bearer ${server.serviceKey}` }, body: '{}' }
    expect((await fetch(`${server.url}/dev/mailbox/emails`, post)).status).toBe(405)
  })
})
