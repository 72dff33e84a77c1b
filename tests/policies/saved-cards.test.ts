/** Saved cards: what their owner sees, who can charge them, and what the provider has to remove. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { databases } from '../harness.ts'
import { cases } from './case-count.ts'
import {
  address,
  call,
  delivered,
  expireCheckout,
  forSale,
  order,
  place,
  recordPaymentEvent,
} from './order-fixtures.ts'
import { type Actor, forbidden, openTestContext, refusal, type TestContext, text } from './test-context.ts'

const begun = z.object({ payment_id: z.string() })

describe.each(databases)('saved cards on %s', (kind) => {
  let context: TestContext
  let shop: string
  let cake: string
  let buyer: Actor
  let customer: string

  beforeAll(async () => {
    context = await openTestContext(kind)
    shop = await context.shop(await context.member('Seller'))
    cake = await context.product(shop, { ...forSale, price: 12, stock: 1_000 })
  })
  afterAll(() => context.close())
  beforeEach(async () => {
    buyer = await context.member('Buyer', { amr: [{ method: 'password', timestamp: Math.floor(Date.now() / 1000) }] })
    await context.service.rows('delete from provider_removals')
    customer = await openCustomer(buyer)
  })

  /** @returns the provider's id */
  async function openCustomer({ id }: Actor): Promise<string> {
    const opened = await call(context.service, `open_payment_customer($1, 'test')`, id)
    const { id: row } = z.object({ id: z.string() }).parse(opened)
    await context.service.rows('select attach_payment_customer($1, $2)', row, `cus_${id}`)
    return `cus_${id}`
  }

  const record = (method: string, last4 = '4242', year = 2099, of = customer) =>
    call(context.service, `record_saved_card('test', $1, $2, 'visa', $3, 12, $4)`, method, of, last4, year)
  const idOf = async (method: string) =>
    text((await context.service.rows('select id from saved_cards where method_id = $1', method))[0], 'id')
  const checkoutOf = async (member: Actor) => {
    const part = delivered(shop, { product: cake, quantity: 1 })
    return (await place(member, order([part], { address_id: await address(member) }))).checkout_id
  }
  const begin = (checkout: string, member: Actor, card: string | null, saves = false) =>
    call(
      context.service,
      `begin_payment($1, $2, 'test', 0, 'platform', $3, $4)`,
      checkout,
      member.id,
      String(saves),
      card,
    )
  const removals = () => context.service.rows('select kind, provider_id from provider_removals order by kind')

  it('show their owner brand, digits and expiry, never the provider’s ids, and nobody else anything', async () => {
    await record(`pm_${buyer.id}`)
    const card = await idOf(`pm_${buyer.id}`)
    expect(await buyer.rows('select brand, last4, exp_month, exp_year from saved_cards')).toEqual([
      { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2099 },
    ])
    for (const column of ['method_id', 'customer_id', 'provider', '*'])
      expect(await refusal(buyer.rows(`select ${column} from saved_cards`)), column).toMatchObject({ code: forbidden })
    const stranger = await context.member()
    for (const other of [stranger, await context.administrator()]) {
      expect(await other.rows('select id from saved_cards')).toEqual([])
      expect(await other.count('delete from saved_cards where id = $1', card)).toBe(0)
    }
    expect(await refusal(context.visitor.rows('select id from saved_cards'))).toMatchObject({ code: forbidden })
    for (const statement of [
      `update saved_cards set last4 = '0000'`,
      `insert into saved_cards (user_id, brand, last4, exp_month, exp_year) values ('${buyer.id}', 'visa', '1', 1, 2099)`,
      'select * from payment_customers',
      'select * from provider_removals',
      `select record_saved_card('test', 'pm', '${customer}', 'visa', '4242', 12, 2099)`,
      `select open_payment_customer('${stranger.id}', 'test')`,
      'select * from claim_provider_removals($$test$$)',
    ])
      expect(await refusal(buyer.rows(statement)), statement).toMatchObject({ code: forbidden })
  })

  it('are charged for their owner’s checkouts alone, and not once they are removed or have expired', async () => {
    await record(`pm_${buyer.id}`)
    const card = await idOf(`pm_${buyer.id}`)
    const checkout = await checkoutOf(buyer)
    const stranger = await context.member()
    const strange = await checkoutOf(stranger)
    expect(await refusal(begin(strange, stranger, card))).toMatchObject({ code: 'PT404', hint: 'card' })
    expect(await refusal(begin(checkout, stranger, card))).toMatchObject({ code: 'PT404', hint: 'checkout' })
    await context.service.rows('update saved_cards set exp_month = 10, exp_year = 2026 where id = $1', card)
    expect(await refusal(begin(checkout, buyer, card))).toMatchObject({ code: 'PT409', hint: 'card_expired' })
    // The current month is the last one.
    await context.service.rows(
      `update saved_cards set exp_month = extract(month from now() at time zone 'Europe/London'),
       exp_year = extract(year from now() at time zone 'Europe/London') where id = $1`,
      card,
    )
    expect(await begin(checkout, buyer, card)).toMatchObject({ status: 'pending' })
    await buyer.count('delete from saved_cards where id = $1', card)
    expect(await refusal(begin(checkout, buyer, card))).toMatchObject({ code: 'PT404', hint: 'card' })
  })

  it('replace an open page only once it is closed, and a page replaces an unfinished charge in the same way', async () => {
    await record(`pm_${buyer.id}`)
    const card = await idOf(`pm_${buyer.id}`)
    const checkout = await checkoutOf(buyer)
    const [page, saving, charge] = [
      () => begin(checkout, buyer, null),
      () => begin(checkout, buyer, null, true),
      () => begin(checkout, buyer, card),
    ]
    const attach = async (payment: unknown, session: string) => {
      const { payment_id: id } = begun.parse(payment)
      await context.service.rows('select attach_payment_session($1, $2, $3)', id, `${session} ${id}`, '/pay')
      return id
    }
    // A payment that has no session yet ends.
    const first = await page()
    const second = await saving()
    expect(second).toMatchObject({ status: 'pending', session_id: null })
    expect(second).not.toMatchObject(begun.parse(first))
    const id = await attach(second, 'page')
    for (const other of [page, charge])
      expect(await other()).toMatchObject({ payment_id: id, status: 'open_otherwise', session_id: `page ${id}` })
    expect(await saving()).toMatchObject({ payment_id: id, status: 'pending', url: '/pay' })
    await recordPaymentEvent(context, { payment: id, outcome: 'expired' })
    const charging = await attach(await charge(), 'charge')
    expect(await charge()).toMatchObject({ payment_id: charging, status: 'pending', session_id: `charge ${charging}` })
    expect(await page()).toMatchObject({ payment_id: charging, status: 'open_otherwise' })
    // Its outcome is looked up if none is recorded within two minutes.
    const stale = () => context.service.rows(`select session_id from claim_stale_sessions('test')`)
    expect(await stale()).toEqual([])
    await context.service.rows(`update payments set next_check_at = now() where id = $1`, charging)
    expect(await stale()).toEqual([{ session_id: `charge ${charging}` }])
    expect(await recordPaymentEvent(context, { payment: charging, amount: 15.99 })).toMatchObject({ result: 'paid' })
    expect(await stale()).toEqual([])
  })

  it('stop being charged after ten failures in an hour, in ten thousand tries, and the page stays', async () => {
    await record(`pm_${buyer.id}`)
    const card = await idOf(`pm_${buyer.id}`)
    const checkout = await checkoutOf(buyer)
    const tries = `do $$ begin for n in 1..10000 loop
      perform begin_payment('${checkout}', '${buyer.id}', 'test', charged_card => '${card}');
      update payments set status = 'failed' where checkout_id = '${checkout}' and status = 'pending';
    end loop; end $$`
    expect(await refusal(context.service.rows(tries))).toMatchObject({ code: 'PT429', hint: 'rate_limit' })
    for (let n = 0; n < 10; n += 1) {
      await begin(checkout, buyer, card)
      await context.service.rows(`update payments set status = 'failed' where checkout_id = $1`, checkout)
    }
    expect(await refusal(begin(checkout, buyer, card))).toMatchObject({ code: 'PT429', hint: 'rate_limit' })
    expect(await context.service.count('select from payments where checkout_id = $1', checkout)).toBe(10)
    expect(await begin(checkout, buyer, null)).toMatchObject({ status: 'pending' })
    await expireCheckout(context, checkout)
  })

  it('are ten a member, those used last, and the same card is kept once', async () => {
    const recorded = cases(12, 1_000)
    await context.service.rows(`do $$ begin for n in 1..${recorded} loop
      perform record_saved_card('test', 'pm_${buyer.id}_' || n, '${customer}', 'visa', lpad(n::text, 4, '0'), 12, 2099);
      update saved_cards set used_at = now() + n * interval '1 second' where method_id = 'pm_${buyer.id}_' || n;
    end loop; end $$`)
    const digits = async () =>
      (await buyer.rows('select last4 from saved_cards order by used_at')).map(({ last4 }) => last4)
    const fourDigits = (n: number) => String(n).padStart(4, '0')
    expect(await digits()).toEqual(Array.from({ length: 10 }, (_, n) => fourDigits(recorded - 9 + n)))
    expect(await context.service.count('select from provider_removals')).toBe(recorded - 10)
    // Repeated and late events change nothing, and the same card under another id replaces the first.
    await record(`pm_${buyer.id}_1`, '0001')
    await record(`pm_${buyer.id}_${recorded}`, fourDigits(recorded))
    expect(await digits()).not.toContain('0001')
    await record(`pm_${buyer.id}_again`, fourDigits(recorded))
    expect(await digits()).toHaveLength(10)
    expect(await context.service.count('select from provider_removals')).toBe(recorded - 9)
    expect(await record('pm_unknown', '4242', 2099, 'cus_unknown')).toMatchObject({ result: 'unknown' })
  })

  it('and customers are removed at the provider until that is confirmed, also with the account', async () => {
    await record(`pm_${buyer.id}`)
    await record(`pm_two_${buyer.id}`, '1881')
    await buyer.count('delete from saved_cards where last4 = $1', '4242')
    expect(await removals()).toEqual([{ kind: 'card', provider_id: `pm_${buyer.id}` }])
    const claim = () => context.service.rows(`select removal_id, provider_id from claim_provider_removals('test')`)
    const [claimed] = await claim()
    expect(claimed).toMatchObject({ provider_id: `pm_${buyer.id}` })
    expect(await claim()).toEqual([])
    await context.service.rows('update provider_removals set next_attempt_at = now()')
    expect(await claim()).toEqual([claimed])
    await context.service.rows('select finish_provider_removal($1)', text(claimed, 'removal_id'))
    expect(await removals()).toEqual([])

    await buyer.rows('select delete_account()')
    expect(await removals()).toEqual([
      { kind: 'card', provider_id: `pm_two_${buyer.id}` },
      { kind: 'customer', provider_id: customer },
    ])
    for (const table of ['saved_cards', 'payment_customers'])
      expect(
        await context.service.count(
          `select from ${table} where provider = 'test' and to_jsonb(${table})::text like '%${buyer.id}%'`,
        ),
      ).toBe(0)
    expect(await record(`pm_late_${buyer.id}`)).toMatchObject({ result: 'unknown' })
  })
})
