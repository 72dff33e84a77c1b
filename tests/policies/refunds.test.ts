/** Refunds against concurrent events: dashboard refunds, refused refunds, and transfers already made to shops. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databases } from '../harness.ts'
import { clear } from './clear.ts'
import {
  address,
  beginPayment,
  call,
  column,
  delivered,
  forSale,
  order,
  place,
  recordPaymentEvent,
} from './order-fixtures.ts'
import { suspend } from './subscription-fixtures.ts'
import { type Actor, openTestContext, refusal, type TestContext, text } from './test-context.ts'

describe.each(databases)('refunds on %s', (kind) => {
  let context: TestContext
  let buyer: Actor
  let seller: Actor
  let baker: Actor
  let shop: string
  let bakery: string
  let cake: string
  let bread: string
  /** £28.99: a £25 cake and its delivery. */
  let id: string
  let payment: string

  beforeAll(async () => {
    context = await openTestContext(kind)
    seller = await context.member('Seller')
    baker = await context.member('Baker')
    shop = await context.shop(seller, { name: 'A shop' })
    bakery = await context.shop(baker, { name: 'Bakery' })
    cake = await context.product(shop, { ...forSale, name: 'Lemon cake', price: 25, stock: 1000 })
    bread = await context.product(bakery, { ...forSale, name: 'Rye bread', price: 4, stock: 1000 })
    for (const [of, account] of [
      [shop, 'acct_shop'],
      [bakery, 'acct_bakery'],
    ])
      await call(context.service, `set_payment_account($1, 'test', $2, true, true, true)`, of ?? '', `${account}`)
  })
  afterAll(() => context.close())
  beforeEach(async () => {
    await clear(context, 'public.checkouts', 'public.payment_events')
    buyer = await context.member('Bo Buyer')
    const placed = await place(buyer, order([delivered(shop, { product: cake })], { address_id: await address(buyer) }))
    payment = await paidWith('platform', placed)
    id = placed.orders[0]?.id ?? ''
  })

  async function paidWith(route: string, { checkout_id, total }: { checkout_id: string; total: number }) {
    const begun = await beginPayment(context, buyer, checkout_id, 10, route)
    await recordPaymentEvent(context, { payment: begun, amount: total })
    return begun
  }
  /** A refund event as the provider sends it: made in the dashboard unless marked as ours. */
  const recordRefundEvent = (provider: string, amount: number, status = 'succeeded', ours: string | null = null) =>
    call(
      context.service,
      `record_refund('test', $1, $2, $3, $4::uuid, $5, $6::numeric)`,
      randomUUID(),
      provider,
      status,
      ours,
      `capture of ${payment}`,
      amount,
    )
  const refund = (amount: number) =>
    call(seller, 'refund_order($1::uuid, $2::numeric, $3, $4)', id, amount, 'A dent', randomUUID())
  const refunds = async () =>
    (
      await context.service.rows(
        'select amount, status, provider_refund_id from refunds where payment_id = $1 order by created_at, amount',
        payment,
      )
    ).map(({ amount, status, provider_refund_id: provider }) => [amount, status, provider])
  const claimed = async () => {
    await context.service.rows(`update refunds set next_attempt_at = now() where status = 'pending'`)
    return context.service.rows('select refund_id, amount from claim_refunds()')
  }
  const refused = async (refund: string) => {
    await call(context.service, `fail_refund_attempt($1, 'Charge has already been refunded.', true)`, refund)
  }
  const titles = async (actor: Actor) => column(await actor.rows('select title from notifications'), 'title').sort()
  const refundedSum = async () =>
    column(await buyer.rows('select refunded_amount from orders where id = $1', id), 'refunded_amount')[0]

  it('sixty penny refunds are limited to ten, with one email when they start and one when they arrive', async () => {
    await context.service.rows('delete from outbox')
    await context.service.rows('delete from notifications')
    for (let n = 0; n < 10; n += 1) await refund(0.01)
    for (let n = 10; n < 60; n += 1)
      expect(await refusal(refund(0.01))).toMatchObject({ code: 'PT409', hint: 'too_many' })
    const emails = async () =>
      (
        await context.service.rows(
          `select template, data -> 'amount' as amount, send_after > now() as waits from outbox order by template`,
        )
      ).map(({ template, amount, waits }) => [template, amount, waits])
    const notifications = async () =>
      (await buyer.rows('select title, message from notifications order by title')).map(({ title, message }) => [
        title,
        /£[\d.]+/.exec(`${message}`)?.[0],
      ])
    expect(await emails()).toEqual([['refund-started', 0.1, true]])
    expect(await notifications()).toEqual([['A refund is on its way', '£0.10']])

    const [first, ...others] = await claimed()
    await recordRefundEvent('re_first', 0.01, 'succeeded', text(first, 'refund_id'))
    expect(await emails()).toEqual([
      ['refund-paid', 0.01, true],
      ['refund-started', 0.09, true],
    ])
    for (const [n, other] of others.entries())
      await recordRefundEvent(`re_${n}`, 0.01, 'succeeded', text(other, 'refund_id'))
    expect(await emails()).toEqual([
      ['refund-paid', 0.1, true],
      ['refund-started', 0, true],
    ])
    expect(await notifications()).toEqual([
      ['A refund is on its way', '£0.10'],
      ['Refund paid', '£0.10'],
    ])
    await context.service.rows('update outbox set send_after = now()')
    const sent = await context.service.rows('select template from claim_emails(50)')
    expect(column(sent, 'template')).toEqual(['refund-paid'])
  })

  it('a refund after its email was sent gets an email of its own', async () => {
    await context.service.rows('delete from outbox')
    await refund(1)
    await context.service.rows('update outbox set send_after = now()')
    await context.service.rows('select from claim_emails(50)')
    await refund(2)
    const emails = await context.service.rows(`select data -> 'amount' as amount from outbox order by 1`)
    expect(column(emails, 'amount')).toEqual([1, 2])
  })

  it.each([
    ['whom the buyer blocks', () => buyer.insert('blocks', { blocked_id: seller.id })],
    ['who blocks the buyer', () => seller.insert('blocks', { blocked_id: buyer.id })],
    ['who is suspended', () => suspend(context, seller)],
  ])('the reason of a seller %s is in no notification and no email', async (_, separate) => {
    await call(seller, `advance_order($1::uuid, 'shipped')`, id)
    await call(seller, `advance_order($1::uuid, 'delivered')`, id)
    const told = async () => {
      await context.service.rows('delete from outbox')
      await context.service.rows('delete from notifications')
      await refund(1)
      const [notification] = await buyer.rows('select message from notifications')
      const [email] = await context.service.rows(`select data ->> 'reason' as reason from outbox`)
      return [notification?.message, email?.reason]
    }
    const message = 'A shop is refunding £1.00 of your order. Your bank may take a few days.'
    expect(await told()).toEqual([expect.stringContaining(`: ${message} Their reason: “A dent”.`), 'A dent'])
    await separate()
    expect(await told()).toEqual([expect.stringMatching(new RegExp(`: ${message}$`)), null])
    await context.database.script('delete from private.suspended_members; delete from public.blocks')
  })

  it('a dashboard refund of the same amount counts as ours, which is then not requested', async () => {
    await call(buyer, 'cancel_order($1::uuid)', id)
    const [waiting] = await claimed()
    expect(await recordRefundEvent('re_dashboard', 28.99)).toEqual({
      result: 'recorded',
      refund_id: text(waiting, 'refund_id'),
    })
    await refused(text(waiting, 'refund_id'))
    expect(await refunds()).toEqual([['28.99', 'succeeded', 're_dashboard']])
    expect(await claimed()).toEqual([])
    expect(await refundedSum()).toBe('28.99')
    expect(await titles(buyer)).toEqual(['Payment received', 'Refund paid'])
  })

  it('a dashboard refund is recorded once ours is refused, and the rest is requested', async () => {
    await call(buyer, 'cancel_order($1::uuid)', id)
    const [waiting] = await claimed()
    expect(await recordRefundEvent('re_dashboard', 10)).toEqual({ result: 'deferred', refund_id: null })
    expect(await refunds()).toEqual([['28.99', 'pending', null]])
    await refused(text(waiting, 'refund_id'))
    await refused(text(waiting, 'refund_id'))
    expect((await refunds()).toSorted()).toEqual([
      ['10.00', 'succeeded', 're_dashboard'],
      ['18.99', 'pending', null],
      ['28.99', 'failed', null],
    ])
    const [rest] = await claimed()
    expect(await recordRefundEvent('re_rest', 18.99, 'succeeded', text(rest, 'refund_id'))).toMatchObject({
      result: 'recorded',
    })
    expect(await refundedSum()).toBe('28.99')
    expect(await titles(buyer)).toEqual(['A refund is on its way', 'Payment received', 'Refund paid'])
    expect(await titles(seller)).toEqual(expect.arrayContaining(['A refund was made', 'New order', 'Order cancelled']))
    expect(await titles(seller)).not.toContain('A refund failed')
  })

  it('both refunds count where both fit, including one matched to the wrong refund', async () => {
    await refund(20)
    await refund(5)
    const [first, second] = (await claimed()).toSorted((a, b) => Number(b.amount) - Number(a.amount))
    expect(await recordRefundEvent('re_small', 3.99)).toMatchObject({ result: 'recorded' })
    // Nothing is left, so this must be one of the two pending refunds. The provider then makes that one and
    // refuses the other.
    expect(await recordRefundEvent('re_five', 5)).toEqual({ result: 'recorded', refund_id: text(second, 'refund_id') })
    expect(await recordRefundEvent('re_ours', 5, 'succeeded', text(second, 'refund_id'))).toEqual({
      result: 'deferred',
      refund_id: null,
    })
    await refused(text(first, 'refund_id'))
    expect((await refunds()).toSorted()).toEqual([
      ['15.00', 'pending', null],
      ['20.00', 'failed', null],
      ['3.99', 'succeeded', 're_small'],
      ['5.00', 'succeeded', 're_five'],
      ['5.00', 'succeeded', 're_ours'],
    ])
  })

  it('the seller can retry only what the bank rejected, and both sides are notified', async () => {
    await call(seller, 'cancel_order($1::uuid, $2)', id, 'No lemons')
    const [waiting] = await claimed()
    const ours = text(waiting, 'refund_id')
    expect(await recordRefundEvent('re_1', 28.99, 'pending', ours)).toMatchObject({ result: 'recorded' })
    expect(await claimed()).toEqual([])
    expect(await refusal(refund(0.01))).toMatchObject({ hint: 'too_much' })
    await recordRefundEvent('re_1', 28.99, 'succeeded', ours)
    await recordRefundEvent('re_1', 28.99, 'failed', ours)
    await recordRefundEvent('re_1', 28.99, 'succeeded', ours)
    expect(await refundedSum()).toBe('0.00')
    expect(await call(seller, 'cancel_order($1::uuid, $2)', id, 'Again')).toMatchObject({
      refund: { amount: 28.99, status: 'failed' },
    })
    expect(await refund(28.99)).toMatchObject({ status: 'pending', refunded: 28.99, left: 0 })
    expect(await titles(seller)).toContain('A refund failed')
    expect(await titles(buyer)).toContain('Your refund did not go through')
  })

  describe('of money already transferred to shops', () => {
    let sales: { shop: string; bakery: string }
    beforeEach(async () => {
      const placed = await place(
        buyer,
        order([delivered(shop, { product: cake }), delivered(bakery, { product: bread })], {
          address_id: await address(buyer, { address_line1: '2 High Street' }),
        }),
      )
      payment = await paidWith('transfers', placed)
      const of = (wanted: string) => placed.orders.find(({ shop_id }) => shop_id === wanted)?.id ?? ''
      sales = { shop: of(shop), bakery: of(bakery) }
      id = sales.shop
    })

    const transfers = () => context.service.rows('select transfer_id, order_id, amount from claim_transfers()')
    const dueReversals = async () => {
      await context.service.rows('update transfers set next_attempt_at = now()')
      return context.service.rows('select transfer_id, provider_transfer_id, amount, number from claim_reversals()')
    }
    const recordReversal = (row: Record<string, unknown> | undefined, error: string | null = null) =>
      call(
        context.service,
        'record_reversal($1::uuid, $2::integer, $3)',
        `${row?.transfer_id}`,
        Number(row?.number),
        error,
      )
    async function send(skip: readonly string[] = []) {
      for (const row of await transfers())
        if (!skip.includes(text(row, 'order_id')))
          await call(context.service, 'record_transfer($1::uuid, $2)', text(row, 'transfer_id'), `tr_${row.order_id}`)
    }

    it('reverse each shop’s share in proportion, to the penny, or all of a fully refunded order', async () => {
      await send()
      expect(await dueReversals()).toEqual([])
      // £25 and £2.00 of delivery, less a £2.50 fee: £24.50 of £27.00.
      await refund(9)
      const [first] = await dueReversals()
      expect(first).toMatchObject({ provider_transfer_id: `tr_${sales.shop}`, amount: '8.17', number: 0 })
      await recordReversal(first, 'No money there')
      // A requested reversal keeps its amount despite later refunds, because the provider knows it by its key.
      await refund(9)
      expect(await dueReversals()).toEqual([first])
      await recordReversal(first)
      await recordReversal(first)
      const [second] = await dueReversals()
      expect(second).toMatchObject({ amount: '8.16', number: 1 })
      await recordReversal(second)
      await call(seller, 'cancel_order($1::uuid, $2)', sales.shop, 'No lemons')
      const [third] = await dueReversals()
      expect(third).toMatchObject({ amount: '8.17', number: 2 })
      await recordReversal(third)
      expect(await dueReversals()).toEqual([])
      expect(
        await context.service.rows('select amount, reversed_amount from transfers where order_id = $1', sales.shop),
      ).toEqual([{ amount: '24.50', reversed_amount: '24.50' }])
      expect(
        await context.service.rows(
          'select reversed_amount, may_need_reversal from transfers where order_id = $1',
          sales.bakery,
        ),
      ).toEqual([{ reversed_amount: '0.00', may_need_reversal: false }])
    })

    it('reverse what was refunded during the transfer, and a repeated refund only once', async () => {
      const [sending] = (await transfers()).filter(({ order_id }) => order_id === sales.shop)
      await refund(27)
      expect(await dueReversals()).toEqual([])
      await call(context.service, 'record_transfer($1::uuid, $2)', text(sending, 'transfer_id'), 'tr_late')
      const [due] = await dueReversals()
      expect(due).toMatchObject({ provider_transfer_id: 'tr_late', amount: '24.50' })
      await recordReversal(due)
      await context.service.rows(`update refunds set status = 'failed' where order_id = $1`, sales.shop)
      expect(await dueReversals()).toEqual([])
      await refund(27)
      expect(await dueReversals()).toEqual([])
    })

    it('transfer nothing that was refunded before', async () => {
      await refund(13.5)
      await call(baker, 'cancel_order($1::uuid, $2)', sales.bakery, 'No flour')
      expect(column(await transfers(), 'amount')).toEqual(['12.25'])
      expect(await context.service.rows('select status from transfers where order_id = $1', sales.bakery)).toEqual([
        { status: 'skipped' },
      ])
      expect(await dueReversals()).toEqual([])
    })

    it('transfer a shop’s part after all when the bank rejects the refund that had cancelled the transfer', async () => {
      await call(baker, 'cancel_order($1::uuid, $2)', sales.bakery, 'No flour')
      await transfers()
      const [refund] = await claimed()
      await refused(text(refund, 'refund_id'))
      // £4 and £1.99 of delivery, less a £0.40 fee.
      expect((await transfers()).filter((row) => row.order_id === sales.bakery)).toMatchObject([{ amount: '5.59' }])
    })
  })
})
