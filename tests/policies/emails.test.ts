import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { addDays, londonTime } from '#domain/values/calendar'
import { renderEmail } from '../../supabase/functions/_shared/emails/index.ts'
import { everyDatabase } from '../harness.ts'
import { releaseSteps } from './order-fixtures.ts'
import { type Actor, forbidden, openTestContext, type TestContext, type Values } from './test-context.ts'

const emailContext = {
  name: 'Tuckbox',
  siteUrl: 'https://tuckbox.test',
  pictureUrl: 'https://tuckbox.test',
  supportEmail: 'help@tuckbox.test',
  now: new Date('2026-11-21T12:00:00Z'),
}
const claimedSchema = z.array(
  z.object({
    email_id: z.string(),
    recipient: z.string(),
    template: z.string(),
    data: z.unknown(),
    attempts: z.number(),
  }),
)

describe.each(everyDatabase)('emails, on %s', (kind) => {
  let context: TestContext
  let buyer: Actor
  let seller: Actor
  let shop: string
  let product: string

  beforeAll(async () => {
    context = await openTestContext(kind)
  })
  afterAll(() => context.close())
  beforeEach(async () => {
    await context.database.run({ text: 'delete from public.outbox', values: [] })
    buyer = await context.member('Bea')
    seller = await context.member('Ines')
    shop = await context.shop(seller, { name: 'Crumb' })
    product = await context.product(shop)
  })

  const service = () => context.service
  const addressOf = (who: Actor) => `${who.id}@example.test`
  /** 'template: buyer', in alphabetical order. Other recipients keep their address. */
  const waiting = async (condition = `status = 'waiting' and attempts = 0`) =>
    (
      await service().rows(
        `select template, user_id from public.outbox where ${condition} order by template, created_at`,
      )
    ).map(
      ({ template, user_id }) =>
        `${template}: ${user_id === buyer.id ? 'buyer' : user_id === seller.id ? 'seller' : user_id}`,
    )
  const claim = async (most = 50) =>
    claimedSchema.parse(await service().rows('select * from public.claim_emails($1)', most))
  const subjects = async () =>
    (await claim())
      .map(
        ({ template, data, recipient }) =>
          `${recipient === addressOf(buyer) ? 'buyer' : 'seller'}: ${renderEmail(template, data, emailContext).subject}`,
      )
      .sort()

  /** A placed, unpaid order. Payment reveals its pickup place. */
  const place = async (values: Values = {}) =>
    (
      await context.order(buyer, product, {
        status: 'pending payment',
        shop_name: 'Crumb',
        buyer_name: 'Bea B',
        ...values,
      })
    ).order
  const move = (order: string, status: string, who: Actor = service()) =>
    who === service()
      ? service().rows(
          'update public.orders set status = $2, paid_at = coalesce(paid_at, now()) where id = $1',
          order,
          status,
        )
      : who.rows('select public.advance_order($1, $2)', order, status)
  const pickupOn = (days: number): Values => ({
    fulfilment: 'pickup',
    delivery_address: null,
    pickup_date: addDays(londonTime(new Date()).date, days),
    pickup_start: '09:00',
    pickup_end: '11:00',
    pickup_area: { city: 'York', postal_area: 'YO1' },
  })

  it('each step of an order sends one email to each member it concerns, and every template renders', async () => {
    const order = await place()
    expect(await waiting()).toEqual([])
    await move(order, 'processing')
    expect(await waiting()).toEqual(['new-order: seller', 'order-confirmed: buyer'])
    await move(order, 'shipped', seller)
    await move(order, 'shipped', seller)
    await move(order, 'delivered', seller)
    await releaseSteps(context)
    expect(await waiting()).toEqual([
      'new-order: seller',
      'order-confirmed: buyer',
      'order-delivered: buyer',
      'order-shipped: buyer',
    ])
    expect(await subjects()).toEqual([
      'buyer: How was your order from Crumb?',
      'buyer: Thank you for your order from Crumb',
      'buyer: Your order from Crumb is on its way',
      'seller: New order: 1 × A cake',
    ])
    // An order inserted in its final state, by the sample or an import, sends nothing.
    await context.order(buyer, product, { status: 'delivered' })
    expect(await claim()).toEqual([])
  })

  it('a buyer gets one receipt for a checkout of several shops', async () => {
    const other = await context.product(await context.shop(await context.member('Omar'), { name: 'Loaf' }))
    const checkout = await service().insert('checkouts', { buyer_id: buyer.id, subtotal: 24 })
    const values = { status: 'pending payment', checkout_id: String(checkout.id) }
    await context.order(buyer, product, { ...values, shop_name: 'Crumb' })
    await context.order(buyer, other, { ...values, shop_name: 'Loaf' })
    await service()
      .rows('select private.settle_checkout($1)', String(checkout.id))
      .catch(() => undefined)
    await context.database.run({ text: 'select private.settle_checkout($1)', values: [String(checkout.id)] })
    const emails = await claim()
    expect(emails.map(({ template }) => template).sort()).toEqual(['new-order', 'new-order', 'order-confirmed'])
    const receipt = emails.find(({ template }) => template === 'order-confirmed')
    expect(receipt?.recipient).toBe(addressOf(buyer))
    const { subject, text } = renderEmail('order-confirmed', receipt?.data, emailContext)
    expect(subject).toBe('Thank you for your order from Crumb and Loaf')
    expect(text).toContain('Total: £24.00')
  })

  it('a cancellation email says who cancelled, why, and what is refunded; an unpaid order sends none', async () => {
    const unpaid = await place()
    await service().rows(`update public.orders set status = 'cancelled' where id = $1`, unpaid)
    expect(await waiting()).toEqual([])

    const checkout = await service().insert('checkouts', { buyer_id: buyer.id, subtotal: 12 })
    const bought = await place({ checkout_id: String(checkout.id) })
    await service().insert('payments', {
      checkout_id: String(checkout.id),
      provider: 'test',
      session_id: randomUUID(),
      payment_id: randomUUID(),
      amount: 12,
      status: 'succeeded',
      captured_at: new Date().toISOString(),
    })
    await move(bought, 'processing')
    await claim()
    await buyer.rows('select public.cancel_order($1, $2)', bought, 'The party is off')
    const [sale, order] = (await claim()).sort((one, two) => two.template.localeCompare(one.template))
    expect([order?.template, sale?.template]).toEqual(['order-cancelled', 'sale-cancelled'])
    const email = renderEmail('order-cancelled', order?.data, emailContext)
    expect(email.text).toContain('as you asked. We are refunding £12.00')
    expect(email.text).toContain('The party is off')
    expect(renderEmail('sale-cancelled', sale?.data, emailContext).text).toContain('Bea B has cancelled this order')

    const refused = await place()
    await move(refused, 'processing')
    await claim()
    await seller.rows('select public.cancel_order($1, $2)', refused, 'The oven broke')
    const emails = await claim()
    expect(emails.map(({ template }) => template)).toEqual(['order-cancelled'])
    expect(renderEmail('order-cancelled', emails[0]?.data, emailContext)).toMatchObject({
      subject: 'Crumb has cancelled your order',
    })
  })

  it('a refund email covers payments that bought nothing, and the seller learns of a failed refund', async () => {
    const checkout = await service().insert('checkouts', { buyer_id: buyer.id, subtotal: 12 })
    const order = await place({ checkout_id: String(checkout.id) })
    const payment = String(
      (
        await service().insert('payments', {
          checkout_id: String(checkout.id),
          provider: 'test',
          session_id: randomUUID(),
          payment_id: randomUUID(),
          amount: 12,
          status: 'succeeded',
          captured_at: new Date().toISOString(),
        })
      ).id,
    )
    await move(order, 'processing')
    await claim()
    const refund = async (values: Values) =>
      String((await service().insert('refunds', { payment_id: payment, amount: 2, reason: 'Squashed', ...values })).id)
    const makeDue = () =>
      service().rows(`update public.outbox set send_after = now() where template ~ '^refund' and attempts = 0`)
    const begun = await refund({ order_id: order })
    expect(await waiting()).toEqual(['refund-started: buyer'])
    // Due after some minutes. A refund that succeeds by then sends no "started" email.
    expect(await claim()).toEqual([])
    await service().update('refunds', begun, { status: 'succeeded', provider_refund_id: randomUUID() })
    await makeDue()
    expect(await subjects()).toEqual(['buyer: £2.00 has been refunded'])
    expect(await waiting(`status = 'skipped'`)).toEqual(['refund-started: buyer'])

    const failing = await refund({ order_id: order })
    await makeDue()
    expect(await subjects()).toEqual(['buyer: We are refunding £2.00'])
    await service().update('refunds', failing, { status: 'failed', last_error: 'The card is closed.' })
    await makeDue()
    expect(await subjects()).toEqual([
      'buyer: Your refund of £2.00 has not gone through yet',
      'seller: A refund of £2.00 to Bea B failed',
    ])

    await refund({ amount: 3, reason: 'Your order had already been paid.' })
    const [returned] = await claim()
    expect(renderEmail(returned?.template ?? '', returned?.data, emailContext)).toMatchObject({
      subject: 'We are refunding your payment of £3.00',
    })
    // A historical refund: made in the dashboard, for no single order.
    await refund({
      amount: 1,
      created_at: '2026-01-01T10:00:00Z',
      status: 'succeeded',
      provider_refund_id: randomUUID(),
    })
    expect(await claim()).toEqual([])
  })

  it('a delivery reminder is sent the morning before, unless the order is on its way or its day has changed', async () => {
    const deliveredOn = (delivery_date: string): Values => ({
      delivery_date,
      delivery_start: '10:00',
      delivery_end: '12:00',
    })
    const [order, sent, moved] = await Promise.all(
      ['2036-07-10', '2036-07-11', '2036-07-12'].map((day) => place(deliveredOn(day))),
    )
    for (const each of [order, sent, moved]) await move(each ?? '', 'processing')
    const of = `from public.outbox where template = 'delivery-reminder' and data #>> '{order,id}' = $1`
    expect(await service().rows(`select send_after at time zone 'UTC' as at ${of}`, order ?? '')).toEqual([
      { at: '2036-07-09 08:00:00' },
    ])
    await claim()
    await service().rows(`update public.orders set status = 'shipped' where id = $1`, sent ?? '')
    await service().rows(`update public.orders set delivery_date = '2036-07-20' where id = $1`, moved ?? '')
    await service().rows(`update public.outbox set send_after = now() where template = 'delivery-reminder'`)
    const reminders = (await claim()).filter(({ template }) => template === 'delivery-reminder')
    expect(reminders).toHaveLength(1)
    expect(renderEmail('delivery-reminder', reminders[0]?.data, emailContext).text).toContain('10:00 to 12:00')
  })

  it('a pickup reminder is sent at nine London time the day before, unless the order is over or nine has passed', async () => {
    const order = await place({ ...pickupOn(40), pickup_date: '2036-07-10' })
    const winter = await place({ ...pickupOn(40), pickup_date: '2036-12-10' })
    const soon = await place(pickupOn(-1))
    for (const each of [order, winter, soon]) {
      const mill = { address_line1: '12 Mill Lane', city: 'York', postal_code: 'YO1 7HH' }
      await service().insert('order_pickup_places', { order_id: each, ...mill })
      await move(each, 'processing')
    }
    const reminders = await service().rows(
      `select send_after at time zone 'UTC' as at, data #>> '{order,id}' as about from public.outbox where template = 'pickup-reminder' order by send_after`,
    )
    expect(reminders).toEqual([
      { at: '2036-07-09 08:00:00', about: order },
      { at: '2036-12-09 09:00:00', about: winter },
    ])
    await claim()
    await service().rows(`update public.outbox set send_after = now() where template = 'pickup-reminder'`)
    await service().rows(`update public.orders set status = 'cancelled' where id = $1`, winter)
    const emails = await claim()
    const [reminder] = emails.filter(({ template }) => template === 'pickup-reminder')
    expect(emails.map(({ template }) => template).sort()).toEqual([
      'order-cancelled',
      'pickup-reminder',
      'sale-cancelled',
    ])
    const { attachments } = renderEmail('pickup-reminder', reminder?.data, emailContext)
    expect(attachments[0]?.content).toContain('DTSTART;TZID=Europe/London:20360710T090000')
    expect(attachments[0]?.content).toContain('12 Mill Lane')
  })

  it('a member who opted out, deleted the account or has no valid address gets no email; without order updates only essential ones', async () => {
    const wants = (who: Actor, values: Values) =>
      who.rows(
        'update public.notification_preferences set email_notifications = $2, order_updates = $3 where user_id = $1',
        who.id,
        values.email ?? true,
        values.updates ?? true,
      )
    const order = await place()
    await move(order, 'processing')
    await move(order, 'shipped')
    // The preference at the time of sending decides.
    await wants(buyer, { updates: false })
    await wants(seller, { email: false })
    expect((await claim()).map(({ template }) => template)).toEqual(['order-confirmed'])
    expect(await waiting(`status = 'skipped'`)).toEqual(['new-order: seller', 'order-shipped: buyer'])
    expect(await service().count(`select from public.outbox where status = 'skipped' and data <> '{}'`)).toBe(0)

    // An enquiry is not an order update.
    await wants(seller, { updates: false })
    const enquiry = {
      sender_name: 'Ada',
      sender_email: 'ada@example.com',
      subject: 'Nut free?',
      message: 'Could you bake without nuts?',
    }
    await context.visitor.send('contact_messages', { shop_id: shop, ...enquiry })
    expect(await subjects()).toEqual(['seller: Ada to Crumb: Nut free?'])
    await wants(seller, { email: false })

    await wants(buyer, {})
    const next = await place()
    await move(next, 'processing')
    await context.database.run({
      text: 'update auth.users set email = $2 where id = $1',
      values: [buyer.id, 'bea@new.example'],
    })
    expect((await claim()).map(({ recipient }) => recipient)).toEqual(['bea@new.example'])
    await context.database.run({ text: `update auth.users set email = 'bea"<x' where id = $1`, values: [buyer.id] })
    await move(next, 'shipped')
    expect(await waiting(`template = 'order-shipped' and status = 'waiting'`)).toEqual([])
    // An account with an open order cannot be deleted.
    for (const shipped of [order, next]) await move(shipped, 'delivered')
    await context.database.run({ text: 'delete from auth.users where id = $1', values: [buyer.id] })
    expect(await service().count('select from public.outbox where user_id = $1', buyer.id)).toBe(0)
  })

  it('an email is claimed once at a time, and a failed one is retried for a day', async () => {
    await move(await place(), 'processing')
    const [first, second] = await Promise.all([claim(1), claim(1)])
    expect(new Set([...first, ...second].map(({ email_id }) => email_id)).size).toBe(2)
    expect(await claim()).toEqual([])
    const id = first[0]?.email_id ?? ''
    const emailRow = async () =>
      (
        await service().rows(
          `select status, attempts, last_error, data = '{}' as empty, round(extract(epoch from send_after - now()) / 60)::integer as minutes from public.outbox where id = $1`,
          id,
        )
      )[0]
    const record = (attempt: number, error: string | null) =>
      service().rows('select public.record_email($1, $2, $3)', id, attempt, error)
    // A claim without a result expires after five minutes.
    expect(await emailRow()).toMatchObject({ status: 'waiting', minutes: 5 })
    await record(1, 'No answer')
    expect(await emailRow()).toMatchObject({
      status: 'waiting',
      attempts: 1,
      last_error: 'No answer',
      minutes: 1,
      empty: false,
    })
    const again = async () => {
      await service().rows('update public.outbox set send_after = now() where id = $1', id)
      return claim()
    }
    expect(await again()).toHaveLength(1)
    // The first claimant's late failure is ignored; its late success counts.
    await record(1, 'Late')
    expect(await emailRow()).toMatchObject({ last_error: null, minutes: 5 })
    await record(2, 'Still none')
    expect(await emailRow()).toMatchObject({ minutes: 2 })
    await service().rows('update public.outbox set attempts = 23 where id = $1', id)
    expect(await again()).toHaveLength(1)
    await record(24, 'Never')
    expect(await emailRow()).toMatchObject({ status: 'failed', last_error: 'Never' })
    const other = second[0]?.email_id ?? ''
    await service().rows('select public.record_email($1, 1)', other)
    expect(
      await service().rows(
        `select status, data, sent_at is not null as is_sent from public.outbox where id = $1`,
        other,
      ),
    ).toEqual([{ status: 'sent', data: {}, is_sent: true }])
  })

  it('emails that one network of newcomers or one member causes let those of others pass once twenty wait', async () => {
    const enqueue = async (who: Actor, about: string) => {
      await who.rows(`select private.enqueue_email($1, 'receipt', $2, '{}')`, who.id, about)
    }
    await context.database.script('grant execute on function private.enqueue_email to authenticated')
    const newcomers = await Promise.all([1, 2].map(() => context.member('Newcomer', {}, '203.0.113.7')))
    for (let n = 0; n < 60; n += 1) await enqueue(newcomers[n % 2] ?? buyer, `${n}`)
    expect(await service().count('select from outbox where not is_bulk')).toBe(20)
    const other = await context.member('Other', {}, '203.0.113.8')
    await enqueue(other, 'other')
    expect((await claim(21)).map(({ recipient }) => recipient)).toContain(addressOf(other))
    // What the jobs and payments enqueue has no cause, and everything is sent in the end.
    expect(await service().count('select from outbox where cause is null')).toBe(0)
    const rest = await claim(100)
    expect(rest).toHaveLength(40)
    for (const { email_id } of rest) await service().rows('select public.record_email($1, 1)', email_id)
    expect(await service().count('select from outbox where cause is null')).toBe(40)
    await context.order(other, product, { subtotal: 5 })
    await context.database.script('delete from outbox')
    for (let n = 0; n < 25; n += 1) await enqueue(other, `${n}`)
    expect(await service().count('select from outbox where is_bulk')).toBe(5)
    await enqueue(await context.member('Neighbour', {}, '203.0.113.8'), 'neighbour')
    expect(await service().count('select from outbox where is_bulk')).toBe(5)
    await context.database.script('revoke execute on function private.enqueue_email from authenticated')
  })

  it('only the edge function can read, claim or write emails', async () => {
    await move(await place(), 'processing')
    for (const who of [context.visitor, buyer, seller, await context.administrator()])
      for (const text of [
        'select * from public.outbox',
        `insert into public.outbox (recipient, template) values ('a@b.example', 'new-order')`,
        'select public.claim_emails(1)',
        `select public.record_email('${randomUUID()}', 1)`,
        'select private.call_send_mail_if_due()',
        `select private.enqueue_email('${buyer.id}', 'new-order', 'x', '{}')`,
      ])
        await expect(who.rows(text), text).rejects.toMatchObject({ code: forbidden })
  })

  it('a due email calls the edge function, and emails are deleted after three months', async () => {
    const calls = async () =>
      (await context.database.run({ text: 'select url from net.http_request_queue', values: [] })).rows.flat()
    const runJob = () => context.database.run({ text: 'select private.call_send_mail_if_due()', values: [] })
    await context.database.script('delete from net.http_request_queue')
    await runJob()
    expect(await calls()).toEqual([])
    await move(await place(), 'processing')
    await runJob()
    expect(await calls()).toEqual(['http://backend.internal/functions/v1/send-mail'])
    await service().rows(
      `update public.outbox set created_at = now() - interval '91 days', send_after = now() - interval '91 days', status = 'sent', sent_at = now() where template = 'new-order'`,
    )
    await service().rows(
      `update public.outbox set created_at = now() - interval '91 days' where template = 'order-confirmed'`,
    )
    await context.database.run({ text: 'select private.purge_emails()', values: [] })
    expect(await waiting('true')).toEqual(['order-confirmed: buyer'])
  })
})
