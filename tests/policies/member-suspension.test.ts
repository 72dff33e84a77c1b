/** Suspended members: who suspends, what is refused to them, what still works, and what they are told. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sellerTermsVersion } from '#domain/selling/seller-terms'
import { databases } from '../harness.ts'
import { openDrop } from './drop-fixtures.ts'
import {
  addDailyPickupWindows,
  address,
  beginPayment,
  call,
  delivered,
  forSale,
  order,
  pay,
  place,
  recordPaymentEvent,
} from './order-fixtures.ts'
import { type Actor, forbidden, openTestContext, refusal, type TestContext, text, writeReview } from './test-context.ts'

const signedInNow = { amr: [{ method: 'password', timestamp: Math.floor(Date.now() / 1000) }] }
const suspended = { code: forbidden, hint: 'suspended' }
const why = 'Orders were not collected'

describe.each(databases)('the suspension of a member on %s', (kind) => {
  let context: TestContext
  let admin: Actor
  let ann: Actor
  let seller: Actor
  let shop: string
  let cake: string
  beforeAll(async () => {
    context = await openTestContext(kind)
    admin = await context.administrator()
    seller = await context.member('Seller')
    shop = await context.shop(seller, { name: 'Crumb' })
    cake = await context.product(shop, { ...forSale, price: 12.5, stock: 1000 })
  })
  afterAll(() => context.close())
  beforeEach(async () => {
    ann = await context.member('Ann Archer', signedInNow)
  })

  const suspend = (who: Actor, by = admin, reason: string | null = why, withShop = false) =>
    call(by, 'suspend_member($1, $2, $3)', who.id, reason, withShop)
  const restore = (who: Actor, by = admin, withShop = false) =>
    call(by, 'restore_member($1, $2, $3)', who.id, 'A mistake', withShop)
  const basket = async (who: Actor) => order([delivered(shop, { product: cake })], { address_id: await address(who) })
  const suspension = (who: Actor) => who.rows('select reason from own_suspension()')
  const shopStatus = async (id: string) =>
    (await context.service.rows('select status from shops where id = $1', id))[0]?.status
  const emails = async (who: Actor) =>
    (
      await context.service.rows(
        `select template from outbox where user_id = $1 and template like 'account-%' order by created_at`,
        who.id,
      )
    ).map(({ template }) => template)

  it('refuses what a buyer does for or to others, with the reason, until she is restored', async () => {
    const { item } = await context.order(ann, cake)
    const drop = (await openDrop(context, seller, shop)).id
    const soldOut = await context.product(shop, { ...forSale, stock: 0 })
    const room = text(await ann.insert('chat_rooms', { seller_id: seller.id, product_id: cake }), 'id')
    const other = await context.product(shop, { ...forSale, product_type: 'bespoke', price: 0 })
    const wanted = await basket(ann)
    const attempts: Readonly<Record<string, () => Promise<unknown>>> = {
      'place an order': () => place(ann, wanted),
      'queue for a drop': () => call(ann, 'enter_drop($1)', drop),
      'join a waitlist': () => call(ann, 'join_waitlist($1)', soldOut),
      'send a message': () => ann.insert('chat_messages', { chat_room_id: room, content: 'Hello' }),
      'start a conversation': () => ann.insert('chat_rooms', { seller_id: seller.id, product_id: other }),
      'change a request': () => ann.update('chat_rooms', room, { brief: { details: 'Call me' } }),
      'write to a shop': () =>
        ann.send('contact_messages', { shop_id: shop, subject: 'Hello', message: 'Hello there' }),
      review: () => writeReview(ann, item, 1),
      follow: () => ann.insert('shop_followers', { shop_id: shop }),
      report: () => ann.send('reports', { subject: 'shop', shop_id: shop, reason: 'Spam' }),
      'open a shop': () =>
        ann.insert('shops', {
          user_id: ann.id,
          name: 'New',
          slug: `new-${ann.id.slice(0, 8)}`,
          description: 'Good things, made at home.',
          category: 'Cakes',
        }),
    }
    await suspend(ann)
    for (const [what, attempt] of Object.entries(attempts)) {
      const refused = await refusal(attempt())
      expect(refused, what).toMatchObject(suspended)
      expect(refused.message).toContain(`Reason: ${why}.`)
    }
    await restore(ann)
    for (const attempt of Object.values(attempts)) await attempt()
  })

  it('refuses what a seller writes to others and sells by hand, even if the shop stays open', async () => {
    const baker = await context.member('Baker')
    const own = await context.shop(baker, { name: 'Oven' })
    const slot = await addDailyPickupWindows(context, own)
    const tower = await context.product(own, { ...forSale, product_type: 'bespoke', price: 0 })
    const bun = await context.product(own, { ...forSale, price: 3, stock: 5 })
    const room = text(await ann.insert('chat_rooms', { seller_id: baker.id, product_id: tower }), 'id')
    const { item } = await context.order(ann, bun)
    const review = await writeReview(ann, item, 4)
    const quote = () => call(baker, 'send_quote($1, $2, $3, $4)', room, 0, 0, { price: 40 })
    const enter = () =>
      call(
        baker,
        'place_manual_order($1, $2)',
        {
          name: 'Mrs Ames',
          items: [{ product_id: bun, quantity: 1 }],
          hand_over: { kind: 'slot', ...slot },
          payment: 'collection',
        },
        randomUUID(),
      )
    await suspend(baker)
    expect(await shopStatus(own)).toBe('active')
    expect(await refusal(quote())).toMatchObject(suspended)
    expect(await refusal(baker.update('chat_rooms', room, { price_quote: 40 }))).toMatchObject(suspended)
    expect(await refusal(enter())).toMatchObject(suspended)
    expect(await refusal(call(baker, `announce('Saturday', 'Buns from ten.')`))).toMatchObject(suspended)
    expect(await refusal(call(baker, 'reply_to_review($1, $2)', review, 'Thank you'))).toMatchObject(suspended)
    // Buyers still order from the open shop.
    await place(ann, order([delivered(own, { product: bun })], { address_id: await address(ann) }))
    await restore(baker)
    await quote()
    await enter()
    await call(baker, 'reply_to_review($1, $2)', review, 'Thank you')
  })

  it('a suspended member with a shop that is not open yet cannot open it', async () => {
    const baker = await context.member('Baker')
    const own = await context.shop(baker, { status: 'pending' })
    await suspend(baker)
    const accept = () => call(baker, 'accept_seller_terms($1)', sellerTermsVersion)
    expect(await refusal(accept())).toMatchObject(suspended)
    expect(await shopStatus(own)).toBe('pending')
    await restore(baker)
    await accept()
    expect(await shopStatus(own)).toBe('active')
  })

  it('leaves paid orders, problems, cancellations, the account and messages to us as they were', async () => {
    const placed = await place(ann, await basket(ann))
    await pay(context, ann, placed)
    const id = placed.orders[0]?.id ?? ''
    const second = await place(ann, await basket(ann))
    await pay(context, ann, second)
    await suspend(ann)
    expect(await ann.count('select from orders')).toBe(2)
    await call(ann, 'cancel_order($1::uuid, $2)', second.orders[0]?.id ?? '', 'No longer needed')
    await call(seller, 'advance_order($1::uuid, $2)', id, 'shipped')
    const problem = String(
      await call(ann, `report_problem($1::uuid, 'damaged', 'Squashed', 'refund', '{}'::text[])`, id),
    )
    await call(seller, `answer_problem($1::uuid, 'declined', 'No')`, problem)
    await call(ann, 'escalate_problem($1::uuid, $2)', problem, 'Not fair')
    await ann.send('contact_messages', { subject: 'Why', message: 'Why am I suspended?' })
    await ann.insert('blocks', { blocked_id: seller.id })
    await ann.count(`update profiles set town = 'Ely' where id = $1`, ann.id)
    await ann.insert('favourites', { product_id: cake })
  })

  it('a suspended member can delete the account, with reviews and replies', async () => {
    const baker = await context.member('Baker', signedInNow)
    const bun = await context.product(await context.shop(baker), { ...forSale, price: 3, stock: 5 })
    const { item } = await context.order(ann, bun)
    const review = await writeReview(ann, item, 4)
    await call(baker, 'reply_to_review($1, $2)', review, 'Thank you')
    const { item: bought } = await context.order(baker, cake)
    await writeReview(baker, bought, 3, { text: 'Dry' })
    await suspend(baker)
    await baker.rows('select delete_account()')
    expect(await context.service.count('select from profiles where id = $1', baker.id)).toBe(0)
  })

  it('a cancelled custom order of a suspended buyer clears its quote', async () => {
    const tower = await context.product(shop, { ...forSale, product_type: 'bespoke', price: 0 })
    const room = text(await ann.insert('chat_rooms', { seller_id: seller.id, product_id: tower }), 'id')
    await call(seller, 'send_quote($1, 0, 0, $2)', room, { price: 40 })
    const placed = await place(
      ann,
      order([delivered(shop, { product: tower, variation: null, chat_room_id: room, quote_version: 1 })], {
        address_id: await address(ann),
      }),
    )
    await pay(context, ann, placed)
    await suspend(ann)
    await call(ann, 'cancel_order($1::uuid, $2)', placed.orders[0]?.id ?? '', 'No longer needed')
    expect(await ann.rows('select price_quote, is_paid from chat_rooms where id = $1', room)).toEqual([
      { price_quote: null, is_paid: false },
    ])
  })

  it('ends unpaid checkouts, and refunds a payment in progress', async () => {
    const placed = await place(ann, await basket(ann))
    const payment = await beginPayment(context, ann, placed.checkout_id)
    await suspend(ann)
    const begin = call(context.service, 'begin_payment($1, $2, $3)', placed.checkout_id, ann.id, 'test')
    expect(await refusal(begin)).toMatchObject({ code: 'PT409' })
    await call(context.service, 'expire_checkouts()')
    await recordPaymentEvent(context, { payment, amount: placed.total })
    expect(await context.service.rows('select status from orders where checkout_id = $1', placed.checkout_id)).toEqual([
      { status: 'cancelled' },
    ])
    expect(await context.service.rows('select reason from refunds where payment_id = $1', payment)).toEqual([
      { reason: 'Your account is suspended, so this order was not placed.' },
    ])
  })

  it('an order that is placed at the same moment is refused or cannot be paid', async () => {
    const wanted = await basket(ann)
    await Promise.allSettled([place(ann, wanted), suspend(ann), place(ann, wanted)])
    expect(
      await context.service.count(
        `select from checkouts where buyer_id = $1 and status = 'pending' and expires_at > now()`,
        ann.id,
      ),
    ).toBe(0)
  })

  it('each message of a suspended member is refused', async () => {
    const room = text(await ann.insert('chat_rooms', { seller_id: seller.id, product_id: cake }), 'id')
    await suspend(ann)
    for (let n = 0; n < 2; n += 1)
      expect(await refusal(ann.send('chat_messages', { chat_room_id: room, content: 'Hello' }))).toMatchObject(
        suspended,
      )
    expect(await context.service.count('select from chat_messages where chat_room_id = $1', room)).toBe(0)
  })

  it('only an administrator suspends and restores, and only with the second factor that the settings require', async () => {
    for (const actor of [context.visitor, ann, seller, context.service]) {
      expect(await refusal(suspend(ann, actor))).toMatchObject({ code: forbidden })
      expect(await refusal(restore(ann, actor))).toMatchObject({ code: forbidden })
    }
    const claims = { app_metadata: { role: 'admin' } }
    await context.database.script(`insert into private.settings (administrators_need_second_factor) values (true)`)
    try {
      expect(await refusal(suspend(ann, context.session(admin, { ...claims, aal: 'aal1' })))).toMatchObject({
        code: forbidden,
        hint: 'administrator',
      })
      await suspend(ann, context.session(admin, { ...claims, aal: 'aal2' }))
    } finally {
      await context.database.script('delete from private.settings')
    }
    expect(await suspension(ann)).toEqual([{ reason: why }])
  })

  it('an administrator suspends neither herself nor another administrator, and needs a reason', async () => {
    const another = await context.administrator()
    for (const who of [admin, another])
      expect(await refusal(suspend(who))).toMatchObject({ code: 'PT409', hint: 'administrator' })
    for (const reason of [null, ' ', 'x'.repeat(501)])
      expect(await refusal(suspend(ann, admin, reason))).toMatchObject({ code: '22023', hint: 'reason' })
    expect(await refusal(suspend({ ...ann, id: randomUUID() }))).toMatchObject({ code: 'PT404', hint: 'no_account' })
    await suspend(ann)
    expect(await refusal(suspend(ann))).toMatchObject({ code: 'PT409', hint: 'already_decided' })
    await restore(ann)
    expect(await refusal(restore(ann))).toMatchObject({ code: 'PT409', hint: 'already_decided' })
  })

  it('suspends and restores the shop in the same step if the administrator chooses so', async () => {
    const baker = await context.member('Baker')
    const own = await context.shop(baker)
    await suspend(baker, admin, why, true)
    expect(await shopStatus(own)).toBe('suspended')
    await restore(baker, admin, true)
    expect(await shopStatus(own)).toBe('active')
    const actions = await admin.rows(
      `select action, table_name, changes #>> '{reason,1}' as reason from audit_log
        where actor_id = $1 and row_id in ($2, $3) and is_by_administrator order by id`,
      admin.id,
      baker.id,
      own,
    )
    expect(actions).toMatchObject([
      { action: 'suspend', table_name: 'profiles', reason: why },
      { action: 'suspend', table_name: 'shops', reason: why },
      { action: 'restore', table_name: 'profiles', reason: 'A mistake' },
      { action: 'restore', table_name: 'shops' },
    ])
  })

  it('tells the member in the app and by email, even without emails, and tells nobody else', async () => {
    await ann.count('update notification_preferences set email_notifications = false where user_id = $1', ann.id)
    await suspend(ann)
    expect(await suspension(ann)).toEqual([{ reason: why }])
    expect(await ann.rows(`select title from notifications where title like '%suspended%'`)).toEqual([
      { title: 'Your account is suspended' },
    ])
    const claimed = await context.service.rows('select template, recipient from claim_emails(50)')
    expect(claimed).toContainEqual({ template: 'account-suspended', recipient: `${ann.id}@example.test` })
    expect(await call(admin, 'member_for_support($1)', ann.id)).toMatchObject({ suspension: { reason: why } })
    for (const actor of [context.visitor, seller, context.session(ann, { sub: undefined })]) {
      if (actor !== context.visitor) expect(await suspension(actor)).toEqual([])
      for (const statement of [
        'select from private.suspended_members',
        `delete from private.suspended_members where user_id = '${ann.id}'`,
        `select private.is_suspended('${ann.id}')`,
      ])
        expect(await refusal(actor.rows(statement)), statement).toMatchObject({ code: forbidden })
    }
    expect(await refusal(ann.rows('delete from private.suspended_members'))).toMatchObject({ code: forbidden })
    await restore(ann)
    expect(await suspension(ann)).toEqual([])
    expect(await emails(ann)).toEqual(['account-suspended', 'account-restored'])
  })
})
