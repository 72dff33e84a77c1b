/** Administrators: who is one, what they read and do, and what others see of it. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { changeAdministrator } from '../../scripts/administrators.ts'
import { databases } from '../harness.ts'
import { type Actor, forbidden, openTestContext, refusal, type TestContext, text, writeReview } from './test-context.ts'

const queueSchema = z.object({
  items: z.array(z.looseObject({ id: z.string(), subject: z.string(), report_count: z.number() })),
})
const saidSchema = z.array(z.object({ content: z.string() }))

describe.each(databases)('moderation on %s', (kind) => {
  let context: TestContext
  let admin: Actor
  let ann: Actor
  let seller: Actor
  let shop: string
  let product: string

  beforeAll(async () => {
    context = await openTestContext(kind)
    admin = await context.administrator()
  })
  afterAll(() => context.close())
  beforeEach(async () => {
    ann = await context.member('Ann')
    seller = await context.member('Seller')
    shop = await context.shop(seller, { name: 'Crumb' })
    product = await context.product(shop, { name: 'Lemon cake', available_for_pickup: true })
  })

  const moderate = (actor: Actor, subject: string, id: string, action: string, reason: string | null = null) =>
    actor.rows('select public.moderate($1, $2, $3, $4)', subject, id, action, reason)
  const queue = async (actor: Actor, state = 'open') => {
    const [row] = await actor.rows('select public.moderation_queue($1, null, 1, 50) as queue', state)
    return queueSchema.parse(row?.queue)
  }
  const report = (actor: Actor, subject: string, column: string, id: string) =>
    actor.send('reports', { subject, [column]: id, reason: 'Not what it says it is', details: ' Look. ' })
  const notificationsOf = async (actor: Actor) =>
    (await actor.rows('select title from notifications order by created_at, title')).map((row) => text(row, 'title'))
  const logged = (id: string) =>
    admin.rows('select actor_id, action, changes from audit_log where row_id = $1 order by id', id)
  const roomOf = async () =>
    text(await ann.insert('chat_rooms', { buyer_id: ann.id, seller_id: seller.id, product_id: product }), 'id')
  const say = (actor: Actor, room: string, content: string) =>
    actor.insert('chat_messages', { chat_room_id: room, sender_id: actor.id, content })

  it('visitors, members, sellers, the service key and self-declared administrators cannot moderate', async () => {
    const room = await roomOf()
    await report(ann, 'conversation', 'chat_room_id', room)
    const forged = await context.member('Forger', {
      user_metadata: { role: 'admin' },
      app_metadata: { role: 'admin' },
      app_role: 'admin',
    })
    const half = await context.member('Half')
    await context.database.run({
      text: `update auth.users set raw_app_meta_data = '{"role": "admin"}' where id = $1`,
      values: [half.id],
    })
    for (const actor of [context.visitor, ann, seller, context.service, forged, half]) {
      for (const call of [
        () => moderate(actor, 'shop', shop, 'suspend', 'Because'),
        () => moderate(actor, 'product', product, 'hide', 'Because'),
        () => queue(actor),
        () => actor.rows('select public.reported_conversation($1)', room),
      ])
        expect(await refusal(call())).toMatchObject({ code: forbidden })
    }
    for (const actor of [ann, forged, half]) {
      expect(await actor.rows('select public.is_administrator() as am')).toEqual([{ am: false }])
      expect(await actor.count('select from reports')).toBe(0)
      expect(await actor.count('select from audit_log')).toBe(0)
    }
    expect(await admin.rows('select public.is_administrator() as am')).toEqual([{ am: true }])
  })

  it('a demotion, ban or ended session ends the right to moderate, whatever the token claims', async () => {
    const session = '11111111-1111-4111-8111-111111111111'
    const was = await context.member('Was', { app_metadata: { role: 'admin' }, session_id: session })
    const run = (sql: string) => context.database.run({ text: sql, values: [was.id] })
    const am = async () => (await was.rows('select public.is_administrator() as am'))[0]?.am
    await run(`update auth.users set raw_app_meta_data = '{"role": "admin"}' where id = $1`)
    expect(await am()).toBe(false)
    await run(`insert into auth.sessions (id, user_id) values ('${session}', $1)`)
    expect(await am()).toBe(true)
    await run(`update auth.users set banned_until = now() + interval '1 day' where id = $1`)
    expect(await am()).toBe(false)
    await run(`update auth.users set banned_until = null, raw_app_meta_data = '{}' where id = $1`)
    expect(await am()).toBe(false)
    expect(await refusal(moderate(was, 'shop', shop, 'suspend', 'Because'))).toMatchObject({
      code: forbidden,
      hint: 'administrator',
    })
    await run(`delete from auth.sessions where user_id = $1`)
  })

  it('a command grants and revokes the role for confirmed accounts only, and logs it', async () => {
    const next = await context.member('Next', { app_metadata: { role: 'admin' } })
    const email = `${next.id}@EXAMPLE.test`
    const am = async () => (await next.rows('select public.is_administrator() as am'))[0]?.am
    await expect(changeAdministrator(context.database, 'grant', 'nobody@example.test')).rejects.toThrow('no account')
    await expect(changeAdministrator(context.database, 'grant', email)).rejects.toThrow('not confirmed')
    await context.database.run({
      text: 'update auth.users set email_confirmed_at = now() where id = $1',
      values: [next.id],
    })
    expect(await changeAdministrator(context.database, 'grant', email)).toContain('/admin')
    expect(await am()).toBe(true)
    expect(await changeAdministrator(context.database, 'grant', email)).toContain('already')
    expect(await changeAdministrator(context.database, 'revoke', email)).toContain('no longer an administrator')
    expect(await am()).toBe(false)
    expect((await logged(next.id)).map(({ action }) => action)).toEqual(['grant', 'revoke'])
  })

  it('a member has one open report on each subject, and a limited number in all', async () => {
    await report(ann, 'shop', 'shop_id', shop)
    expect(await refusal(report(ann, 'shop', 'shop_id', shop))).toMatchObject({ code: 'PT409', hint: 'reported' })
    for (let n = 0; n < 9; n += 1) await report(ann, 'product', 'product_id', await context.product(shop))
    expect(await refusal(report(ann, 'product', 'product_id', product))).toMatchObject({
      code: 'PT429',
      hint: 'rate_limit',
    })
    // Ten in an hour, 30 in a day.
    const backdate = () =>
      context.service.rows(
        `update reports set created_at = created_at - interval '61 minutes' where reporter_id = $1`,
        ann.id,
      )
    for (let hour = 1; hour < 3; hour += 1) {
      await backdate()
      for (let n = 0; n < 10; n += 1) await report(ann, 'product', 'product_id', await context.product(shop))
    }
    await backdate()
    expect(await refusal(report(ann, 'product', 'product_id', product))).toMatchObject({ hint: 'rate_limit' })
    await report(await context.member(), 'shop', 'shop_id', shop)
    const [item] = (await queue(admin)).items.filter(({ id }) => id === shop)
    expect(item).toMatchObject({ subject: 'shop', report_count: 2, content: { name: 'Crumb', is_hidden: false } })
    expect(await notificationsOf(seller)).toEqual([])
  })

  it('an administrator sees where the seller answered that words about allergens mean something else', async () => {
    await context.service.update('products', product, {
      ingredients: 'Sugar, vegan butter',
      allergens: { milk: 'free' },
      allergen_answers: '{milk}',
    })
    const group = text(
      await context.service.insert('product_option_groups', { product_id: product, name: 'Top' }),
      'id',
    )
    for (const [name, allergens] of [
      ['Peanut-style swirl', { peanuts: 'free' }],
      ['Walnuts', { walnut: 'contains' }],
    ] as const)
      await context.service.insert('product_option_choices', {
        product_id: product,
        group_id: group,
        name,
        allergens,
        position: name.length,
      })
    await report(ann, 'product', 'product_id', product)
    const { items } = z
      .object({ items: z.array(z.object({ content: z.object({ product_id: z.string(), answers: z.unknown() }) })) })
      .parse((await admin.rows(`select public.moderation_queue('open', 'product', 1, 50) as queue`))[0]?.queue)
    expect(items.find(({ content }) => content.product_id === product)?.content.answers).toEqual([
      { text: 'Sugar, vegan butter', allergen: 'milk' },
      { text: 'Peanut-style swirl', allergen: 'peanuts' },
    ])
  })

  it('an administrator hides a product, which its owner cannot list again; both owner and reporter are notified, and the log says who and why', async () => {
    await report(ann, 'product', 'product_id', product)
    expect(await refusal(moderate(admin, 'product', product, 'hide'))).toMatchObject({ hint: 'reason' })
    await moderate(admin, 'product', product, 'hide', 'Nuts are not declared.')
    await seller.update('products', product, { status: 'hidden' })
    await seller.update('products', product, { status: 'active', name: 'Lemon cake again' })
    for (const column of ['taken_down_at', 'takedown_reason', 'is_listed'])
      expect(await refusal(seller.update('products', product, { [column]: null }))).toMatchObject({ code: forbidden })
    for (const actor of [ann, context.visitor])
      expect(await actor.count('select from products where id = $1', product)).toBe(0)
    expect(await seller.rows('select takedown_reason from products where id = $1', product)).toEqual([
      { takedown_reason: 'Nuts are not declared.' },
    ])
    expect(await refusal(moderate(admin, 'product', product, 'hide', 'Again'))).toMatchObject({
      hint: 'already_decided',
    })
    expect(await notificationsOf(seller)).toEqual(['We have hidden one of your products'])
    expect(await notificationsOf(ann)).toEqual(['Thank you for your report'])
    expect((await queue(admin)).items.some(({ id }) => id === product)).toBe(false)
    expect((await queue(admin, 'closed')).items.find(({ id }) => id === product)).toMatchObject({
      reports: [
        { state: 'upheld', resolution: 'Nuts are not declared.', details: 'Look.', resolved_by: 'Administrator' },
      ],
    })
    expect(await logged(product)).toMatchObject([
      { actor_id: admin.id, action: 'update' },
      { actor_id: admin.id, action: 'hide', changes: { reason: [null, 'Nuts are not declared.'] } },
    ])
    await moderate(admin, 'product', product, 'restore')
    expect(await ann.count('select from products where id = $1', product)).toBe(1)
  })

  it('a suspended shop disappears at once with its unpaid orders, and its owner is notified', async () => {
    const place = (actor: Actor, key: string) =>
      actor.rows(
        'select public.place_order($1, $2) as placed',
        {
          shops: [
            {
              shop_id: shop,
              fulfilment: 'pickup',
              pickup: { date: '2027-01-04', start_time: '09:00', end_time: '12:00' },
              items: [{ product_id: product, quantity: 1 }],
            },
          ],
          allergens_acknowledged: true,
        },
        key,
      )
    const { order } = await context.order(ann, product, { status: 'pending payment' })
    const checkout = await context.service.insert('checkouts', { buyer_id: ann.id, subtotal: 12 })
    await context.service.update('orders', order, { checkout_id: text(checkout, 'id') })
    await moderate(admin, 'shop', shop, 'suspend', 'The kitchen is not registered.')

    for (const actor of [ann, context.visitor]) {
      for (const [table, column, id] of [
        ['shops', 'id', shop],
        ['products', 'id', product],
        ['shop_closures', 'shop_id', shop],
        ['people', 'id', seller.id],
      ])
        expect(await actor.count(`select from ${table} where ${column} = $1`, String(id)), table).toBe(0)
      const [found] = await actor.rows(`select public.search_products(q => 'lemon') ->> 'items' as items`)
      expect(text(found, 'items')).not.toContain(product)
      expect(await actor.count(`select from hand_over_slots($1, array[$2]::uuid[], 'pickup')`, shop, product)).toBe(0)
    }
    expect(await refusal(place(ann, 'after-the-suspension'))).toMatchObject({ code: 'PT404', hint: 'shop' })
    expect(await refusal(roomOf())).toMatchObject({ code: forbidden })
    await context.service.rows('select public.expire_checkouts()')
    expect(await context.service.rows('select status from checkouts where id = $1', text(checkout, 'id'))).toEqual([
      { status: 'expired' },
    ])

    const state =
      'select s.status, r.suspension_reason from shops s join shop_records r on r.shop_id = s.id where s.id = $1'
    expect(await seller.rows(state, shop)).toEqual([
      { status: 'suspended', suspension_reason: 'The kitchen is not registered.' },
    ])
    expect(await refusal(seller.update('shops', shop, { status: null }))).toMatchObject({ code: forbidden })
    expect(await refusal(seller.count('update shop_records set suspension_reason = null'))).toMatchObject({
      code: forbidden,
    })
    expect(await notificationsOf(seller)).toEqual(['Your shop is suspended'])
    await moderate(admin, 'shop', shop, 'restore')
    expect(await seller.rows(state, shop)).toEqual([{ status: 'active', suspension_reason: null }])
    expect(await ann.count('select from products where id = $1', product)).toBe(1)
    expect(await notificationsOf(seller)).toEqual(['Your shop is suspended', 'Your shop is open again'])
    expect(
      await context.service.rows(
        'select template from outbox where user_id = $1 order by created_at, template',
        seller.id,
      ),
    ).toEqual([{ template: 'shop-suspended' }, { template: 'shop-restored' }])
    expect((await logged(shop)).map(({ action }) => action)).toEqual([
      'insert',
      'update',
      'update',
      'suspend',
      'update',
      'restore',
    ])
  })

  it('an administrator verifies exactly the hygiene rating they checked, until its seller changes it', async () => {
    const baker = await context.member('Baker')
    const bakery = await context.shop(baker, { hygiene_rating: '5' })
    const verify = (actor: Actor, rating: string) =>
      actor.rows('select public.verify_hygiene_rating($1, $2)', bakery, rating)
    const isVerified = async () => {
      const [row] = await context.visitor.rows('select hygiene_verified_at from shops where id = $1', bakery)
      return row?.hygiene_verified_at !== null
    }
    for (const actor of [baker, seller]) expect(await refusal(verify(actor, '5'))).toMatchObject({ code: forbidden })
    const forged = { hygiene_verified_at: '2026-01-01' }
    expect(await refusal(baker.update('shops', bakery, forged))).toMatchObject({ code: forbidden })
    expect(await refusal(verify(admin, '4'))).toMatchObject({ code: 'PT409' })
    expect(await isVerified()).toBe(false)
    await verify(admin, '5')
    expect(await isVerified()).toBe(true)
    await baker.update('shops', bakery, { name: 'Another name' })
    expect(await isVerified()).toBe(true)
    await baker.update('shops', bakery, { hygiene_rating: '4' })
    await baker.update('shops', bakery, { hygiene_rating: '5' })
    expect(await isVerified()).toBe(false)
  })

  it('a hidden review leaves the averages, stays visible to its author, and can be restored', async () => {
    const { item } = await context.order(ann, product)
    const review = await writeReview(ann, item, 1, { text: 'Bad' })
    const rating = async () => (await ann.rows('select rating, review_count from products where id = $1', product))[0]
    expect(await rating()).toEqual({ rating: '1.00', review_count: 1 })
    await report(seller, 'review', 'review_id', review)
    await moderate(admin, 'review', review, 'hide', 'It names a child.')
    expect(await rating()).toEqual({ rating: null, review_count: 0 })
    expect(await context.visitor.count('select from reviews where id = $1', review)).toBe(0)
    expect(await ann.count('select from reviews where id = $1', review)).toBe(1)
    expect(await notificationsOf(ann)).toContain('We have hidden one of your reviews')
    await moderate(admin, 'review', review, 'restore')
    expect(await rating()).toEqual({ rating: '1.00', review_count: 1 })
  })

  it('an administrator reads a conversation only up to its open report, and each read is logged', async () => {
    const room = await roomOf()
    await say(seller, room, 'Pay me in cash')
    const read = async () => {
      const [row] = await admin.rows('select public.reported_conversation($1) as said', room)
      return saidSchema.parse(row?.said).map(({ content }) => content)
    }
    expect(await refusal(read())).toMatchObject({ code: 'PT404', hint: 'report' })
    await report(ann, 'conversation', 'chat_room_id', room)
    await say(ann, room, 'My street is Mill Lane')
    expect(await read()).toEqual(['Pay me in cash'])
    expect(await read()).toEqual(['Pay me in cash'])
    expect(await admin.count('select from chat_messages where chat_room_id = $1', room)).toBe(0)
    await moderate(admin, 'conversation', room, 'uphold', 'Warned by email.')
    expect(await refusal(read())).toMatchObject({ code: 'PT404' })
    expect((await logged(room)).map(({ action, actor_id }) => [action, actor_id])).toEqual([
      ['read', admin.id],
      ['read', admin.id],
      ['uphold', admin.id],
    ])
    expect(await notificationsOf(seller)).not.toContain('Thank you for your report')
  })

  it('an administrator sees a chat picture only while its message is reported', async () => {
    const room = await roomOf()
    const path = `${ann.id}/${room}/cake.jpg`
    await context.service.rows(
      `insert into storage.objects (bucket_id, name, owner) values ('chat_pictures', $1, $2)`,
      path,
      ann.id,
    )
    await ann.insert('chat_messages', {
      chat_room_id: room,
      sender_id: ann.id,
      content: '',
      picture: `chat_pictures/${path}`,
    })
    const sees = (actor: Actor) =>
      actor.count(`select from storage.objects where bucket_id = 'chat_pictures' and name = $1`, path)
    expect(await sees(admin)).toBe(0)
    await report(seller, 'conversation', 'chat_room_id', room)
    expect(await sees(admin)).toBe(1)
    expect(await sees(await context.member('Other', { app_metadata: { role: 'admin' } }))).toBe(0)
    await moderate(admin, 'conversation', room, 'dismiss')
    expect(await sees(admin)).toBe(0)
  })

  it('a report of deleted content is dismissed, an action that does not fit its subject is refused, and the oldest report comes first', async () => {
    const second = await context.product(shop)
    await report(ann, 'product', 'product_id', second)
    await report(ann, 'product', 'product_id', product)
    // PGlite's clock has milliseconds, so both reports may have the same time.
    const later = `update reports set created_at = created_at + interval '1 second' where product_id = $1`
    await context.service.count(later, product)
    await seller.rows('delete from products where id = $1', second)
    const mine = (await queue(admin)).items.filter((item) => JSON.stringify(item).includes('"Ann"'))
    expect(mine.at(-1)?.id).toBe(product)
    const gone = mine.at(-2)
    expect(gone).toMatchObject({ subject: 'product', content: null })
    await moderate(admin, 'product', String(gone?.id), 'dismiss')
    expect((await queue(admin)).items.some(({ id }) => id === gone?.id)).toBe(false)
    for (const [subject, action] of [
      ['product', 'suspend'],
      ['conversation', 'hide'],
      ['shop', 'hide'],
      ['person', 'dismiss'],
    ])
      expect(await refusal(moderate(admin, String(subject), product, String(action), 'Because'))).toMatchObject({
        code: '22023',
      })
  })

  it('not even its owner can change the audit log', async () => {
    await moderate(admin, 'product', product, 'hide', 'Because')
    for (const change of [
      `update public.audit_log set action = 'x'`,
      'delete from public.audit_log',
      'truncate public.audit_log',
    ])
      expect(await refusal(context.database.run({ text: change, values: [] })), change).toMatchObject({
        code: forbidden,
      })
  })

  it('the log keeps a row for two years, then a job deletes it', async () => {
    const run = (statement: string) => context.database.run({ text: statement, values: [] })
    const at = (age: string) =>
      run(`insert into public.audit_log (action, table_name, row_id, changes, happened_at)
        values ('restore', 'shops', '${shop}', '{}', now() - interval '${age}')`)
    await at('2 years 1 day')
    await at('1 year 364 days')
    expect(await refusal(run('delete from public.audit_log'))).toMatchObject({ code: forbidden })
    await run('select private.purge_audit_log()')
    expect(await logged(shop).then((rows) => rows.filter(({ action }) => action === 'restore'))).toHaveLength(1)
  })

  it('administrators read who did what, to whom and why, page by page', async () => {
    await moderate(admin, 'product', product, 'hide', 'Because of nuts')
    await moderate(admin, 'shop', shop, 'suspend', 'Not registered')
    const read = (actor: Actor, before: string | null) =>
      actor.rows('select * from public.administrator_actions($1, 1)', before)
    const [last] = await read(admin, null)
    expect(last).toMatchObject({
      actor: 'Administrator',
      action: 'suspend',
      table_name: 'shops',
      row_id: shop,
      subject: 'Crumb',
      reason: 'Not registered',
    })
    expect(await read(admin, String(last?.id))).toMatchObject([
      { action: 'hide', subject: 'Lemon cake', reason: 'Because of nuts' },
    ])
    for (const actor of [context.visitor, ann, seller, context.service])
      expect(await refusal(read(actor, null))).toMatchObject({ code: forbidden })
  })
})
