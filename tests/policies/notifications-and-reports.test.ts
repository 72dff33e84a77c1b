/** Notifications, enquiries, reports and the audit log. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databases } from '../harness.ts'
import { type Actor, forbidden, openTestContext, refusal, type TestContext, text, type Values } from './test-context.ts'

describe.each(databases)('notifications, enquiries and reports on %s', (kind) => {
  let context: TestContext
  let ann: Actor
  let seller: Actor
  let shop: string
  beforeAll(async () => {
    context = await openTestContext(kind)
  })
  afterAll(() => context.close())
  beforeEach(async () => {
    ann = await context.member('Ann')
    seller = await context.member('Seller')
    shop = await context.shop(seller)
  })

  const insertNotification = (more: Values = {}) =>
    context.service.insert('notifications', {
      user_id: ann.id,
      type: 'order',
      title: 'Ready',
      message: 'Your cake is ready',
      link: '/orders',
      ...more,
    })

  it('a member sees their own notifications and may only mark them as read', async () => {
    const id = text(await insertNotification(), 'id')
    expect(await seller.count('select from notifications')).toBe(0)
    expect(await seller.update('notifications', id, { is_read: true })).toBe(0)
    expect(await ann.update('notifications', id, { is_read: true })).toBe(1)
    for (const column of ['title', 'message', 'link', 'user_id', 'type'])
      expect(await refusal(ann.update('notifications', id, { [column]: null })), column).toMatchObject({
        code: forbidden,
      })
    expect(await refusal(ann.count('delete from notifications'))).toMatchObject({ code: forbidden })
    expect(await refusal(context.visitor.rows('select * from notifications'))).toMatchObject({ code: forbidden })
  })

  it('a notification is kept for 90 days', async () => {
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
    await insertNotification({ created_at: daysAgo(91) })
    const kept = text(await insertNotification({ created_at: daysAgo(89) }), 'id')
    expect(await refusal(ann.rows('select private.purge_old_notifications()'))).toMatchObject({ code: forbidden })
    // The command of the scheduled job.
    const asSystem = (statement: string) => context.database.run({ text: statement, values: [] })
    const [[command] = []] = (await asSystem(`select command from cron.job where jobname = 'purge-notifications'`)).rows
    await asSystem(String(command))
    expect(await ann.rows('select id from notifications')).toEqual([{ id: kept }])
  })

  it('no member can create a notification, even for themselves', async () => {
    for (const actor of [ann, seller, context.visitor])
      expect(
        await refusal(
          actor.send('notifications', { user_id: ann.id, type: 'system', title: 'You won', message: 'Click' }),
        ),
      ).toMatchObject({
        code: forbidden,
      })
  })

  it.each([
    [{ type: 'advert' }, 'notifications_type_known'],
    [{ link: 'https://evil.example' }, 'notifications_link_form'],
    [{ link: '//evil.example' }, 'notifications_link_form'],
    [{ link: '/\\evil.example' }, 'notifications_link_form'],
    [{ link: 'javascript:alert(1)' }, 'notifications_link_form'],
    [{ title: '' }, 'notifications_title_length'],
  ])('a notification with %j is refused', async (values, constraint) => {
    expect(await refusal(insertNotification(values))).toMatchObject({ constraint })
  })

  const enquiry = (more: Values = {}): Values => ({
    shop_id: shop,
    subject: 'Hello',
    message: 'Do you bake on Sundays?',
    ...more,
  })

  it('anyone can send a shop an enquiry, which its owner and the sender read', async () => {
    await context.visitor.send('contact_messages', enquiry({ sender_name: 'V', sender_email: 'v@x.test' }))
    await ann.insert('contact_messages', enquiry())
    expect(await seller.rows('select sender_id, sender_email from contact_messages order by sender_name')).toEqual([
      { sender_id: ann.id, sender_email: `${ann.id}@example.test` },
      { sender_id: null, sender_email: 'v@x.test' },
    ])
    expect(await ann.count('select from contact_messages')).toBe(1)
    expect(await (await context.member()).count('select from contact_messages')).toBe(0)
    expect(await refusal(context.visitor.rows('select * from contact_messages'))).toMatchObject({ code: forbidden })
  })

  it('an enquiry by a signed-in member carries their account, whatever name they give', async () => {
    const sent = enquiry({ sender_name: 'The council', sender_email: 'inspector@council.test' })
    expect(await ann.insert('contact_messages', sent)).toMatchObject({
      sender_name: 'Ann',
      sender_email: `${ann.id}@example.test`,
    })
  })

  it('only the shop’s owner is notified of an enquiry, in the app and by email', async () => {
    await context.visitor.send('contact_messages', enquiry({ sender_name: 'Vera', sender_email: 'v@x.test' }))
    await context.visitor.send('contact_messages', enquiry())
    const link = '/messages?tab=enquiries'
    expect(await seller.rows('select type, title, message, link, is_read from notifications order by title')).toEqual([
      { type: 'message', title: 'New enquiry from A visitor', message: 'Hello', link, is_read: false },
      { type: 'message', title: 'New enquiry from Vera', message: 'Hello', link, is_read: false },
    ])
    expect(await ann.count('select from notifications')).toBe(0)
    const emails = `select recipient, template, status, data ->> 'reply_to' as reply_to, data ->> 'message' as message, dedupe_key ~ '^contact_message:' as is_once
      from outbox where user_id = $1 order by reply_to nulls last`
    const queued = {
      recipient: `${seller.id}@example.test`,
      template: 'shop-enquiry',
      status: 'waiting',
      message: 'Do you bake on Sundays?',
      is_once: true,
    }
    expect(await context.service.rows(emails, seller.id)).toEqual([
      { ...queued, reply_to: 'v@x.test' },
      { ...queued, reply_to: null },
    ])
    for (const actor of [seller, ann, context.visitor])
      expect(await refusal(actor.rows('select * from outbox'))).toMatchObject({ code: forbidden })
  })

  it('an owner who opted out gets no email, and an enquiry to support needs no owner', async () => {
    await seller.count('update notification_preferences set email_notifications = false')
    await ann.insert('contact_messages', enquiry())
    await ann.insert('contact_messages', enquiry({ shop_id: null }))
    expect(await seller.count('select from notifications')).toBe(1)
    expect(await context.service.count('select from outbox where user_id = $1', seller.id)).toBe(0)
  })

  it('nobody can send an enquiry in another’s name, or to a hidden shop', async () => {
    expect(await refusal(ann.send('contact_messages', enquiry({ sender_id: seller.id })))).toMatchObject({
      code: forbidden,
    })
    expect(await refusal(ann.send('contact_messages', enquiry({ sender_id: null })))).toMatchObject({ code: forbidden })
    expect(await refusal(context.visitor.send('contact_messages', enquiry({ sender_id: ann.id })))).toMatchObject({
      code: forbidden,
    })
    await context.service.update('shops', shop, { status: 'suspended' })
    for (const actor of [ann, context.visitor])
      expect(await refusal(actor.send('contact_messages', enquiry()))).toMatchObject({ code: forbidden })
  })

  it('the owner may only mark an enquiry as read, and the sender may change nothing', async () => {
    const id = text(await ann.insert('contact_messages', enquiry()), 'id')
    expect(await seller.update('contact_messages', id, { read_at: '2026-01-01' })).toBe(1)
    expect(await ann.update('contact_messages', id, { read_at: null })).toBe(0)
    expect(await refusal(seller.update('contact_messages', id, { message: 'I am a fool' }))).toMatchObject({
      code: forbidden,
    })
    expect(await refusal(seller.count('delete from contact_messages'))).toMatchObject({ code: forbidden })
  })

  it.each([
    [{ subject: 'x' }, 'contact_messages_subject_length'],
    [{ subject: 'x'.repeat(101) }, 'contact_messages_subject_length'],
    [{ subject: 'Hello\r\nBcc: all@x.test' }, 'contact_messages_subject_form'],
    [{ message: 'too short' }, 'contact_messages_message_length'],
    [{ message: `x${' '.repeat(20)}` }, 'contact_messages_message_length'],
    [{ message: 'x'.repeat(1001) }, 'contact_messages_message_length'],
    [{ sender_email: 'a@b.test\nBcc: c@d.test' }, 'contact_messages_sender_email_form'],
    [{ sender_name: 'A\nB' }, 'contact_messages_sender_name_form'],
  ])('an enquiry with %j is refused', async (values, constraint) => {
    expect(await refusal(context.visitor.send('contact_messages', enquiry(values)))).toMatchObject({
      code: '23514',
      constraint,
    })
  })

  it('a member whom the shop blocked cannot send it an enquiry in any way', async () => {
    await seller.insert('blocks', { blocker_id: seller.id, blocked_id: ann.id })
    expect(await refusal(ann.send('contact_messages', enquiry()))).toMatchObject({ code: forbidden })
    await ann.send('contact_messages', enquiry({ shop_id: await context.shop(await context.member()) }))
    await ann.send('contact_messages', enquiry({ shop_id: null }))
    await seller.count('delete from blocks where blocked_id = $1', ann.id)
    await ann.send('contact_messages', enquiry())
  })

  it('an enquiry’s sender name has no invisible or misleading characters', async () => {
    const names = ['\u202eenyaW\u202c', ' \u200bZo\u0308e\u2060 ', '\u3164\u200d\ufe0f', '\u2066Nell\u2069']
    for (const sender_name of names)
      await context.visitor.send('contact_messages', enquiry({ sender_name, subject: 'Re:\u202e gnihton' }))
    const kept = await seller.rows('select sender_name, subject from contact_messages order by created_at')
    expect(kept.map((row) => row.sender_name)).toEqual(['enyaW', 'Zo\u0308e', null, 'Nell'])
    expect(kept[0]?.subject).toBe('Re: gnihton')
    const disguised = await context.member('\u200bNell\u202e \u2060Baker\u00ad')
    expect(await disguised.rows('select name from profiles')).toEqual([{ name: 'Nell Baker' }])
  })

  it('a member’s enquiries are limited, and so are all visitors’ enquiries to one shop', async () => {
    for (let n = 0; n < 5; n += 1) await ann.send('contact_messages', enquiry())
    expect(await refusal(ann.send('contact_messages', enquiry()))).toMatchObject({
      code: 'PT429',
      message: 'Too many messages. Please try again in a few minutes.',
    })
    await context.service.count(
      `update contact_messages set created_at = now() - interval '11 minutes' where sender_id = $1`,
      ann.id,
    )
    await ann.send('contact_messages', enquiry())
    // Visitors are counted by call, so each call inserts one row.
    const two = `insert into contact_messages (shop_id, subject, message) select $1, 'Hello', 'Do you deliver to Skye?' from generate_series(1, 2)`
    expect(await refusal(context.visitor.count(two, shop))).toMatchObject({ code: 'PT429' })
    expect(await ann.count(two, shop)).toBe(2)
    for (let n = 0; n < 30; n += 1) await context.visitor.send('contact_messages', enquiry())
    expect(await refusal(context.visitor.send('contact_messages', enquiry()))).toMatchObject({ code: 'PT429' })
    await context.visitor.send('contact_messages', enquiry({ shop_id: await context.shop(await context.member()) }))
  })

  const report = (more: Values): Values => ({ subject: 'shop', reason: 'Not a baker', ...more })

  it('a member reports what they can see, and only administrators read the report', async () => {
    await ann.send('reports', report({ shop_id: shop }))
    await ann.send('reports', report({ subject: 'product', product_id: await context.product(shop) }))
    const administrator = await context.administrator()
    expect(await administrator.count('select from reports where reporter_id = $1', ann.id)).toBe(2)
    for (const actor of [ann, seller]) expect(await actor.count('select from reports')).toBe(0)
    expect(await refusal(context.visitor.send('reports', report({ shop_id: shop })))).toMatchObject({ code: forbidden })
    expect(await refusal(administrator.count(`update reports set state = 'dismissed'`))).toMatchObject({
      code: forbidden,
    })
  })

  it('every administrator gets one notification of a report until they read it, and nobody else does', async () => {
    const [administrator, other] = [await context.administrator(), await context.administrator()]
    const reportNotifications = (actor: Actor) =>
      actor.rows(`select type, link, is_read from notifications where link = '/admin'`)
    const [first, second, third] = [await context.member(), await context.member(), await context.member()]
    await first.send('reports', report({ shop_id: shop }))
    await second.send('reports', report({ shop_id: shop }))
    const unread = { type: 'system', link: '/admin', is_read: false }
    expect(await reportNotifications(administrator)).toEqual([unread])
    expect(await reportNotifications(other)).toEqual([unread])
    for (const actor of [first, seller]) expect(await reportNotifications(actor)).toEqual([])

    await administrator.count('update notifications set is_read = true')
    await third.send('reports', report({ shop_id: shop }))
    expect(await administrator.count(`select from notifications where link = '/admin'`)).toBe(2)
    expect(await other.count(`select from notifications where link = '/admin'`)).toBe(1)
    // The reporter knows already.
    await other.count('update notifications set is_read = true')
    await other.send('reports', report({ shop_id: shop }))
    expect(await other.count(`select from notifications where not is_read`)).toBe(0)
  })

  it('nobody can report in another’s name, report nothing or two things, or report what they cannot see', async () => {
    const buyer = await context.member()
    const product = await context.product(shop)
    const room = text(await buyer.insert('chat_rooms', { seller_id: seller.id, product_id: product }), 'id')
    const wrong: Values[] = [
      report({ shop_id: shop, reporter_id: seller.id }),
      report({}),
      report({ subject: 'conversation', chat_room_id: room }),
    ]
    for (const values of wrong)
      expect(await refusal(ann.send('reports', values)), JSON.stringify(values)).toMatchObject({ code: forbidden })
    await buyer.send('reports', report({ subject: 'conversation', chat_room_id: room }))
    expect(await refusal(ann.send('reports', report({ shop_id: shop, product_id: product })))).toMatchObject({
      code: forbidden,
    })
    expect(await refusal(ann.send('reports', report({ subject: 'review', shop_id: shop })))).toMatchObject({
      constraint: 'reports_subject_fits',
    })
    expect(await refusal(ann.send('reports', report({ shop_id: shop, state: 'dismissed' })))).toMatchObject({
      code: forbidden,
    })
  })

  it('user metadata makes nobody an administrator', async () => {
    const impostor = await context.member('Impostor', { user_metadata: { role: 'admin' }, app_role: 'admin' })
    await ann.send('reports', report({ shop_id: shop }))
    expect(await impostor.count('select from reports')).toBe(0)
    expect(await impostor.count('select from audit_log')).toBe(0)
  })

  it('a suspension is logged with its administrator, who can read but not change the log', async () => {
    await context.service.update('shops', shop, { status: 'suspended' })
    const administrator = await context.administrator()
    expect(
      await administrator.rows(
        `select action, actor_role, changes from audit_log where row_id = $1 and action = 'update' order by id`,
        shop,
      ),
    ).toEqual(
      [
        ['pending', 'active'],
        ['active', 'suspended'],
      ].map((status) => ({ action: 'update', actor_role: 'service_role', changes: { status } })),
    )
    expect(await seller.count('select from audit_log')).toBe(0)
    for (const actor of [context.service, administrator])
      for (const change of [`update audit_log set action = 'x'`, 'delete from audit_log', 'truncate audit_log'])
        expect(await refusal(actor.count(change)), change).toMatchObject({ code: forbidden })
  })

  it('a change of unimportant columns is not logged', async () => {
    const updates = () => context.service.count(`select from audit_log where row_id = $1 and action = 'update'`, shop)
    const before = await updates()
    await seller.update('shops', shop, { name: 'Another name' })
    expect(await updates()).toBe(before)
  })
})
