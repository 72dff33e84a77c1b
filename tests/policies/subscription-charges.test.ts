/** Orders of subscriptions that are charged to a saved card: who chooses that, and what happens when a charge does not work. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { databases } from '../harness.ts'
import { call } from './order-fixtures.ts'
import { type Bakery, bakery, checkoutOf, orderNow, stored, subscribe } from './subscription-fixtures.ts'
import { type Actor, openTestContext, type TestContext, text } from './test-context.ts'

describe.each(databases)('subscriptions paid by card on %s', (kind) => {
  let context: TestContext
  let baker: Bakery
  let buyer: Actor

  beforeAll(async () => {
    context = await openTestContext(kind)
  })
  afterAll(() => context.close())
  beforeEach(async () => {
    baker = await bakery(context)
    buyer = await context.member('Buyer')
    await context.service.rows(
      'update subscriptions set ended_at = now(), ended_by = $1 where ended_at is null',
      'buyer',
    )
    await context.database.script('delete from private.subscription_charges')
  })

  async function saveCard({ id }: Actor, year = 2099): Promise<void> {
    await call(context.service, `open_payment_customer($1, 'test')`, id)
    await context.service.rows(
      `insert into saved_cards (user_id, customer_id, provider, method_id, brand, last4, exp_month, exp_year)
        select $1, c.id, 'test', gen_random_uuid()::text, 'visa', '4242', 1, $2::integer from payment_customers c where c.member_id = $1`,
      id,
      year,
    )
  }

  const claimed = z.array(
    z.looseObject({ checkout_id: z.string(), buyer_id: z.string(), email: z.string(), attempts: z.number() }),
  )
  /** The minute of an earlier claim is over. */
  const claim = async () => {
    await context.database.script(
      "update private.subscription_charges set next_attempt_at = now() - interval '1 second'",
    )
    return claimed.parse(await context.service.rows('select * from claim_subscription_charges()'))
  }
  const finish = (checkout: string, outcome: string) =>
    context.service.rows('select finish_subscription_charge($1, $2)', checkout, outcome)
  const titles = async () =>
    (await buyer.rows('select title, message from notifications order by created_at desc, id')).map((row) =>
      text(row, 'title'),
    )

  it('need a card that is valid, and the buyer’s own choice', async () => {
    const none = { code: 'PT409', hint: 'card' }
    await expect(subscribe(context, buyer, baker, { pays_by_card: true })).rejects.toMatchObject(none)
    await saveCard(buyer, 2020)
    await expect(subscribe(context, buyer, baker, { pays_by_card: true })).rejects.toMatchObject(none)
    const own = await subscribe(context, buyer, baker)
    expect(await stored(context, own)).toMatchObject({ pays_by_card: false })
    await expect(call(buyer, 'pay_subscription_by_card($1, $2)', own, 'true')).rejects.toMatchObject(none)

    await saveCard(buyer)
    const another = await context.member('Another')
    await saveCard(another)
    for (const stranger of [another, baker.seller])
      await expect(call(stranger, 'pay_subscription_by_card($1, $2)', own, 'true')).rejects.toMatchObject({
        code: 'PT404',
      })
    await call(buyer, 'pay_subscription_by_card($1, $2)', own, 'true')
    expect(await stored(context, own)).toMatchObject({ pays_by_card: true })
    for (let n = 0; n < 100; n += 1) await call(buyer, 'pay_subscription_by_card($1, $2)', own, String(n % 2 === 0))
    expect(await stored(context, own)).toMatchObject({ pays_by_card: false })
  })

  it('are claimed once each, for their own buyer, and an order is not asked to be paid meanwhile', async () => {
    await saveCard(buyer)
    const id = await subscribe(context, buyer, baker, { pays_by_card: true })
    await orderNow(context, id)
    const placed = await checkoutOf(context, id)
    const [first, ...others] = await claim()
    expect(others).toEqual([])
    expect(first).toMatchObject({ checkout_id: placed?.checkout_id, buyer_id: buyer.id, attempts: 1 })
    // A claim lasts a minute.
    expect(await context.service.rows('select * from claim_subscription_charges()')).toEqual([])
    expect(await claim()).toMatchObject([{ attempts: 2 }])
    expect((await titles()).join()).not.toContain('Please pay')
  })

  it('are charged by the job of each minute when the call at their order was lost', async () => {
    await saveCard(buyer)
    await orderNow(context, await subscribe(context, buyer, baker, { pays_by_card: true }))
    const calls = async () => {
      await context.database.script('delete from net.http_request_queue')
      await context.database.script('select private.call_settle_payments_if_due()')
      const { rows } = await context.database.run({ text: 'select url from net.http_request_queue', values: [] })
      return rows.flat()
    }
    expect(await calls()).toEqual([expect.stringMatching('/settle-payments$')])
    expect(await claim()).toHaveLength(1)
    expect(await calls()).toEqual([])
  })

  it('ask the buyer to pay, with the reason, when a charge does not work', async () => {
    await saveCard(buyer)
    const id = await subscribe(context, buyer, baker, { pays_by_card: true })
    await orderNow(context, id)
    const checkout = String((await checkoutOf(context, id))?.checkout_id)
    await finish(checkout, 'declined')
    await finish(checkout, 'declined')
    const asked = await buyer.rows(`select message, link from notifications where title like 'Please pay for%'`)
    expect(asked).toEqual([
      {
        message: expect.stringMatching(/^Your saved card was declined\. Your order for /),
        link: `/checkout/${checkout}`,
      },
    ])
    expect(await claim()).toEqual([])
  })

  it('are not charged any more once the buyer withdraws the agreement', async () => {
    await saveCard(buyer)
    const id = await subscribe(context, buyer, baker, { pays_by_card: true })
    await orderNow(context, id)
    await call(buyer, 'pay_subscription_by_card($1, $2)', id, 'false')
    expect(await claim()).toEqual([])
    expect((await titles()).join()).toContain('Please pay')
  })

  it('leave out orders that were paid, cancelled or not paid in time', async () => {
    await saveCard(buyer)
    for (const status of ['paid', 'cancelled', 'expired']) {
      const id = await subscribe(context, buyer, await bakery(context), { pays_by_card: true })
      await orderNow(context, id)
      const checkout = String((await checkoutOf(context, id))?.checkout_id)
      await context.service.rows(
        `update checkouts set status = $2, paid_at = case when $2 = 'paid' then now() end where id = $1 and status <> $2`,
        checkout,
        status,
      )
      expect(await claim(), status).toEqual([])
      await finish(checkout, 'declined')
    }
    expect((await titles()).join()).not.toContain('Please pay')
  })

  it('end with the subscription and the account', async () => {
    await saveCard(buyer)
    const id = await subscribe(context, buyer, baker, { pays_by_card: true })
    await orderNow(context, id)
    await call(buyer, 'cancel_subscription($1)', id)
    expect(await claim()).toEqual([])
    expect(await checkoutOf(context, id)).toMatchObject({ status: 'cancelled' })
  })
})
