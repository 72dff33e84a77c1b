/** Gift vouchers: who buys, reads and uses them, what they pay for, and that all money adds up. */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { voucherLimits } from '#domain/checkout/voucher-form'
import { databases } from '../harness.ts'
import { cases } from './case-count.ts'
import { expectLedgerToBalance } from './ledger-assertions.ts'
import {
  addDailyPickupWindows,
  address,
  backdateCancellations,
  beginPayment,
  call,
  delivered,
  expireCheckout,
  forSale,
  order,
  pay,
  pickedUp,
  place,
  recordPaymentEvent,
} from './order-fixtures.ts'
import { type Actor, forbidden, openTestContext, refusal, type TestContext, text, type Values } from './test-context.ts'

const stock = 100_000
const pence = (value: unknown) => Math.round(Number(value) * 100)
const bought = z.object({ voucher_id: z.string(), checkout_id: z.string(), amount: z.number() })
const sums = z.object({
  sold: z.number(),
  refunded: z.number(),
  used: z.number(),
  outstanding: z.number(),
  expired: z.number(),
  vouchers: z.array(z.looseObject({ id: z.string(), balance: z.number() })),
})
const money = z.object({
  tax_years: z.array(
    z.object({
      sales: z.number(),
      tips: z.number(),
      refunds: z.number(),
      vouchers_sold: z.number(),
      paid_by_vouchers: z.number(),
      fees: z.number(),
      net: z.number(),
    }),
  ),
})

