/** Deposits and balances: what is paid when, every way a balance ends, and that the money adds up. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { databases } from '../harness.ts'
import { cases } from './case-count.ts'
import { expectLedgerToBalance } from './ledger-assertions.ts'
import { address, beginPayment, call, delivered, forSale, order, place, recordPaymentEvent } from './order-fixtures.ts'
import { type Actor, openTestContext, refusal, type TestContext, text } from './test-context.ts'

const begunBalance = z.object({ payment_id: z.string().nullable(), status: z.string(), amount: z.number().optional() })

describe.each(databases)('deposits and balances on %s', (kind) => {
  let context: TestContext
  let buyer: Actor
  let seller: Actor
  let third: Actor
  let shop: string
  let cake: string
  let room: string
  beforeAll(async () => {
    context = await openTestContext(kind)
    third = await context.member('Third')
    await context.shop(third)
  })
  afterAll(() => context.close())
  beforeEach(async () => {
    buyer = await context.member('Bo Buyer')
    seller = await context.member('Seller')
    shop = await context.shop(seller, { name: 'Crumb' })
    cake = await context.product(shop, { ...forSale, name: 'Tower', product_type: 'bespoke', price: 0 })
    room = text(await buyer.insert('chat_rooms', { seller_id: seller.id, product_id: cake }), 'id')
  })

  const inDays = async (days: number) =>
    text(
      (
        await context.service.rows(`select ((now() at time zone 'Europe/London')::date + $1::int)::text as day`, days)
      )[0],
      'day',
    )
  const sendQuote = async (terms: object = {}) => {
    const [now] = await seller.rows('select brief_version, quote_version from my_conversations($1)', room)
    const days = { wanted_on: await inDays(20), balance_due_on: await inDays(10) }
    const all = { price: 100, deposit: { percent: 30 }, ...days, ...terms }
    return call(seller, 'send_quote($1, $2, $3, $4)', room, Number(now?.brief_version), Number(now?.quote_version), all)
  }
  const accept = async (more: object = {}) =>
    place(
      buyer,
      order([delivered(shop, { product: cake, variation: null, chat_room_id: room })], {
        address_id: await address(buyer),
        ...more,
      }),
    )
  /** A paid deposit. @returns the order, whose balance is open */
  const payDeposit = async ({ fee = 0, route = 'platform', terms = {} } = {}) => {
    await sendQuote(terms)
    const placed = await accept()
    const payment = await beginPayment(context, buyer, placed.checkout_id, fee, route)
    expect(await recordPaymentEvent(context, { payment, amount: placed.total })).toMatchObject({ result: 'paid' })
    return { id: placed.orders[0]?.id ?? '', payment, deposit: placed.total, checkout: placed.checkout_id }
  }
  const beginBalance = async (id: string, actor = buyer, route = 'platform') =>
    begunBalance.parse(
      await call(context.service, 'begin_balance_payment($1, $2, $3, $4)', id, actor.id, 'test', route),
    )
  const payBalance = async (id: string, route = 'platform') => {
    const { payment_id: payment, amount } = await beginBalance(id, buyer, route)
    return {
      payment: payment ?? '',
      ...(await recordPaymentEvent(context, { payment: payment ?? '', amount: amount ?? 0 })),
    }
  }
  const orderNow = async (id: string) =>
    (
      await context.service.rows(
        `select status, total_amount, received_amount, refunded_amount, balance, cancellation_kept,
          balance_paid_at is not null as is_paid, balance_waived_at is not null as is_waived from orders where id = $1`,
        id,
      )
    )[0]
  const refundsOf = async (id: string) =>
    (
      await context.service.rows(
        `select r.amount, p.is_balance, r.is_cancellation from refunds r join payments p on p.id = r.payment_id
          where r.order_id = $1 order by p.is_balance, r.amount`,
        id,
      )
    ).map(({ amount, is_balance }) => `${amount} of the ${is_balance ? 'balance' : 'deposit'}`)
  const balances = () => expectLedgerToBalance(context, new Map())
  const letBalanceBecomeOverdue = (id: string) =>
    context.service.rows(`update orders set balance_due_on = current_date - 2 where id = $1`, id)

  const sellerEmails = (order: string) =>
    context.service.rows(
      `select (data ->> 'is_overdue')::boolean as is_overdue from outbox
        where template = 'sale-balance' and user_id = $1 and data #>> '{order,id}' = $2`,
      seller.id,
      order,
    )

  it('accepting a quote pays the deposit, and the order keeps its whole price', async () => {
    await sendQuote()
    expect(await refusal(accept({ shown_total: 100 }))).toMatchObject({ hint: 'prices_changed' })
    const placed = await accept({ shown_total: 30 })
    expect(placed).toMatchObject({ total: 30, subtotal: 100, balance: 70 })
    const details = await call(context.service, 'payment_details($1, $2)', placed.checkout_id, 10)
    // The fee of the whole price.
    expect(details).toMatchObject({ total: 30, balance: 70, application_fee: 10 })
    expect(await call(context.service, 'payment_details($1, $2)', placed.checkout_id, 40)).toMatchObject({
      application_fee: 29.99,
    })
    const payment = await beginPayment(context, buyer, placed.checkout_id)
    await recordPaymentEvent(context, { payment, amount: 30 })
    expect(await orderNow(placed.orders[0]?.id ?? '')).toMatchObject({
      status: 'processing',
      total_amount: '100.00',
      received_amount: '30.00',
      balance: '70.00',
      is_paid: false,
    })
    const [note] = await buyer.rows(`select message from notifications where title = 'Payment received'`)
    expect(text(note, 'message')).toMatch(/deposit of £30\.00\. The balance of £70\.00 is due by/)
    await balances()
  })

  it('a percentage is rounded to the penny, and delivery is part of the balance', async () => {
    await sendQuote({ price: 33.33, deposit: { percent: 50 } })
    const placed = await accept()
    expect(placed).toMatchObject({ subtotal: 33.33, delivery_fee: 3.99, total: 16.67, balance: 20.65 })
    await balances()
  })

  it('a deposit needs an agreed day, and a balance that is due before it', async () => {
    const wrong: [string, object, string][] = [
      ['no day', { wanted_on: null }, 'deposit'],
      ['no day for the balance', { balance_due_on: null }, 'deposit'],
      ['the balance on the day', { balance_due_on: await inDays(20) }, 'deposit'],
      ['the balance yesterday', { balance_due_on: await inDays(-1) }, 'deposit'],
      ['all of it', { deposit: { amount: 100 } }, 'deposit'],
      ['more than all of it', { deposit: { amount: 101 } }, 'deposit'],
      ['ten pence', { deposit: { amount: 0.1 } }, 'deposit'],
      ['less than a fifth', { deposit: { amount: 19.99 } }, 'deposit'],
      ['fractions of a penny', { deposit: { amount: 30.005 } }, 'deposit'],
      ['half a per cent', { deposit: { percent: 0.5 } }, 'deposit'],
      ['a hundred per cent', { deposit: { percent: 100 } }, 'deposit'],
      ['both', { deposit: { percent: 30, amount: 30 } }, 'deposit'],
      ['text', { deposit: '30 %' }, 'deposit'],
      ['a day without a deposit', { deposit: null }, 'deposit'],
    ]
    for (const [name, terms, hint] of wrong) expect(await refusal(sendQuote(terms)), name).toMatchObject({ hint })
    // The quote expires with the day of its balance.
    await sendQuote({ balance_due_on: await inDays(3) })
    const [row] = await seller.rows(
      `select (quote_expires_at at time zone 'Europe/London')::text as until from chat_rooms where id = $1`,
      room,
    )
    expect(text(row, 'until')).toBe(`${await inDays(4)} 00:00:00`)
  })

  it('the balance is paid once, by a second payment of the same order', async () => {
    const { id } = await payDeposit({ fee: 10 })
    const first = await beginBalance(id)
    expect(first).toMatchObject({ status: 'pending', amount: 70 })
    expect((await beginBalance(id)).payment_id).toBe(first.payment_id)
    const payment = first.payment_id ?? ''
    const event = { payment, amount: 70, event: randomUUID() }
    expect(await recordPaymentEvent(context, event)).toMatchObject({ result: 'paid' })
    expect(await recordPaymentEvent(context, event)).toMatchObject({ result: 'paid' })
    expect(await recordPaymentEvent(context, { payment, amount: 70 })).toMatchObject({ result: 'ignored' })
    expect(await orderNow(id)).toMatchObject({ received_amount: '100.00', is_paid: true })
    expect(await beginBalance(id)).toMatchObject({ payment_id: null, status: 'paid' })
    const fees = 'select sum(application_fee)::text as sum from payments where status = $1'
    expect(
      await context.service.rows(
        `${fees} and checkout_id = (select checkout_id from orders where id = $2)`,
        'succeeded',
        id,
      ),
    ).toEqual([{ sum: '10.00' }])
    expect(await buyer.count(`select from notifications where title = 'Balance received'`)).toBe(1)
    expect(await seller.count(`select from notifications where title = 'Balance paid'`)).toBe(1)
    expect(await sellerEmails(id)).toEqual([{ is_overdue: false }])
    expect(
      await context.service.count(`select from outbox where template = 'balance-paid' and user_id = $1`, buyer.id),
    ).toBe(1)
    await balances()
  })

  it('only the buyer begins the payment of a balance, and only while it is due', async () => {
    const { id } = await payDeposit()
    for (const actor of [third, seller])
      expect(await refusal(beginBalance(id, actor))).toMatchObject({ code: 'PT404', hint: 'order' })
    await call(seller, 'waive_balance($1)', id)
    expect(await refusal(beginBalance(id))).toMatchObject({ code: 'PT409', hint: 'no_balance' })
    for (const actor of [buyer, third]) {
      expect(await refusal(call(actor, 'waive_balance($1)', id))).toMatchObject({ code: 'PT404' })
      expect(await refusal(call(actor, 'cancel_for_unpaid_balance($1)', id))).toMatchObject({ code: 'PT404' })
    }
  })

  it('payments of a balance that is paid, waived, cancelled or of another amount are refunded in full', async () => {
    const paid = await payDeposit()
    const early = await beginBalance(paid.id)
    await context.service.rows(
      `update payments set created_at = created_at - interval '2 hours' where id = $1`,
      early.payment_id ?? '',
    )
    await payBalance(paid.id)
    expect(await recordPaymentEvent(context, { payment: early.payment_id ?? '', amount: 70 })).toMatchObject({
      result: 'refunding',
    })

    await call(seller, 'send_quote($1, $2, $3, $4)', room, 0, 1, {
      price: 50,
      deposit: { amount: 20 },
      wanted_on: await inDays(9),
      balance_due_on: await inDays(5),
    })
    const second = await accept()
    const deposit = await beginPayment(context, buyer, second.checkout_id)
    await recordPaymentEvent(context, { payment: deposit, amount: 20 })
    const id = second.orders[0]?.id ?? ''
    const waived = await beginBalance(id)
    await call(seller, 'waive_balance($1)', id)
    expect(await recordPaymentEvent(context, { payment: waived.payment_id ?? '', amount: 33.99 })).toMatchObject({
      result: 'refunding',
    })
    expect(await orderNow(id)).toMatchObject({ received_amount: '20.00', is_paid: false, is_waived: true })
    await balances()
  })

  it('a late payment of another amount or of a cancelled order is refunded', async () => {
    const { id } = await payDeposit()
    const wrong = await beginBalance(id)
    expect(await recordPaymentEvent(context, { payment: wrong.payment_id ?? '', amount: 7 })).toMatchObject({
      result: 'refunding',
    })
    const late = await beginBalance(id)
    await call(seller, 'cancel_order($1, $2)', id, 'The oven broke')
    expect(await recordPaymentEvent(context, { payment: late.payment_id ?? '', amount: 70 })).toMatchObject({
      result: 'refunding',
    })
    expect(await refundsOf(id)).toEqual(['30.00 of the deposit'])
    await balances()
  })

  it('an expired session is replaced, and a payment that still arrives for it counts once', async () => {
    const { id } = await payDeposit()
    const first = await beginBalance(id)
    await recordPaymentEvent(context, { payment: first.payment_id ?? '', outcome: 'expired' })
    const second = await beginBalance(id)
    expect(second.payment_id).not.toBe(first.payment_id)
    await call(context.service, `attach_payment_session($1, 'session two', '/pay/two')`, second.payment_id ?? '')
    expect(await recordPaymentEvent(context, { payment: first.payment_id ?? '', amount: 70 })).toMatchObject({
      result: 'paid',
    })
    // The open session is closed by the job.
    expect(await context.service.rows(`select session_id from claim_stale_sessions('test')`)).toEqual([
      { session_id: 'session two' },
    ])
    expect(await recordPaymentEvent(context, { payment: second.payment_id ?? '', amount: 70 })).toMatchObject({
      result: 'refunding',
    })
    await balances()
  })

  it('an open session of a balance is not closed as stale', async () => {
    const { id } = await payDeposit()
    const { payment_id } = await beginBalance(id)
    await call(context.service, `attach_payment_session($1, 'session three', '/pay/three')`, payment_id ?? '')
    expect(await context.service.rows(`select * from claim_stale_sessions('test')`)).toEqual([])
    await context.service.rows(
      `update payments set created_at = created_at - interval '62 minutes' where id = $1`,
      payment_id ?? '',
    )
    expect(await context.service.count(`select from claim_stale_sessions('test')`)).toBe(1)
  })

  it('an order is not sent or handed over before its balance is settled', async () => {
    const { id } = await payDeposit()
    expect(await refusal(call(seller, `advance_order($1, 'shipped')`, id))).toMatchObject({
      code: 'PT409',
      hint: 'balance_unpaid',
      message: expect.stringContaining('£70.00'),
    })
    await call(seller, 'waive_balance($1)', id)
    await call(seller, 'waive_balance($1)', id)
    await call(seller, `advance_order($1, 'shipped')`, id)
    expect(await orderNow(id)).toMatchObject({ status: 'shipped', is_waived: true, received_amount: '30.00' })
    await balances()
  })

  it('refunds go to the balance first and then to the deposit, and never exceed what was paid', async () => {
    const { id } = await payDeposit()
    const refund = (amount: number, key = randomUUID() as string) =>
      call(seller, 'refund_order($1, $2, $3, $4)', id, amount, 'Squashed', key)
    expect(await refusal(refund(30.01))).toMatchObject({ hint: 'too_much' })
    await payBalance(id)
    const key = randomUUID()
    expect(await refund(80, key)).toMatchObject({ amount: 80, status: 'pending', refunded: 80, left: 20 })
    expect(await refund(80, key)).toMatchObject({ amount: 80, refunded: 80, left: 20 })
    expect(await refundsOf(id)).toEqual(['10.00 of the deposit', '70.00 of the balance'])
    expect(await refusal(refund(20.01))).toMatchObject({ hint: 'too_much' })
    await refund(20)
    expect(await refusal(refund(0.01))).toMatchObject({ hint: 'too_much' })
    await balances()
  })

  it('a cancelled order refunds deposit and balance, each to its own payment', async () => {
    const { id } = await payDeposit()
    await payBalance(id)
    expect(await call(buyer, 'cancel_order($1)', id)).toMatchObject({ refund: { amount: 100, status: 'pending' } })
    expect(await refundsOf(id)).toEqual(['30.00 of the deposit', '70.00 of the balance'])
    const [mail] = await context.service.rows(
      `select data from outbox where template = 'order-cancelled' and user_id = $1`,
      buyer.id,
    )
    expect(mail?.data).toMatchObject({ refund: 100 })
    await balances()
  })

  it('an overdue balance reminds both sides once, and lets the seller cancel by the terms of the order', async () => {
    await seller.rows('update shops set cancel_hours_before = 480, cancel_refund_percent = 40 where id = $1', shop)
    const { id } = await payDeposit({ terms: { balance_due_on: await inDays(3) } })
    const remind = () => context.database.run({ text: 'select private.remind_of_balances()', values: [] })
    await remind()
    await remind()
    const titles = async (actor: Actor) =>
      (await actor.rows(`select title from notifications where title like '%balance%' order by title`)).map(
        ({ title }) => title,
      )
    expect(await titles(buyer)).toEqual(['Your balance is due soon'])
    expect(await refusal(call(seller, 'cancel_for_unpaid_balance($1)', id))).toMatchObject({ hint: 'not_overdue' })
    await letBalanceBecomeOverdue(id)
    await remind()
    await remind()
    expect(await titles(buyer)).toEqual(['Your balance is due soon', 'Your balance is overdue'])
    expect(await titles(seller)).toEqual(['A balance is overdue'])
    const emails = `select from outbox where template = 'balance-due' and user_id = $1`
    expect(await context.service.count(emails, buyer.id)).toBe(2)
    expect(await sellerEmails(id)).toEqual([{ is_overdue: true }])
    await context.service.rows(`update orders set paid_at = paid_at - interval '3 days' where id = $1`, id)
    expect(await call(seller, 'cancel_for_unpaid_balance($1)', id)).toMatchObject({ status: 'cancelled', kept: 18 })
    expect(await call(seller, 'cancel_for_unpaid_balance($1)', id)).toMatchObject({ status: 'cancelled', kept: 18 })
    expect(await refundsOf(id)).toEqual(['12.00 of the deposit'])
    await balances()
  })

  it('without terms of its own, a shop gives the deposit back', async () => {
    const { id } = await payDeposit()
    await letBalanceBecomeOverdue(id)
    expect(await call(seller, 'cancel_for_unpaid_balance($1)', id)).toMatchObject({ kept: 0 })
    expect(await refundsOf(id)).toEqual(['30.00 of the deposit'])
    await balances()
  })

  it('each payment transfers its own share to the shop, and gives back its own part of a refund', async () => {
    await context.service.insert('payment_accounts', {
      shop_id: shop,
      provider: 'test',
      account_id: `acct ${shop}`,
      charges_enabled: true,
    })
    const { id } = await payDeposit({ fee: 10, route: 'transfers' })
    const transfers = async () =>
      (await context.service.rows('select amount from claim_transfers() where order_id = $1', id)).map(
        ({ amount }) => amount,
      )
    expect(await transfers()).toEqual(['20.00'])
    await payBalance(id, 'transfers')
    expect(await transfers()).toEqual(['70.00'])
    await context.service.rows(`select record_transfer(id, 'tr_' || id::text) from transfers where order_id = $1`, id)
    await call(seller, 'refund_order($1, $2, $3, $4)', id, 35, 'Squashed', randomUUID())
    expect(await context.service.rows('select amount from claim_reversals() where order_id = $1', id)).toEqual([
      { amount: '35.00' },
    ])
    await balances()
  })

  it('a deposit to the shop’s account and a balance through the platform transfer the balance alone', async () => {
    await context.service.insert('payment_accounts', {
      shop_id: shop,
      provider: 'test',
      account_id: `acct ${shop}`,
      charges_enabled: true,
    })
    const { id } = await payDeposit({ fee: 10, route: 'destination' })
    await payBalance(id, 'transfers')
    expect(await context.service.rows('select amount from claim_transfers() where order_id = $1', id)).toEqual([
      { amount: '70.00' },
    ])
    await balances()
  })

  it('a seller’s figures count what was paid, and name what is outstanding', async () => {
    const { id } = await payDeposit({ fee: 10 })
    const sums = async () => (await seller.rows('select total_amount, outstanding, fee, net from sales_sums()'))[0]
    expect(await sums()).toEqual({ total_amount: '100.00', outstanding: '70.00', fee: '10.00', net: '20.00' })
    await payBalance(id)
    expect(await sums()).toEqual({ total_amount: '100.00', outstanding: '0.00', fee: '10.00', net: '90.00' })
  })

  it('a refund made with the provider counts for the order, whichever payment it is of', async () => {
    const { id } = await payDeposit()
    const { payment } = await payBalance(id)
    const refund = (capture: string, amount: number) =>
      call(
        context.service,
        `record_refund('test', $1, $2, 'succeeded', null, $3, $4::numeric)`,
        randomUUID(),
        randomUUID(),
        capture,
        amount,
      )
    expect(await refund(`capture of ${payment}`, 70)).toMatchObject({ result: 'recorded' })
    expect(await orderNow(id)).toMatchObject({ refunded_amount: '70.00' })
    expect(await call(buyer, 'cancel_order($1)', id)).toMatchObject({ refund: { amount: 30 } })
    await balances()
  })

  it('a second order follows one with a deposit, and cancelling the first leaves it', async () => {
    const { id } = await payDeposit()
    await sendQuote({ price: 60, deposit: null, balance_due_on: null })
    const placed = await accept()
    expect(placed).toMatchObject({ total: 60, balance: 0 })
    const payment = await beginPayment(context, buyer, placed.checkout_id)
    await recordPaymentEvent(context, { payment, amount: 60 })
    await call(seller, 'cancel_order($1, $2)', id, 'The oven broke')
    expect(await orderNow(placed.orders[0]?.id ?? '')).toMatchObject({ status: 'processing', received_amount: '60.00' })
    await balances()
  })

  it.runIf(kind === 'postgres')(
    'in any interleaving of payment, waiver, cancellation and refund, the money adds up',
    async () => {
      for (let round = 0; round < cases(4, 12); round += 1) {
        const own = await context.member(`Buyer ${round}`)
        buyer = own
        room = text(await own.insert('chat_rooms', { seller_id: seller.id, product_id: cake }), 'id')
        const { id } = await payDeposit({ fee: 10, route: round % 2 ? 'transfers' : 'platform' })
        await letBalanceBecomeOverdue(id)
        const { payment_id } = await beginBalance(id)
        const pay = () => recordPaymentEvent(context, { payment: payment_id ?? '', amount: 70 })
        const attempts: (() => Promise<unknown>)[] = [
          pay,
          pay,
          () => call(seller, 'waive_balance($1)', id),
          () => call(own, 'cancel_order($1)', id),
          () => call(seller, 'cancel_for_unpaid_balance($1)', id),
          () => call(seller, `advance_order($1, 'shipped')`, id),
          () => call(seller, 'refund_order($1, $2, $3, $4)', id, 40, 'Squashed', randomUUID()),
        ]
        const shuffled = attempts.map((attempt) => ({ attempt, at: Math.random() })).sort((a, b) => a.at - b.at)
        await Promise.allSettled(shuffled.slice(0, 5).map(({ attempt }) => attempt()))
        await balances()
      }
    },
  )
})
