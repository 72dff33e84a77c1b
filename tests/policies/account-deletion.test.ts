/** Account deletion: who may delete an account, when, and what remains. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../harness.ts'
import { rowsContaining } from '../rows-containing.ts'
import { address, call, delivered, forSale, order as orderOf, pay, place } from './order-fixtures.ts'
import { type Actor, openTestContext, refusal, type TestContext, text, writeReview } from './test-context.ts'

const nowSeconds = Math.floor(Date.now() / 1000)
const proved = (secondsAgo: number) => ({ amr: [{ method: 'password', timestamp: nowSeconds - secondsAgo }] })
const deleteAccount = (member: Actor) => member.rows('select delete_account()')

describe.each(databases)('account deletion on %s', (kind) => {
  let context: TestContext
  let baker: Actor
  let shop: string
  let cake: string
  beforeAll(async () => {
    context = await openTestContext(kind)
    baker = await context.member('Baker', proved(0))
    shop = await context.shop(baker, { name: 'Crumbs of Comfort', slug: 'crumbs' })
    cake = await context.product(shop, forSale)
  })
  afterAll(() => context.close())

  /** The audit log holds ids, not names. Search statistics hold words, not people. Realtime deletes unsent messages soon. */
  const allowed = /^(public\.audit_log|private\.(listing|search)_words|backend\.realtime_changes):/
  const tracesHere = (words: string[]) =>
    rowsContaining(async (text, values) => (await context.database.run({ text, values })).rows, words)
  const personalTraces = async (words: string[]) => (await tracesHere(words)).filter((trace) => !allowed.test(trace))
  const isThere = async ({ id }: Actor) => (await context.service.count('select from profiles where id = $1', id)) === 1

  it('deletes only the account of a member who signed in within ten minutes', async () => {
    const doubtful = [
      {},
      proved(601),
      { amr: 'password' },
      { amr: ['password'] },
      { amr: [{ method: 'password', timestamp: 'now' }] },
    ]
    for (const claims of doubtful) {
      const member = await context.member('Doubtful', claims)
      expect(await refusal(deleteAccount(member))).toMatchObject({ code: 'PT403', hint: 'reauthenticate' })
      expect(await isThere(member)).toBe(true)
    }
    const sure = await context.member('Sure', { amr: [...proved(9_000).amr, ...proved(500).amr] })
    await deleteAccount(sure)
    expect(await isThere(sure)).toBe(false)
    expect(await refusal(deleteAccount(sure))).toMatchObject({ code: 'PT401', hint: 'account' })
    expect((await refusal(context.service.rows('select delete_account()'))).hint).toBe('account')
  })

  it.each([
    ['processing', 'orders', 'sales'],
    ['ready', 'orders', 'sales'],
    ['pending payment', 'unpaid', 'unpaid'],
  ])('is refused to both buyer and seller while an order is %s', async (status, ofBuyer, ofSeller) => {
    const buyer = await context.member('Buyer', proved(0))
    const seller = await context.member('Seller', proved(0))
    const product = await context.product(await context.shop(seller))
    const pickup = { fulfilment: 'pickup', pickup_date: '2026-12-01', pickup_start: '09:00', pickup_end: '10:00' }
    const { order } = await context.order(buyer, product, { status, ...(status === 'ready' && pickup) })
    expect((await refusal(deleteAccount(buyer))).hint).toBe(ofBuyer)
    expect((await refusal(deleteAccount(seller))).hint).toBe(ofSeller)
    // A deletion by any other path is blocked as well.
    for (const { id } of [buyer, seller]) {
      const deletion = context.database.run({ text: 'delete from auth.users where id = $1', values: [id] })
      expect((await refusal(deletion)).code).toBe('PT409')
    }
    await context.service.update('orders', order, { status: 'cancelled' })
    await deleteAccount(buyer)
    await deleteAccount(seller)
    expect([await isThere(buyer), await isThere(seller)]).toEqual([false, false])
  })

  it('removes a buyer’s words, names and addresses everywhere, including emails and notifications to others', async () => {
    const leavingMember = await context.member('Quillfeather', proved(0))
    const { order, item } = await context.order(leavingMember, cake, {
      buyer_name: 'Quillfeather',
      note: 'quillword one',
      brief: { details: 'quillword two' },
      delivery_address: {
        full_name: 'Quillfeather',
        address_line1: '9 Quill Row',
        city: 'Ely',
        postal_code: 'CB7 4DL',
      },
      status: 'processing',
      paid_at: new Date().toISOString(),
    })
    await leavingMember.insert('chat_rooms', { seller_id: baker.id, product_id: cake })
    const room = text((await leavingMember.rows('select id from chat_rooms'))[0], 'id')
    await leavingMember.insert('chat_messages', { chat_room_id: room, content: 'quillword three' })
    await leavingMember.send('contact_messages', {
      shop_id: shop,
      subject: 'quillword four',
      message: 'quillword five, please',
    })
    await leavingMember.send('contact_messages', { subject: 'quillword six', message: 'quillword seven, please' })
    await leavingMember.insert('basket_lines', { product_id: cake, quantity: 1, snapshot: { name: 'quillword ten' } })
    await leavingMember.insert('household_people', { name: 'quillword eleven', avoid_others: '{quillword twelve}' })
    await leavingMember.insert('user_addresses', {
      full_name: 'Q',
      address_line1: '9 Quill Row',
      city: 'Ely',
      postal_code: 'CB7 4DL',
    })
    await leavingMember.update('profiles', leavingMember.id, { last_name: 'Quillson', phone: '+44 7700 900123' })
    await leavingMember.rows('select cancel_order($1, $2)', order, 'quillword eight')
    const paid = await place(
      leavingMember,
      orderOf([delivered(shop, { product: cake })], {
        address_id: await address(leavingMember, { full_name: 'Quillfeather' }),
        phone: '+44 7700 900123',
      }),
    )
    await pay(context, leavingMember, paid)
    await call(leavingMember, 'cancel_order($1, $2)', paid.orders[0]?.id ?? '', 'quillword nine')
    const picture = `review_pictures/${leavingMember.id}/${item}/cake.webp`
    const review = await context.service.insert('reviews', { shop_id: shop, rating: 5, text: 'Lovely', picture })
    await context.service.rows(
      'insert into review_authors (review_id, author_id, order_item_id) values ($1, $2, $3)',
      text(review, 'id'),
      leavingMember.id,
      item,
    )
    const before = await tracesHere(['quill', leavingMember.id])
    expect(before.map((trace) => trace.split(':')[0])).toEqual(
      expect.arrayContaining([
        'public.outbox',
        'public.notifications',
        'public.contact_messages',
        'public.orders',
        'public.refunds',
      ]),
    )
    await deleteAccount(leavingMember)
    // The farewell email is sent at once.
    await context.service.rows(
      "update outbox set status = 'sent', sent_at = now() where template <> 'account-deleted' and data = '{}'",
    )
    const [goodbye] = await context.service.rows(
      "select id from outbox where template = 'account-deleted' and recipient like $1",
      `${leavingMember.id}%`,
    )
    await context.service.rows('select record_email($1, 1)', text(goodbye, 'id'))
    expect(await personalTraces(['quill', '900123', leavingMember.id])).toEqual([])
    expect(await baker.count('select from orders where id = $1', order)).toBe(1)
  })

  it('keeps only what orders and accounting need of a seller', async () => {
    const seller = await context.member('Marzipanova', proved(0))
    const buyer = await context.member('Regular')
    const bakery = await context.shop(seller, {
      name: 'Marzipan Manor',
      slug: 'marzipan-manor',
      description: 'Marzipan of every kind, made by hand.',
      town: 'Marzipanton',
    })
    const bun = await context.product(bakery, { name: 'Marzipan bun', description: 'All marzipan' })
    const kitchen = { address_line1: '1 Marzipan Mews', city: 'London', postal_code: 'SE15 5DE' }
    await seller.insert('shop_pickup_places', { shop_id: bakery, ...kitchen })
    const { order, item } = await context.order(buyer, bun, { shop_name: 'Bought at', pickup_area: kitchen })
    await context.service.insert('order_pickup_places', { order_id: order, ...kitchen })
    const review = await writeReview(buyer, item, 4, { text: 'Fine' })
    await context.service.update('reviews', review, { reply: 'Marzipan thanks', replied_at: '2026-01-02' })
    await buyer.insert('favourites', { shop_id: bakery })
    await buyer.insert('basket_lines', { product_id: bun, quantity: 1, snapshot: { name: 'Marzipan bun' } })
    await buyer.send('contact_messages', {
      shop_id: bakery,
      subject: 'A question',
      message: 'Is there marzipan in it?',
    })
    const tart = await context.product(bakery, { ...forSale, name: 'Tart' })
    const basket = orderOf([delivered(bakery, { product: tart }), delivered(shop, { product: cake })], {
      address_id: await address(buyer),
    })
    const both = await place(buyer, basket)
    await pay(context, buyer, both)
    expect(await buyer.count(`select from notifications where message like '%Marzipan Manor%'`)).toBe(1)
    for (const status of ['shipped', 'delivered'])
      await context.service.rows('update orders set status = $1 where checkout_id = $2', status, both.checkout_id)
    // What accounting keeps.
    await context.service.rows(`update orders set shop_name = 'Bought at' where shop_id = $1`, bakery)
    await deleteAccount(seller)
    await context.service.rows("delete from outbox where template = 'account-deleted'")
    expect(await personalTraces(['marzipan', seller.id])).toEqual([])
    expect(await buyer.rows('select shop_name, total_amount, pickup_area from orders where id = $1', order)).toEqual([
      { shop_name: 'Bought at', total_amount: '12.00', pickup_area: null },
    ])
    expect(await context.service.rows('select name, slug, status, user_id from shops where id = $1', bakery)).toEqual([
      { name: 'Closed shop', slug: `closed-${bakery}`, status: 'closed', user_id: null },
    ])
    expect(await context.visitor.count('select from products where shop_id = $1', bakery)).toBe(0)
  })

  it('a member sees only their own sessions and pictures, and only the service key sees the remains', async () => {
    const [one, other] = [await context.member('One'), await context.member('Other')]
    for (const { id } of [one, other]) {
      await context.database.run({
        text: "insert into auth.sessions (id, user_id, created_at, updated_at, user_agent) values (gen_random_uuid(), $1, now(), now(), 'Firefox')",
        values: [id],
      })
      await context.database.run({
        text: "insert into storage.objects (bucket_id, name) values ('profile_images', $1), ('shop_images', $1)",
        values: [`${id}/profile.webp`],
      })
    }
    expect(await one.rows('select browser from own_sessions()')).toEqual([{ browser: 'Firefox' }])
    expect(await one.rows('select * from own_pictures()')).toEqual([
      { bucket: 'profile_images', path: `${one.id}/profile.webp` },
      { bucket: 'shop_images', path: `${one.id}/profile.webp` },
    ])
    expect(
      await one.rows('select bucket from own_pictures($1, $2)', 'profile_images', `${one.id}/profile.webp`),
    ).toEqual([{ bucket: 'shop_images' }])
    const orphans = 'select bucket from orphaned_pictures()'
    expect(await context.service.count(orphans)).toBe(0)
    await context.database.run({ text: 'delete from auth.users where id = $1', values: [other.id] })
    expect(await context.service.count(orphans)).toBe(2)
    expect((await refusal(one.rows(orphans))).code).toBe('42501')
  })
})