describe.each(databases)('gift vouchers on %s', (kind) => {
  let context: TestContext
  let seller: Actor
  let other: Actor
  let buyer: Actor
  let guest: Actor
  let shop: string
  let otherShop: string
  let cake: string
  let otherCake: string
  let home: string
  let slot: object

  beforeAll(async () => {
    context = await openTestContext(kind)
    seller = await context.member('Seller')
    other = await context.member('Other')
    buyer = await context.member('Bo Buyer')
    guest = await context.member('Gus Guest')
    shop = await context.shop(seller, { name: 'Crumb' })
    otherShop = await context.shop(other, { name: 'Loaf' })
    cake = await context.product(shop, { ...forSale, price: 20, stock })
    otherCake = await context.product(otherShop, { ...forSale, price: 30, stock })
    home = await address(guest)
    slot = await addDailyPickupWindows(context, shop)
    await seller.send('shop_voucher_terms', { shop_id: shop, smallest: 5, largest: 200 })
    await other.send('shop_voucher_terms', { shop_id: otherShop })
  })
  afterAll(async () => {
    await balance()
    await context.close()
  })

  const balance = () =>
    expectLedgerToBalance(
      context,
      new Map([
        [cake, stock],
        [otherCake, stock],
      ]),
    )
  const start = async (wanted: object = {}, who = buyer, key: string = randomUUID()) =>
    bought.parse(await call(who, 'buy_voucher($1, $2)', { shop_id: shop, amount: 50, ...wanted }, key))
  const payFor = async ({ checkout_id, amount }: z.output<typeof bought>, who = buyer, fee = 10) => {
    const payment = await beginPayment(context, who, checkout_id, fee)
    return { payment, ...(await recordPaymentEvent(context, { payment, amount })) }
  }
  /** @returns a paid voucher */
  const buy = async (amount = 50, of = shop, fee = 10) => {
    const started = await start({ amount, shop_id: of })
    const { payment } = await payFor(started, buyer, fee)
    return { id: started.voucher_id, code: String(await call(buyer, 'voucher_code($1)', started.voucher_id)), payment }
  }
  const voucher = async (id: string) =>
    (
      await context.service.rows(
        'select amount::float, used::float, refunded::float, balance::float, expires_on::text from gift_vouchers where id = $1',
        id,
      )
    )[0]
  const left = async ({ id }: { id: string }) => Number((await voucher(id))?.balance)
  const request = (codes: readonly string[], { quantity = 1, ...more }: Values = {}) =>
    order([{ ...pickedUp(shop, slot, { product: cake, quantity }), vouchers: codes, ...more }])
  const redeem = async (codes: readonly string[], values: Values = {}, who = guest) => {
    const placed = await place(who, request(codes, values))
    return { ...placed, id: placed.orders[0]?.id ?? '' }
  }
  const cancel = (who: Actor, id: string) => call(who, 'cancel_order($1, $2)', id, 'Why not')
  const refund = (id: string, amount: number) =>
    call(seller, 'refund_order($1, $2::numeric, $3, $4)', id, amount, 'A dent', randomUUID())
  const refundsOf = async (id: string) =>
    (
      await context.service.rows(
        'select amount::float as amount, voucher_id is not null as to_voucher from refunds where order_id = $1 order by created_at, voucher_id nulls first',
        id,
      )
    ).map(({ amount, to_voucher }) => `${amount} to the ${to_voucher ? 'voucher' : 'card'}`)
  const refusedAs = async (attempt: Promise<unknown>) => {
    const { hint, message } = await refusal(attempt)
    return [hint, message]
  }
  const check = (code: string, who = guest, of = shop) => call(who, 'check_discount_code($1::uuid, $2)', of, code)
  const expire = (id: string) =>
    context.service.rows(`update gift_vouchers set expires_on = current_date - 2 where id = $1`, id)
  const settleRefunds = () => context.service.rows(`update refunds set status = 'succeeded' where status = 'pending'`)

  it('exist once they are paid, and once however often the provider says so', async () => {
    const started = await start({
      amount: 25,
      recipient_name: 'Ana',
      recipient_email: 'Ana@example.test',
      message: 'x',
    })
    expect(await refusedAs(call(buyer, 'voucher_code($1)', started.voucher_id))).toEqual([
      'voucher',
      'This gift voucher doesn’t exist or isn’t yours.',
    ])
    expect(await voucher(started.voucher_id)).toMatchObject({ balance: 0, expires_on: null })
    const payment = await beginPayment(context, buyer, started.checkout_id)
    const event = { payment, amount: 25, event: `paid ${payment}` }
    for (let n = 0; n < 3; n += 1) await recordPaymentEvent(context, event)
    await recordPaymentEvent(context, { payment, amount: 25 })
    expect(await voucher(started.voucher_id)).toMatchObject({ balance: 25 })
    const code = String(await call(buyer, 'voucher_code($1)', started.voucher_id))
    expect(code).toMatch(/^GV(-[0-9A-HJKMNP-TV-Z]{4}){4}$/)
    const [days] = await context.service.rows(
      `select (expires_on = ((now() at time zone 'Europe/London')::date + interval '24 months')::date) as later from gift_vouchers where id = $1`,
      started.voucher_id,
    )
    expect(days).toEqual({ later: true })
    const emails = await context.service.rows(
      `select recipient, template, data ->> 'code' as code from outbox where data ->> 'voucher_id' = $1 order by template`,
      started.voucher_id,
    )
    expect(emails).toEqual([
      { recipient: 'ana@example.test', template: 'gift-voucher', code },
      { recipient: `${buyer.id}@example.test`, template: 'voucher-bought', code: null },
    ])
  })

  it('a retry returns the first purchase, and a key belongs to one request', async () => {
    const key = randomUUID()
    const first = await start({}, buyer, key)
    expect(await start({}, buyer, key)).toEqual(first)
    expect(await refusal(start({ amount: 60 }, buyer, key))).toMatchObject({ hint: 'key_reused' })
  })

  it('a member cannot start more than fifty purchases a day without paying, and a suspended one none', async () => {
    const eager = await context.member('Eager')
    for (let n = 0; n < 50; n += 1) await start({}, eager)
    expect(await refusal(start({}, eager))).toMatchObject({ code: 'PT429', hint: 'rate_limit' })
    const suspended = await context.member('Suspended')
    await call(await context.administrator(), 'suspend_member($1, $2)', suspended.id, 'Because')
    expect(await refusal(start({}, suspended))).toMatchObject({ hint: 'suspended' })
  })

  it('a member sends ten vouchers a day to others, and unpaid ones that ended do not count', async () => {
    const generous = await context.member('Generous')
    const recipient = { recipient_name: 'Ana', recipient_email: 'ana@example.test' }
    const first = await start(recipient, generous)
    for (let n = 0; n < 9; n += 1) await start(recipient, generous)
    expect(await refusal(start(recipient, generous))).toMatchObject({ code: 'PT429', hint: 'rate_limit' })
    await call(generous, 'cancel_checkout($1)', first.checkout_id)
    await payFor(await start(recipient, generous), generous)
    expect(await refusal(start(recipient, generous))).toMatchObject({ code: 'PT429', hint: 'rate_limit' })
    await start({}, generous)
    await context.service.rows(
      `update gift_vouchers set created_at = created_at - interval '1 day' where buyer_id = $1`,
      generous.id,
    )
    await start(recipient, generous)
  })

  it('a member of whose vouchers three were refunded in 30 days, by anyone, sends none to others', async () => {
    const fickle = await context.member('Fickle')
    const recipient = { recipient_name: 'Ana', recipient_email: 'ana@example.test' }
    for (const who of [seller, fickle, seller]) {
      const started = await start(recipient, fickle)
      await payFor(started, fickle)
      await call(who, 'refund_voucher($1)', started.voucher_id)
    }
    expect(await refusal(start(recipient, fickle))).toMatchObject({ code: 'PT429', hint: 'rate_limit' })
    await start({}, fickle)
    await context.service.rows(
      `update gift_vouchers set cancelled_at = cancelled_at - interval '30 days' where buyer_id = $1`,
      fickle.id,
    )
    await start(recipient, fickle)
  })

  it('a shop that has had ten vouchers for others refunded in 30 days sends none', async () => {
    const accomplice = await context.member('Accomplice')
    const own = await context.shop(accomplice, { name: 'Relay' })
    await accomplice.send('shop_voucher_terms', { shop_id: own })
    const recipient = { shop_id: own, recipient_name: 'Ana', recipient_email: 'ana@example.test' }
    for (let n = 0; n < 10; n += 1) {
      const sender = await context.member(`Sender ${n}`)
      const started = await start(recipient, sender)
      await payFor(started, sender)
      await call(accomplice, 'refund_voucher($1)', started.voucher_id)
    }
    const sender = await context.member('Sender')
    expect(await refusal(start(recipient, sender))).toMatchObject({ code: 'PT429', hint: 'rate_limit' })
    await start({ shop_id: own }, sender)
    await start({ ...recipient, shop_id: shop }, sender)
    // What its buyers cancel does not close a shop.
    const rival = await context.member('Rival')
    for (let n = 0; n < 10; n += 1) {
      const started = await start({ ...recipient, shop_id: otherShop }, rival)
      await payFor(started, rival)
    }
    for (const { id } of await rival.rows('select id from gift_vouchers'))
      await call(rival, 'refund_voucher($1)', String(id))
    await start({ ...recipient, shop_id: otherShop }, sender)
  })

  it('amounts, days and recipients that the shop does not offer are refused', async () => {
    for (const amount of [4.99, 200.01, 10.001, '10', null, -5])
      expect(await refusal(start({ amount })), String(amount)).toMatchObject({ hint: 'amount' })
    for (const send_on of ['2020-01-01', '2999-01-01', 'soon'])
      expect(await refusal(start({ send_on }))).toMatchObject({ hint: 'day' })
    expect(await refusal(start({ recipient_email: 'ana@example.test' }))).toMatchObject({ hint: 'recipient' })
    expect(await refusal(start({ recipient_email: 'ana', recipient_name: 'Ana' }))).toMatchObject({ hint: 'recipient' })
    expect(await refusal(start({ balance: 1000 }))).toMatchObject({ hint: 'unknown_field' })
    expect(await refusal(start({}, seller))).toMatchObject({ hint: 'shop' })
    const closed = await context.shop(await context.member(), { name: 'None' })
    expect(await refusal(start({ shop_id: closed }))).toMatchObject({ hint: 'no_vouchers' })
    expect(await refusal(call(context.visitor, 'buy_voucher($1, $2)', {}, randomUUID()))).toMatchObject({
      code: forbidden,
    })
  })

  it('are sent on their day, and the email of a refunded one is not sent unless the refund fails', async () => {
    const [days] = await context.service.rows('select (current_date + 40)::text as later, current_date::text as today')
    const recipient = { recipient_name: 'Ana', recipient_email: 'ana@example.test' }
    for (const to of [{}, recipient]) {
      const started = await start({ send_on: text(days, 'later'), ...to })
      const { payment } = await payFor(started)
      const key = `gift-voucher:${started.voucher_id}`
      const email = async () =>
        (
          await context.service.rows(
            `select status, recipient, data, send_after > now() + interval '38 days' as later from outbox where dedupe_key = $1`,
            key,
          )
        )[0]
      const waiting = await email()
      expect(waiting).toMatchObject({ status: 'waiting', later: true })
      const fail = () => context.service.rows(`update refunds set status = 'failed' where payment_id = $1`, payment)
      // The bank can reject a refund at first, and months after it had accepted it.
      for (const status of ['pending', 'succeeded']) {
        await call(buyer, 'refund_voucher($1)', started.voucher_id)
        await context.service.rows(
          `update refunds set status = $2 where payment_id = $1 and status = 'pending'`,
          payment,
          status,
        )
        await context.service.rows(
          `update outbox set created_at = now() - interval '200 days' where dedupe_key = $1`,
          key,
        )
        await context.database.run({ text: 'select private.purge_emails()', values: [] })
        expect(await email(), status).toMatchObject({ status: 'skipped', data: {} })
        await fail()
        expect(await email(), status).toEqual(waiting)
      }
      // A code that has been sent is not sent again.
      await context.service.rows(
        `update outbox set status = 'sent', sent_at = now(), data = '{}' where dedupe_key = $1`,
        key,
      )
      await call(buyer, 'refund_voucher($1)', started.voucher_id)
      await fail()
      expect(await email()).toMatchObject({ status: 'sent' })
    }
  })

  it('money for a shop without a ready account never waits on the platform', async () => {
    const { checkout_id } = await start()
    expect(await refusal(beginPayment(context, buyer, checkout_id, 10, 'transfers'))).toMatchObject({
      hint: 'shop_account',
    })
    expect(await beginPayment(context, buyer, checkout_id, 10, 'destination')).toBeTruthy()
  })

  it('a payment of another amount, for a suspended shop or a second time is refunded, and issues nothing', async () => {
    const wrong = await start()
    const payment = await beginPayment(context, buyer, wrong.checkout_id)
    expect(await recordPaymentEvent(context, { payment, amount: 49 })).toMatchObject({ result: 'refunding' })
    const late = await start()
    const latePayment = await beginPayment(context, buyer, late.checkout_id)
    await context.service.update('shops', shop, { status: 'suspended' })
    expect(await recordPaymentEvent(context, { payment: latePayment, amount: 50 })).toMatchObject({
      result: 'refunding',
    })
    await context.service.update('shops', shop, { status: 'active' })
    for (const { voucher_id } of [wrong, late]) expect(await left({ id: voucher_id })).toBe(0)
    const expired = await start()
    const expiredPayment = await beginPayment(context, buyer, expired.checkout_id)
    await expireCheckout(context, expired.checkout_id)
    await call(context.service, 'expire_checkouts()')
    expect(await recordPaymentEvent(context, { payment: expiredPayment, amount: 50 })).toMatchObject({ result: 'paid' })
    expect(await left({ id: expired.voucher_id })).toBe(50)
  })

  it('are read by nobody but their buyer; codes, uses and balances by nobody and through functions alone', async () => {
    const { id, code } = await buy()
    for (const who of [guest, seller, other]) {
      expect(await who.rows('select * from gift_vouchers where id = $1', id)).toEqual([])
      expect(await refusal(call(who, 'voucher_code($1)', id))).toMatchObject({ hint: 'voucher' })
      for (const table of ['voucher_codes', 'voucher_uses'])
        expect(await refusal(who.rows(`select * from private.${table}`))).toMatchObject({ code: forbidden })
    }
    expect(await refusal(context.visitor.rows('select * from gift_vouchers'))).toMatchObject({ code: forbidden })
    for (const who of [buyer, seller, guest]) {
      expect(
        await refusal(who.rows(`update gift_vouchers set used = 0, expires_on = '2099-01-01' returning id`)),
      ).toMatchObject({ code: forbidden })
      expect(await refusal(who.rows('delete from gift_vouchers'))).toMatchObject({ code: forbidden })
      expect(await refusal(who.send('gift_vouchers', { shop_id: shop, amount: 5 }))).toMatchObject({ code: forbidden })
      for (const name of ['issue_voucher', 'release_vouchers', 'new_voucher_code'])
        expect(await refusal(who.rows(`select private.${name}(null)`)), name).toMatchObject({
          code: expect.stringMatching(/^(42501|42883)$/),
        })
    }
    const list = JSON.stringify(await call(seller, 'seller_vouchers()'))
    expect(list).toContain(id)
    expect(list).not.toContain(code)
    expect(list).not.toContain(code.replaceAll('-', ''))
    expect(sums.parse(await call(other, 'seller_vouchers()')).vouchers.map((row) => row.id)).not.toContain(id)
    expect(await refusal(call(guest, 'seller_vouchers()'))).toMatchObject({ code: expect.any(String) })
  })

  it('codes cannot be guessed: wrong ones are limited for members and visitors', async () => {
    const { code } = await buy()
    const guesser = await context.member('Guesser', {}, '203.0.113.77')
    const unknown = { refusal: 'There is no gift voucher with this code. Please check its spelling.' }
    const balanceOf = (tried: string, who: Actor) => call(who, 'voucher_balance($1)', tried)
    for (let n = 0; n < 10; n += 1) expect(await balanceOf(`GV-${n}`, guesser)).toEqual(unknown)
    // The limit also covers the right code and the field of the checkout.
    expect(await refusal(balanceOf(code, guesser))).toMatchObject({ hint: 'rate_limit' })
    expect(await refusal(check(code, guesser))).toMatchObject({ hint: 'rate_limit' })
    expect(await balanceOf(code.toLowerCase().replaceAll('-', ' '), context.visitor)).toMatchObject({
      voucher: { balance: 50, shop_name: 'Crumb' },
    })
    // Visitors whose network is unknown have a thousand wrong codes together.
    await context.database.script('insert into private.wrong_codes (network) select null from generate_series(1, 999)')
    expect(await balanceOf('GV-999', context.visitor)).toEqual(unknown)
    for (const tried of ['GV-1000', code])
      expect(await refusal(balanceOf(tried, context.visitor))).toMatchObject({ code: 'PT429', hint: 'rate_limit' })
    await context.database.script('delete from private.wrong_codes')
  })

  it('wrong codes of orders count too, and the right one is not tried after ten', async () => {
    const { code } = await buy()
    const guesser = await context.member('Guesser', {}, '203.0.113.78')
    for (let n = 0; n < 9; n += 1)
      expect(await refusal(redeem([code, `GV-${n}`], {}, guesser))).toMatchObject({ code: 'PT409', hint: 'voucher' })
    expect(await call(guesser, 'voucher_balance($1)', 'GV-9')).toMatchObject({ refusal: expect.any(String) })
    expect(await refusal(redeem([code], {}, guesser))).toMatchObject({ code: 'PT429', hint: 'rate_limit' })
    expect(await guesser.rows('select from orders')).toEqual([])
    await context.database.script('delete from private.wrong_codes')
  })

  it('the field for discount codes tells of a voucher what its holder needs', async () => {
    const { id, code } = await buy(30)
    expect(await check(code)).toEqual({ voucher: { balance: 30, expires_on: (await voucher(id))?.expires_on } })
    expect(await check(code, guest, otherShop)).toEqual({ refusal: 'This gift voucher is for Crumb only.' })
    const { checkout_id } = await redeem([code], { quantity: 2 })
    // The buyer's next order replaces the unpaid one.
    expect(await check(code)).toMatchObject({ voucher: { balance: 30 } })
    expect(await check(code, buyer)).toEqual({ refusal: 'This gift voucher has been used up.' })
    await call(guest, 'cancel_checkout($1)', checkout_id)
    await expire(id)
    expect(await check(code)).toEqual({ refusal: expect.stringContaining('This gift voucher expired on') })
  })

  it('pay towards an order: the price stays, and what is paid by card falls', async () => {
    const one = await buy(15)
    const placed = await redeem([one.code])
    expect(placed).toMatchObject({ subtotal: 20, total: 5 })
    const [row] = await context.service.rows(
      'select total_amount::float as total, voucher_amount::float as by_voucher from orders where id = $1',
      placed.id,
    )
    expect(row).toEqual({ total: 20, by_voucher: 15 })
    expect(await pay(context, guest, placed)).toMatchObject({ result: 'paid' })
    expect(await left(one)).toBe(0)
  })

  it('an order that they cover is placed without a card, and the rest stays on the voucher', async () => {
    const one = await buy(50)
    const placed = await redeem([one.code])
    expect(placed.total).toBe(0)
    const [row] = await context.service.rows(
      'select status, received_amount::float as received from orders where id = $1',
      placed.id,
    )
    expect(row).toEqual({ status: 'processing', received: 20 })
    expect(await left(one)).toBe(30)
  })

  it('the one that expires first is used first, and a card pays 30p or more', async () => {
    const later = await buy(12)
    const sooner = await buy(7.9)
    await context.service.rows('update gift_vouchers set expires_on = expires_on - 60 where id = $1', sooner.id)
    const placed = await redeem([later.code, sooner.code])
    expect(placed.total).toBe(0.3)
    expect([await left(sooner), pence(await left(later))]).toEqual([0, 20])
    await call(guest, 'cancel_checkout($1)', placed.checkout_id)
    expect([await left(sooner), await left(later)]).toEqual([7.9, 12])
  })

  it('pay up to their balance, less if a card would otherwise pay under 30p', async () => {
    for (const [balances, tip, quantity, byCard] of [
      [[19.9], 0, 1, 30],
      [[5, 14.99], 0, 1, 30],
      [[20], 0.1, 1, 30],
      [[5, 6, 7], 2, 2, 2400],
      [[50, 5], 0.05, 3, 505],
    ] as const) {
      const held = await Promise.all(balances.map((amount) => buy(amount)))
      const placed = await redeem(
        held.map(({ code }) => code),
        { tip, quantity },
      )
      expect(pence(placed.total), JSON.stringify({ balances, tip, quantity })).toBe(byCard)
    }
  })

  it('terms keep to the limits of the form, and belong to the owner of the shop', async () => {
    const owner = await context.member('Owner')
    const own = await context.shop(owner)
    const { smallest, largest, leastMonths, mostMonths } = voucherLimits
    const terms = { shop_id: own, smallest, largest, months: mostMonths }
    for (const wrong of [
      { smallest: smallest - 0.01 },
      { largest: largest + 0.01 },
      { largest: smallest, smallest: largest },
      { smallest: 5.001 },
      { months: leastMonths - 1 },
      { months: mostMonths + 1 },
    ])
      expect(
        await refusal(owner.send('shop_voucher_terms', { ...terms, ...wrong })),
        JSON.stringify(wrong),
      ).toMatchObject({ code: '23514' })
    for (const who of [buyer, other, seller])
      expect(await refusal(who.send('shop_voucher_terms', terms))).toMatchObject({ code: forbidden })
    await owner.send('shop_voucher_terms', terms)
    for (const who of [buyer, seller])
      expect(await who.count('update shop_voucher_terms set months = 12 where shop_id = $1', own)).toBe(0)
  })

  it('come after a discount code, and do not pay for tips', async () => {
    const one = await buy(50)
    const ten = text(
      await seller.insert('discount_codes', { shop_id: shop, code: 'TENOFF', kind: 'percent', percent: 10 }),
      'id',
    )
    const placed = await redeem([one.code], { discount_code_id: ten, tip: 3 })
    expect(placed).toMatchObject({ subtotal: 18, total: 3 })
    expect(await left(one)).toBe(32)
  })

  it('another shop’s, expired, refunded, unknown, repeated and too many codes are refused', async () => {
    const [mine, theirs, old, gone] = [await buy(), await buy(20, otherShop), await buy(), await buy()]
    await expire(old.id)
    await call(buyer, 'refund_voucher($1)', gone.id)
    expect(await refusedAs(redeem([theirs.code]))).toEqual(['voucher', 'This gift voucher is for Loaf only.'])
    expect(await refusedAs(redeem([mine.code, old.code]))).toEqual(['voucher', expect.stringContaining('expired on')])
    expect(await refusedAs(redeem([gone.code]))).toEqual(['voucher', 'This gift voucher has been refunded.'])
    expect(await refusedAs(redeem(['GV-0000-0000-0000-0000']))).toEqual([
      'voucher',
      expect.stringContaining('no gift voucher'),
    ])
    expect(await refusal(redeem([mine.code, mine.code.toLowerCase()]))).toMatchObject({ hint: 'voucher' })
    expect(await refusal(redeem(['1', '2', '3', '4', '5', '6']))).toMatchObject({ hint: 'voucher' })
    for (const vouchers of ['x', [1], {}])
      expect(await refusal(redeem(vouchers as unknown as string[]))).toMatchObject({ hint: 'voucher' })
    expect(await left(mine), 'a refused order takes nothing').toBe(50)
  })

  it('an unpaid order reserves the balance until it expires, and a late payment takes it again if it is there', async () => {
    const one = await buy(15)
    const first = await redeem([one.code])
    const payment = await beginPayment(context, guest, first.checkout_id)
    expect(await left(one)).toBe(0)
    expect(await refusedAs(redeem([one.code], {}, buyer))).toEqual(['voucher', 'This gift voucher has been used up.'])
    await expireCheckout(context, first.checkout_id)
    await call(context.service, 'expire_checkouts()')
    expect(await left(one)).toBe(15)
    const second = await redeem([one.code], {}, buyer)
    expect(await recordPaymentEvent(context, { payment, amount: 5 })).toMatchObject({ result: 'refunding' })
    await call(buyer, 'cancel_checkout($1)', second.checkout_id)
    const third = await redeem([one.code])
    const thirdPayment = await beginPayment(context, guest, third.checkout_id)
    await expireCheckout(context, third.checkout_id)
    await call(context.service, 'expire_checkouts()')
    expect(await recordPaymentEvent(context, { payment: thirdPayment, amount: 5 })).toMatchObject({ result: 'paid' })
    expect(await left(one)).toBe(0)
    await balance()
  })

  it('refunds go to the card first, then to the voucher, and reach a tip last', async () => {
    const one = await buy(15)
    const placed = await redeem([one.code], { tip: 2 })
    await pay(context, guest, placed)
    await refund(placed.id, 4)
    await refund(placed.id, 6)
    await refund(placed.id, 12)
    expect(await refundsOf(placed.id)).toEqual([
      '4 to the card',
      '1 to the card',
      '5 to the voucher',
      '2 to the card',
      '10 to the voucher',
    ])
    expect(await left(one)).toBe(15)
    expect(await refusal(refund(placed.id, 0.01))).toMatchObject({ hint: 'too_much' })
    await balance()
  })

  it('a cancelled order goes back to where it came from, and what returns can be used for 90 days', async () => {
    const one = await buy(50)
    const covered = await redeem([one.code])
    await expire(one.id)
    expect(await cancel(guest, covered.id)).toMatchObject({ refund: { amount: 20, status: 'succeeded' } })
    expect(await refundsOf(covered.id)).toEqual(['20 to the voucher'])
    expect(await left(one)).toBe(50)
    const [days] = await context.service.rows(
      `select expires_on - (now() at time zone 'Europe/London')::date as days from gift_vouchers where id = $1`,
      one.id,
    )
    expect(days).toEqual({ days: 90 })
    const [note] = await guest.rows(
      `select message from notifications where title = 'Money is back on your gift voucher' and link = $1`,
      `/order/${covered.id}`,
    )
    expect(text(note, 'message')).toContain('£20.00 of your order from Crumb')
  })

  it('a buyer who orders and cancels each quarter keeps a voucher for at most 90 days longer than it was sold for', async () => {
    const one = await buy(50)
    /** Moves the voucher to the past, as if that many days had gone by. */
    const wait = (days: number) =>
      context.service.rows(
        `update gift_vouchers set paid_at = paid_at - make_interval(days => $2), expires_on = expires_on - $2 where id = $1`,
        one.id,
        days,
      )
    const daysLeft = async () => {
      const [row] = await context.service.rows(
        `select expires_on - (now() at time zone 'Europe/London')::date as days from gift_vouchers where id = $1`,
        one.id,
      )
      return Number(row?.days)
    }
    const orderAndCancel = async (by: Actor) => cancel(by, (await redeem([one.code])).id)
    await wait((await daysLeft()) - 1)
    await orderAndCancel(guest)
    // Months differ in length, so the last day of the term may move by a day.
    expect(await daysLeft()).toBeGreaterThan(85)
    await wait(85)
    await orderAndCancel(guest)
    expect(await daysLeft()).toBeLessThan(10)
    // A buyer whose order the shop cancels loses no time.
    await orderAndCancel(seller)
    expect(await daysLeft()).toBe(90)
    await wait(91)
    expect(await refusedAs(redeem([one.code]))).toEqual(['voucher', expect.stringContaining('expired on')])
  })

  it('a voucher of one shop never pays for delivering the food of another', async () => {
    const one = await buy(200)
    const tall = await context.product(shop, { ...forSale, price: 51, stock })
    const parts = [
      { ...delivered(shop, { product: tall }), vouchers: [one.code] },
      delivered(otherShop, { product: otherCake }),
    ]
    const placed = await place(guest, order(parts, { address_id: home }))
    expect(placed.total).toBe(30)
    await pay(context, guest, placed)
    const id = placed.orders.find(({ shop_id }) => shop_id === shop)?.id ?? ''
    // What the other delivery costs more stays with the shop of the voucher.
    const shown = { refund: 47.01, delivery_fee: 0, kept: 3.99, unpaid_delivery: 3.99 }
    expect(await call(guest, 'cancellation_refund($1)', id)).toEqual(shown)
    await call(guest, 'cancel_order($1, null, $2::numeric)', id, 47.01)
    expect(await left(one)).toBe(196.01)
    const [rest] = await context.service.rows(
      'select delivery_fee::float as fee from orders where checkout_id = $1 and id <> $2',
      placed.checkout_id,
      id,
    )
    expect(rest).toEqual({ fee: 0 })
    // An order that its shop cancels costs nothing.
    const another = await place(guest, order(parts, { address_id: home }))
    await pay(context, guest, another)
    const second = another.orders.find(({ shop_id }) => shop_id === shop)?.id ?? ''
    await call(seller, 'cancel_order($1, $2)', second, 'The oven broke')
    expect(await left(one)).toBe(196.01)
  })

  it('the delivery of the rest of a checkout is kept once, however many of its orders are cancelled', async () => {
    const one = await buy(200)
    const third = await context.shop(await context.member('Third seller'))
    const parts = [
      {
        ...delivered(shop, { product: await context.product(shop, { ...forSale, price: 51, stock }) }),
        vouchers: [one.code],
      },
      delivered(otherShop, { product: otherCake }),
      delivered(third, { product: await context.product(third, { ...forSale, price: 15, stock }) }),
    ]
    const placed = await place(guest, order(parts, { address_id: home }))
    await pay(context, guest, placed)
    const idOf = (of: string) => placed.orders.find(({ shop_id }) => shop_id === of)?.id ?? ''
    const refundOf = (of: string) => call(guest, 'cancellation_refund($1)', idOf(of))
    expect(await refundOf(shop)).toMatchObject({ refund: 47.01, unpaid_delivery: 3.99 })
    await call(guest, 'cancel_order($1, null, $2::numeric)', idOf(shop), 47.01)
    expect(await refundOf(otherShop)).toMatchObject({ refund: 30, delivery_fee: 0, unpaid_delivery: 0 })
    expect(await refundOf(third)).toMatchObject({ refund: 15, delivery_fee: 0 })
  })

  it('orders of a checkout that vouchers of their shops pay in full can be cancelled one after the other', async () => {
    const [one, two] = [await buy(200), await buy(100, otherShop)]
    const parts = [
      { ...delivered(shop, { product: cake }), vouchers: [one.code] },
      { ...delivered(otherShop, { product: otherCake }), vouchers: [two.code] },
    ]
    const placed = await place(guest, order(parts, { address_id: home }))
    expect(placed.total).toBe(0)
    for (const { id } of placed.orders) await call(guest, 'cancel_order($1)', id)
    const orders = await context.service.rows(
      'select status, cancellation_kept::float as kept from orders where checkout_id = $1',
      placed.checkout_id,
    )
    expect(orders.map(({ status }) => status)).toEqual(['cancelled', 'cancelled'])
    // Only the first has left something to deliver, and its share of £3.99 is already with the second.
    expect(orders.reduce((sum, { kept }) => sum + Number(kept), 0)).toBeCloseTo(2)
    expect((await left(one)) + (await left(two))).toBeCloseTo(298)
  })

  it('what delivers the rest of a cancelled order stays on the card, and the voucher gets its whole part back', async () => {
    const one = await buy(20)
    const tall = await context.product(shop, { ...forSale, price: 51, stock })
    const parts = [
      { ...delivered(shop, { product: tall }), vouchers: [one.code] },
      delivered(otherShop, { product: otherCake }),
    ]
    const placed = await place(guest, order(parts, { address_id: home }))
    expect(placed.total).toBe(61)
    await pay(context, guest, placed)
    const id = placed.orders.find(({ shop_id }) => shop_id === shop)?.id ?? ''
    const rest = placed.orders.find(({ shop_id }) => shop_id === otherShop)?.id ?? ''
    await call(guest, 'cancel_order($1)', id)
    const refunds = await context.service.rows(
      'select amount::float, voucher_id is not null as is_voucher from refunds where order_id = $1 order by 1',
      id,
    )
    expect(refunds).toEqual([
      { amount: 20, is_voucher: true },
      { amount: 27.01, is_voucher: false },
    ])
    expect(await left(one)).toBe(20)
    // The other order can be refunded with the delivery that it has taken over.
    expect(await call(guest, 'cancellation_refund($1)', rest)).toMatchObject({ refund: 33.99 })
    await call(guest, 'cancel_order($1)', rest)
    expect(
      await context.service.rows('select sum(amount)::float as sum from refunds where order_id = $1', rest),
    ).toEqual([{ sum: 33.99 }])
  })

  it('a purchase can be cancelled for 14 days while nothing is used, by its buyer alone', async () => {
    const [fresh, used, old] = [await buy(), await buy(), await buy()]
    for (const who of [guest, other])
      expect(await refusal(call(who, 'refund_voucher($1)', fresh.id))).toMatchObject({ hint: 'voucher' })
    const { checkout_id } = await redeem([used.code])
    expect(checkout_id).toBeTruthy()
    expect(await refusal(call(buyer, 'refund_voucher($1)', used.id))).toMatchObject({ hint: 'voucher_used' })
    await context.service.rows(`update gift_vouchers set paid_at = now() - interval '15 days' where id = $1`, old.id)
    expect(await refusal(call(buyer, 'refund_voucher($1)', old.id))).toMatchObject({ hint: 'too_late' })
    for (let n = 0; n < 2; n += 1)
      expect(await call(buyer, 'refund_voucher($1)', fresh.id)).toMatchObject({ refunded: 50, balance: 0 })
    const refunds = await context.service.rows('select amount::float from refunds where payment_id = $1', fresh.payment)
    expect(refunds).toEqual([{ amount: 50 }])
    // Its shop refunds what is left at any time.
    expect(await call(seller, 'refund_voucher($1)', used.id)).toMatchObject({ refunded: 30, balance: 0 })
    expect(await call(seller, 'refund_voucher($1)', old.id)).toMatchObject({ refunded: 50 })
    await balance()
  })

  it('a refund that fails gives the balance back, and one in the provider’s dashboard takes it', async () => {
    const one = await buy()
    await call(buyer, 'refund_voucher($1)', one.id)
    await context.service.rows(`update refunds set status = 'failed' where payment_id = $1`, one.payment)
    expect(await left(one)).toBe(50)
    await call(
      context.service,
      `record_refund('test', $1, $1, 'succeeded', null, $2, 20)`,
      `dashboard ${one.id}`,
      `capture of ${one.payment}`,
    )
    expect(await left(one)).toBe(30)
  })

  it('an account with vouchers in use cannot be deleted, and a deleted buyer’s voucher stays valid without names', async () => {
    const giver = await context.member('Gia Giver')
    const started = await start(
      { recipient_name: 'Ana', recipient_email: 'ana@example.test', message: 'For you' },
      giver,
    )
    await payFor(started, giver)
    const code = String(await call(giver, 'voucher_code($1)', started.voucher_id))
    expect(await seller.rows(`select id from notifications where message like '%Gia Giver%'`)).toHaveLength(1)
    expect(
      await refusal(context.database.run({ text: 'delete from auth.users where id = $1', values: [seller.id] })),
    ).toMatchObject({ hint: 'vouchers_owed' })
    await context.database.run({ text: 'delete from auth.users where id = $1', values: [giver.id] })
    const [row] = await context.service.rows(
      'select buyer_id, buyer_name, recipient_name, recipient_email, message from gift_vouchers where id = $1',
      started.voucher_id,
    )
    expect(Object.values(row ?? {})).toEqual([null, null, null, null, null])
    expect(await seller.rows(`select id from notifications where message like '%Gia Giver%'`)).toEqual([])
    expect((await redeem([code])).total).toBe(0)
  })

  it('a purchase is no sale: sales, analytics and the ledger count an order that it pays', async () => {
    const own = await context.member('Own')
    const ownShop = await context.shop(own, { name: 'Own' })
    const bun = await context.product(ownShop, { ...forSale, price: 20, stock })
    const daily = await addDailyPickupWindows(context, ownShop)
    await own.send('shop_voucher_terms', { shop_id: ownShop })
    const figures = async () => money.parse(await call(own, 'seller_money()')).tax_years[0]
    const revenue = async () =>
      z.object({ totals: z.object({ revenue: z.number() }) }).parse(await call(own, 'seller_analytics()')).totals
        .revenue
    const one = await buy(50, ownShop)
    expect(await figures()).toEqual({
      sales: 0,
      tips: 0,
      refunds: 0,
      vouchers_sold: 50,
      paid_by_vouchers: 0,
      fees: 5,
      net: 45,
    })
    expect(await revenue()).toBe(0)
    await place(guest, order([{ ...pickedUp(ownShop, daily, { product: bun }), vouchers: [one.code] }]))
    expect(await figures()).toEqual({
      sales: 20,
      tips: 0,
      refunds: 0,
      vouchers_sold: 50,
      paid_by_vouchers: 20,
      fees: 5,
      net: 45,
    })
    expect(await revenue()).toBe(20)
    const [row] = await own.rows(
      'select total_amount::float as total, by_voucher::float as by_voucher, fee::float as fee, net::float as net from sales_ledger()',
    )
    expect(row).toEqual({ total: 20, by_voucher: 20, fee: 0, net: 0 })
    expect(await call(own, 'seller_vouchers()')).toMatchObject({ sold: 50, used: 20, outstanding: 30, expired: 0 })
  })

  it('all money adds up after random purchases, orders, refunds, cancellations and expiries', async () => {
    const step = fc.record({
      act: fc.constantFrom(
        'buy',
        'redeem',
        'redeem',
        'redeem',
        'abandon',
        'refund',
        'cancel',
        'sellerCancel',
        'refundVoucher',
        'expire',
        'fail',
      ),
      amount: fc.integer({ min: 500, max: 6000 }),
      pick: fc.nat(20),
      quantity: fc.integer({ min: 1, max: 3 }),
      tip: fc.constantFrom(0, 0, 0.1, 2),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 6, maxLength: 25 }),
        fc.constantFrom(0, 7, 12.5),
        async (steps, fee) => {
          await backdateCancellations(context, guest)
          const owner = await context.member('Owner')
          const own = await context.shop(owner)
          const bun = await context.product(own, { ...forSale, price: 9.99, stock })
          const daily = await addDailyPickupWindows(context, own)
          await owner.send('shop_voucher_terms', { shop_id: own, smallest: 5, largest: 200 })
          const vouchers: { id: string; code: string }[] = []
          const orders: string[] = []
          const tryTo = async (act: Promise<unknown>) => {
            await act.catch((error: { hint?: string }) => {
              if (!error.hint) throw error
            })
          }
          for (const { act, amount, pick, quantity, tip } of steps) {
            const one = vouchers[pick % Math.max(1, vouchers.length)]
            const id = orders[pick % Math.max(1, orders.length)]
            if (act === 'buy') vouchers.push(await buy(amount / 100, own, fee))
            else if ((act === 'redeem' || act === 'abandon') && one) {
              const codes = [one, vouchers[(pick + 1) % vouchers.length]].map((found) => found?.code ?? '')
              const wanted = { ...pickedUp(own, daily, { product: bun, quantity }), tip, vouchers: [...new Set(codes)] }
              await tryTo(
                place(guest, order([wanted])).then(async (placed) => {
                  if (act === 'abandon' && placed.total > 0) {
                    await call(guest, 'cancel_checkout($1)', placed.checkout_id)
                  } else {
                    orders.push(placed.orders[0]?.id ?? '')
                    if (placed.total === 0) return
                    const payment = await beginPayment(context, guest, placed.checkout_id, fee, 'transfers')
                    await recordPaymentEvent(context, { payment, amount: placed.total })
                  }
                }),
              )
            } else if (act === 'refund' && id)
              await tryTo(
                call(owner, 'refund_order($1, $2::numeric, $3, $4)', id, amount / 300, 'A dent', randomUUID()).catch(
                  async () => call(owner, 'refund_order($1, 0.5, $2, $3)', id, 'A dent', randomUUID()),
                ),
              )
            else if (act === 'cancel' && id) await tryTo(cancel(guest, id))
            else if (act === 'sellerCancel' && id) await tryTo(cancel(owner, id))
            else if (act === 'refundVoucher' && one)
              await tryTo(call(pick % 2 ? owner : buyer, 'refund_voucher($1)', one.id))
            else if (act === 'expire' && one) await expire(one.id)
            else if (act === 'fail')
              await context.service.rows(
                `update refunds set status = 'failed' where status = 'pending' and id in (select id from refunds where status = 'pending' limit 1)`,
              )
          }
          await settleRefunds()
          const [cash] = await context.service.rows(
            `with p as (
            select p.* from payments p where p.status = 'succeeded' and (exists (select from orders o where o.checkout_id = p.checkout_id and o.shop_id = $1)
              or exists (select from gift_vouchers v where v.checkout_id = p.checkout_id and v.shop_id = $1)))
          select coalesce(sum(p.amount - (select coalesce(sum(r.amount), 0) from refunds r where r.payment_id = p.id and r.status = 'succeeded')), 0)::float as kept from p`,
            own,
          )
          const [year] = money.parse(await call(owner, 'seller_money()')).tax_years
          // What cards paid and kept is the shop's and the marketplace's.
          expect(pence(cash?.kept)).toBe(pence(year?.net ?? 0) + pence(year?.fees ?? 0))
          const y = year ?? { sales: 0, tips: 0, refunds: 0, vouchers_sold: 0, paid_by_vouchers: 0, fees: 0, net: 0 }
          expect(pence(y.net)).toBe(
            pence(y.sales) +
              pence(y.tips) -
              pence(y.refunds) +
              pence(y.vouchers_sold) -
              pence(y.paid_by_vouchers) -
              pence(y.fees),
          )
          const all = sums.parse(await call(owner, 'seller_vouchers()'))
          expect(pence(all.sold) - pence(all.refunded)).toBe(
            pence(all.used) + pence(all.outstanding) + pence(all.expired),
          )
          expect(pence(all.used)).toBe(pence(y.paid_by_vouchers))
          // Transfers bring the shop what the ledger says of its orders.
          const { rows } = await context.database.run({
            text: `select coalesce(sum(private.shop_share(o, p)), 0), (select coalesce(sum(s.net), 0) from private.sold_orders s where s.shop_id = $1)
            from orders o join payments p on p.checkout_id = o.checkout_id and p.status = 'succeeded' and not p.is_returned where o.shop_id = $1`,
            values: [own],
          })
          expect(pence(rows[0]?.[0])).toBe(pence(rows[0]?.[1]))
          await expectLedgerToBalance(context, new Map([[bun, stock]]))
        },
      ),
      { numRuns: cases(8, 25) },
    )
  })
})

