/** What a member writes reaches another only through `private.words_from`, or where a suspension or a block refuses to write it. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databases } from '../harness.ts'
import {
  addDailyPickupWindows,
  beginPayment,
  call,
  forSale,
  order,
  pay,
  pickedUp,
  place,
  recordPaymentEvent,
} from './order-fixtures.ts'
import { suspend } from './subscription-fixtures.ts'
import { type Actor, openTestContext, type TestContext, text, writeReview } from './test-context.ts'

/** What notifies or emails, and names a column with words of members: why it may. */
const reasons: Readonly<Record<string, string>> = {
  after_order_change: 'cancel_order stores the reason by words_from',
  enqueue_order_emails: 'cancel_order stores the reason by words_from',
  enqueue_refund_email: 'refund_sale stores the reason by words_from',
  enqueue_refund_emails: 'tells a buyer reasons of the database, and a seller their own',
  enqueue_support_email: 'to the support mailbox',
  escalate_problem: 'a buyer, also a suspended one, reports a problem',
  finish_subscription: 'asks words_from',
  miss_day: 'a reason of the database',
  moderate: 'an administrator',
  notify: 'a parameter, whose callers are in this list',
  notify_all_administrators: 'a parameter, whose callers are in this list',
  notify_cancellation: 'cancel_order stores the reason by words_from',
  notify_of_problem: 'a suspended seller cannot answer, and a blocked one answers what the buyer has asked',
  notify_shop_of_enquiry: 'a policy refuses the message',
  notify_unread: 'a policy refuses the message',
  notify_voucher_return: 'refund_sale stores the reason by words_from',
  propose_move: 'asks words_from',
  reply_to_review: 'asks words_from',
  report_problem: 'a buyer, also a suspended one, reports a problem',
  restore_member: 'an administrator',
  return_payment: 'a reason of the database',
  suspend_member: 'an administrator',
  upsert_payment_notification: 'texts of the database',
}
const sends = String.raw`private\.notify(_\w+)?\(|private\.enqueue_email\(|insert into public\.(notifications|outbox)`
const words = String.raw`\.(note|reason|cancel_reason|message|reply|details|answer_text|appeal|content|end_message)\M|quoted_reason|words_from`
const gate = 'words_from'

const phrase = 'Ring me on 07700 900123'

