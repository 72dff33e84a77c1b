/** Unread messages: who is notified and when, what a block hides, and how an enquiry becomes a conversation. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { renderEmail } from '../../supabase/functions/_shared/emails/index.ts'
import { databases } from '../harness.ts'
import { type Actor, forbidden, openTestContext, refusal, type TestContext, text } from './test-context.ts'

const emailContext = {
  name: 'Tuckbox',
  siteUrl: 'https://tuckbox.test',
  pictureUrl: 'https://tuckbox.test',
  supportEmail: 'help@tuckbox.test',
  now: new Date('2026-11-21T12:00:00Z'),
}

describe.each(databases)('unread messages on %s', (kind) => {
  let context: TestContext
  let buyer: Actor
  let seller: Actor
  let third: Actor
  let shop: string
  let product: string
  let room: string

  beforeAll(async () => {
    context = await openTestContext(kind)
    third = await context.member('Third')
  })
  afterAll(() => context.close())
  beforeEach(async () => {
    buyer = await context.member('Bea')
    seller = await context.member('Ines')
    shop = await context.shop(seller, { name: 'Crumb' })
    product = await context.product(shop, { name: 'Lemon cake' })
    room = text(
      await buyer.insert('chat_rooms', { buyer_id: buyer.id, seller_id: seller.id, product_id: product }),
      'id',
    )
  })

  const asSystem = (statement: string, ...values: string[]) => context.database.run({ text: statement, values })
  const say = (actor: Actor, content: string, where = room) =>
    actor.insert('chat_messages', { chat_room_id: where, sender_id: actor.id, content })
  const read = (actor: Actor) =>
    actor.count('update chat_messages set read_at = now() where chat_room_id = $1 and sender_id <> $2', room, actor.id)
  const setPresence = (actor: Actor, present = true) =>
    actor.rows('select public.set_room_presence($1, $2)', room, present)
  const notificationsOf = (actor: Actor) =>
    actor.rows(`select title, message, link from notifications where type = 'message' and not is_read order by title`)
  /** The command of the scheduled job, run after the given time. */
  const later = async (minutes: number) => {
    await asSystem(
      `update private.room_members set unread_since = unread_since - $2::interval, present_until = present_until - $2::interval where room_id = $1`,
      room,
      `${minutes} minutes`,
    )
    const [[command] = []] = (await asSystem(`select command from cron.job where jobname = 'notify-unread-messages'`))
      .rows
    await asSystem(String(command))
  }
  const emails = (actor: Actor) =>
    context.service.rows(
      `select data from outbox where template = 'unread-messages' and user_id = $1 order by created_at`,
      actor.id,
    )

  it('give one notification for each conversation, which disappears when they are read', async () => {
    await say(buyer, 'Hello')
    await say(buyer, ' Could you make it <b>blue</b>? ')
    expect(await notificationsOf(seller)).toEqual([
      {
        title: '2 new messages from Bea',
        message: 'Could you make it <b>blue</b>?',
        link: `/messages?room=${room}`,
      },
    ])
    await say(seller, 'Yes')
    expect(await notificationsOf(buyer)).toMatchObject([{ title: 'New message from Crumb', message: 'Yes' }])
    expect(await notificationsOf(third)).toEqual([])
    await read(seller)
    expect(await notificationsOf(seller)).toEqual([])
    expect(await notificationsOf(buyer)).toHaveLength(1)
    await say(buyer, 'Thank you')
    expect(await notificationsOf(seller)).toMatchObject([{ title: 'New message from Bea' }])
  })

  it('give none while the recipient has the conversation open, until they leave it unread', async () => {
    await setPresence(seller)
    await say(buyer, 'Are you there?')
    expect(await notificationsOf(seller)).toEqual([])
    await later(1)
    expect(await notificationsOf(seller)).toEqual([])
    await later(2)
    expect(await notificationsOf(seller)).toMatchObject([{ title: 'New message from Bea' }])
    await setPresence(seller)
    await setPresence(seller, false)
    await say(buyer, 'Hello?')
    expect(await notificationsOf(seller)).toMatchObject([{ title: '2 new messages from Bea' }])
    for (const actor of [third, context.service])
      expect(await refusal(setPresence(actor))).toMatchObject({ code: 'PT404', hint: 'room' })
    expect(await refusal(setPresence(context.visitor))).toMatchObject({ code: forbidden })
    expect(await refusal(seller.rows('select * from private.room_members'))).toMatchObject({ code: forbidden })
    expect(await refusal(seller.rows('select private.notify_unread_messages()'))).toMatchObject({ code: forbidden })
  })

  it('give one email after 15 minutes without their text, and none once they are read', async () => {
    await say(buyer, 'My secret address')
    await say(buyer, 'Hello?')
    await later(14)
    expect(await emails(seller)).toEqual([])
    await later(2)
    await later(60)
    await say(buyer, 'Still there?')
    await later(60)
    const sent = await emails(seller)
    expect(sent).toMatchObject([{ data: { rooms: [{ with: 'Bea', about: 'Lemon cake', count: 2 }] } }])
    const email = renderEmail('unread-messages', sent[0]?.data, emailContext)
    expect(email.subject).toBe('2 unread messages from Bea')
    expect(email.text).toContain(`https://tuckbox.test/messages?room=${room}`)
    expect(email.html + email.text).not.toContain('secret')
    const statusOf = async () => {
      await asSystem('select public.claim_emails(50)')
      return (
        await context.service.rows(`select status from outbox where user_id = $1 order by created_at`, seller.id)
      ).map(({ status }) => status)
    }
    await read(seller)
    expect(await statusOf()).toEqual(['skipped'])
    await say(buyer, 'One more thing')
    await later(16)
    expect(await emails(seller)).toHaveLength(2)
    await seller.count('update notification_preferences set email_notifications = false')
    expect(await statusOf()).toEqual(['skipped', 'skipped'])
  })

  it('a block stops messages, notifications and quotes both ways, and each side sees only its own block', async () => {
    const blockStatus = async (actor: Actor) => (await actor.rows('select public.room_block($1) as it', room))[0]?.it
    await say(buyer, 'Rude')
    await setPresence(seller)
    await say(buyer, 'And so on')
    await seller.insert('blocks', { blocker_id: seller.id, blocked_id: buyer.id })
    expect(await notificationsOf(seller)).toEqual([])
    expect(await refusal(say(seller, 'Go'))).toMatchObject({ code: forbidden, hint: 'blocked_by_you' })
    expect(await refusal(say(buyer, 'Ruder'))).toMatchObject({ code: forbidden, hint: 'blocked' })
    expect(await refusal(say(third, 'Me too'))).toMatchObject({ code: forbidden })
    const brief = buyer.update('chat_rooms', room, { brief: { details: 'Rudest' } })
    expect(await refusal(brief)).toMatchObject({ code: forbidden, hint: 'blocked' })
    const [day] = await context.service.rows('select (current_date + 9)::text as day')
    const wanted = buyer.update('chat_rooms', room, { wanted_on: text(day, 'day') })
    expect(await refusal(wanted)).toMatchObject({ code: forbidden, hint: 'blocked' })
    expect(await refusal(seller.update('chat_rooms', room, { price_quote: 5 }))).toMatchObject({ hint: 'blocked' })
    expect(await blockStatus(seller)).toEqual({ is_mine: true, is_in_effect: true })
    expect(await blockStatus(buyer)).toEqual({ is_mine: false, is_in_effect: true })
    expect(await refusal(blockStatus(third))).toMatchObject({ code: 'PT404' })
    expect(await buyer.count('select from blocks')).toBe(0)
    await later(60)
    expect(await emails(seller)).toEqual([])
    // Nor system messages in the other's name.
    await context.service.insert('chat_messages', { chat_room_id: room, sender_id: buyer.id, content: 'Asked again.' })
    expect(await notificationsOf(seller)).toEqual([])
    await seller.count('delete from blocks')
    await say(buyer, 'Sorry')
    expect(await notificationsOf(seller)).toHaveLength(1)
  })

  it('members can send messages despite a block only while an order between them is active', async () => {
    const { order } = await context.order(buyer, product, { status: 'processing' })
    await buyer.insert('blocks', { blocker_id: buyer.id, blocked_id: seller.id })
    await say(buyer, 'Please leave it at the door')
    await say(seller, 'The nuts are off the cake, is that right?')
    expect(await notificationsOf(buyer)).toHaveLength(1)
    expect((await buyer.rows('select public.room_block($1) as it', room))[0]?.it).toEqual({
      is_mine: true,
      is_in_effect: false,
    })
    for (const status of ['shipped', 'delivered']) await context.service.update('orders', order, { status })
    expect(await refusal(say(seller, 'Review me'))).toMatchObject({ hint: 'blocked' })
  })

  it('a shop’s reply to an enquiry starts one conversation with the enquiry’s text', async () => {
    const enquiry = text(
      await buyer.insert('contact_messages', {
        shop_id: shop,
        subject: 'Nut free?',
        message: 'Could you bake without nuts?',
      }),
      'id',
    )
    const open = async (actor: Actor, id = enquiry) =>
      (await actor.rows('select public.open_enquiry_room($1) as room', id))[0]?.room
    await context.shop(third)
    for (const actor of [buyer, third, context.service])
      expect(await refusal(open(actor))).toMatchObject({ code: 'PT404', hint: 'enquiry' })
    expect(await refusal(open(context.visitor))).toMatchObject({ code: forbidden })
    const [one, other] = await Promise.all([open(seller), open(seller)])
    expect(one).toBe(other)
    expect(
      await buyer.rows('select content, sender_id from chat_messages where chat_room_id = $1', String(one)),
    ).toEqual([{ content: 'Nut free?\n\nCould you bake without nuts?', sender_id: buyer.id }])
    expect((await notificationsOf(seller)).map(({ link }) => link)).toEqual(['/messages?tab=enquiries'])
    await say(seller, 'With pleasure', String(one))
    expect(await notificationsOf(buyer)).toMatchObject([{ title: 'New message from Crumb' }])

    await context.visitor.send('contact_messages', {
      shop_id: shop,
      subject: 'Hello',
      message: 'Do you bake on Sundays?',
    })
    const [anonymous] = await seller.rows('select id from contact_messages where sender_id is null')
    expect(await refusal(open(seller, text(anonymous, 'id')))).toMatchObject({ hint: 'no_account' })
  })

  it('a seller has up to 30 saved replies, which only they see', async () => {
    const reply = text(
      await seller.insert('saved_replies', { user_id: seller.id, title: 'Thanks', content: 'Thank you!' }),
      'id',
    )
    expect(await buyer.count('select from saved_replies')).toBe(0)
    expect(await buyer.update('saved_replies', reply, { content: 'Rude' })).toBe(0)
    expect(
      await refusal(buyer.insert('saved_replies', { user_id: seller.id, title: 'Not', content: 'mine' })),
    ).toMatchObject({ code: forbidden })
    await seller.count(
      `insert into saved_replies (user_id, title, content) select $1, 'No. ' || n, 'Text' from generate_series(2, 30) n`,
      seller.id,
    )
    expect(
      await refusal(seller.insert('saved_replies', { user_id: seller.id, title: 'One', content: 'too many' })),
    ).toMatchObject({ code: 'PT409', hint: 'quota' })
  })
})