describe.runIf(databases.includes('postgres'))('concurrent uses of gift vouchers on postgres', () => {
  it('orders at once take a balance once, and crossing orders of two vouchers do not deadlock', async () => {
    const context = await openTestContext('postgres')
    const seller = await context.member('Seller')
    const buyer = await context.member('Buyer')
    const shop = await context.shop(seller)
    const slot = await addDailyPickupWindows(context, shop)
    const cake = await context.product(shop, { ...forSale, price: 20, stock })
    await seller.send('shop_voucher_terms', { shop_id: shop })
    const buy = async () => {
      const started = bought.parse(
        await call(buyer, 'buy_voucher($1, $2)', { shop_id: shop, amount: 50 }, randomUUID()),
      )
      const payment = await beginPayment(context, buyer, started.checkout_id)
      await recordPaymentEvent(context, { payment, amount: 50 })
      return String(await call(buyer, 'voucher_code($1)', started.voucher_id))
    }
    const codes = [await buy(), await buy()]
    const guests = await Promise.all(Array.from({ length: cases(8, 20) }, () => context.member()))
    const ends = await Promise.allSettled(
      guests.map((guest, n) =>
        place(
          guest,
          order([{ ...pickedUp(shop, slot, { product: cake }), vouchers: n % 2 ? codes : codes.toReversed() }]),
        ),
      ),
    )
    const totals = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value.total] : []))
    for (const end of ends) if (end.status === 'rejected') expect(end.reason).toMatchObject({ hint: 'voucher' })
    // The third order empties the first voucher, which refuses every order after it.
    expect(totals).toEqual([0, 0, 0])
    const [left] = await context.service.rows(
      'select sum(balance)::float as left, sum(used)::float as used from gift_vouchers',
    )
    expect(left).toEqual({ left: 40, used: 60 })
    await expectLedgerToBalance(context, new Map([[cake, stock]]))
    await context.close()
  })
})