describe.each(databases)('words of members on %s', (kind) => {
  let context: TestContext
  let seller: Actor
  let buyer: Actor
  let shop: string
  let cake: string
  let slot: { date: string; start_time: string; end_time: string }
  beforeAll(async () => {
    context = await openTestContext(kind)
  })
  afterAll(() => context.close())
  beforeEach(async () => {
    seller = await context.member('Seller')
    buyer = await context.member('Bo Buyer')
    shop = await context.shop(seller, { name: 'Crumb' })
    cake = await context.product(shop, { ...forSale, price: 20, stock: 100 })
    slot = await addDailyPickupWindows(context, shop)
  })

  const later = async () => {
    const [row] = await context.service.rows('select ($1::date + 1)::text as day', slot.date)
    return { ...slot, date: text(row, 'day') }
  }
  const bought = async (more: object = {}, day = slot) => {
    const placed = await place(buyer, order([{ ...pickedUp(shop, day, { product: cake }), ...more }]))
    await pay(context, buyer, placed)
    return placed.orders[0]?.id ?? ''
  }
  const handOver = async (id: string) => {
    for (const status of ['ready', 'delivered']) await context.service.update('orders', id, { status })
  }
  /** Where the buyer reads the phrase. */
  const reaches = async () => {
    const [told] = await buyer.rows(
      `select (select count(*)::int from notifications n where n.message like $1) as notifications,
         (select count(*)::int from orders o where o.cancel_reason like $1) as orders,
         (select count(*)::int from order_moves m where m.note like $1) as moves,
         (select count(*)::int from refunds r where r.reason like $1) as refunds`,
      `%${phrase}%`,
    )
    const emails = await context.service.count(
      'select from outbox where recipient = $1 and data::text like $2',
      `${buyer.id}@example.test`,
      `%${phrase}%`,
    )
    return Object.entries({ ...told, emails }).flatMap(([place, count]) => (Number(count) > 0 ? [place] : []))
  }

  it('are sent by the functions of this list alone', async () => {
    const rows = await context.service.rows(
      `select proname as name, prosrc ~ $3 as is_gated from pg_proc
       where pronamespace in ('private'::regnamespace, 'public'::regnamespace) and prosrc ~ $1 and prosrc ~ $2 order by 1`,
      sends,
      words,
      gate,
    )
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(reasons))
    for (const { name, is_gated } of rows)
      expect([name, is_gated]).toEqual([name, reasons[`${name}`] === 'asks words_from'])
  })

  it('of a seller reach the buyer of an order that is moved or cancelled, unless the seller is suspended', async () => {
    await call(seller, 'propose_move($1, $2, $3)', await bought(), await later(), phrase)
    expect(await reaches()).toEqual(['notifications', 'moves', 'emails'])
    await call(seller, 'cancel_order($1, $2)', await bought(), phrase)
    expect(await reaches()).toEqual(['notifications', 'orders', 'moves', 'refunds', 'emails'])

    buyer = await context.member('Bea Buyer')
    const [moved, cancelled] = [await bought(), await bought()]
    await suspend(context, seller)
    await call(seller, 'propose_move($1, $2, $3)', moved, await later(), phrase)
    await call(seller, 'cancel_order($1, $2)', cancelled, phrase)
    expect(await reaches()).toEqual([])
    expect(await buyer.count(`select from notifications where title = 'Your order was cancelled'`)).toBe(1)
  })

  it('of a seller do not reach a buyer who blocks them by a reply to a review', async () => {
    const { item } = await context.order(buyer, cake)
    const review = await writeReview(buyer, item, 5)
    await buyer.insert('blocks', { blocked_id: seller.id })
    await call(seller, 'reply_to_review($1, $2)', `${review}`, phrase)
    expect(await reaches()).toEqual([])
  })

  it('of a seller do not reach a buyer who blocks them by money that returns to a voucher', async () => {
    await seller.send('shop_voucher_terms', { shop_id: shop })
    const voucher = { shop_id: shop, amount: 50 }
    const started = await call(buyer, 'buy_voucher($1, $2)', voucher, randomUUID())
    const { voucher_id, checkout_id } = Object(started)
    await recordPaymentEvent(context, { payment: await beginPayment(context, buyer, checkout_id), amount: 50 })
    const vouchers = [String(await call(buyer, 'voucher_code($1)', voucher_id))]
    const placed = await place(buyer, order([{ ...pickedUp(shop, slot, { product: cake }), vouchers }]))
    const id = placed.orders[0]?.id ?? ''
    await handOver(id)
    const refund = () => call(seller, 'refund_order($1, $2::numeric, $3, $4)', id, 1, phrase, randomUUID())
    await buyer.insert('blocks', { blocked_id: seller.id })
    await refund()
    expect(await reaches()).toEqual([])
    await buyer.count('delete from blocks')
    await refund()
    expect(await reaches()).toEqual(['notifications', 'refunds', 'emails'])
  })

  it('of a member do not reach another who blocks them by the message of a voucher, also if the block comes before it is sent', async () => {
    await seller.send('shop_voucher_terms', { shop_id: shop })
    const stranger = await context.member('Stranger')
    const send = async () => {
      const voucher = {
        shop_id: shop,
        amount: 50,
        recipient_name: phrase,
        recipient_email: `${buyer.id.toUpperCase()}@example.test`,
        message: phrase,
      }
      const { checkout_id } = Object(await call(stranger, 'buy_voucher($1, $2)', voucher, randomUUID()))
      await recordPaymentEvent(context, { payment: await beginPayment(context, stranger, checkout_id), amount: 50 })
    }
    await buyer.insert('blocks', { blocked_id: stranger.id })
    await send()
    expect(await reaches()).toEqual([])
    await buyer.count('delete from blocks')
    await send()
    expect(await reaches()).toEqual(['emails'])
    await buyer.insert('blocks', { blocked_id: stranger.id })
    const sent = await context.service.rows('select recipient, data from claim_emails(500)')
    const own = sent.filter(({ recipient }) => recipient === `${buyer.id}@example.test`)
    expect(own).toHaveLength(2)
    expect(JSON.stringify(own)).not.toContain(phrase)
  })
})
