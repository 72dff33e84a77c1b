/** Conversations, messages and quotes: only the two members take part, under their own names and within the rules. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { everyDatabase } from '../harness.ts'
import { type Actor, forbidden, openTestContext, refusal, type TestContext, text, type Values } from './test-context.ts'

describe.each(everyDatabase)('conversations on %s', (kind) => {
  let context: TestContext
  let buyer: Actor
  let seller: Actor
  let third: Actor
  let product: string
  let room: string
  beforeAll(async () => {
    context = await openTestContext(kind)
    third = await context.member('Third')
    await context.shop(third)
  })
  afterAll(() => context.close())
  beforeEach(async () => {
    buyer = await context.member('Buyer')
    seller = await context.member('Seller')
    product = await context.product(await context.shop(seller))
    room = text(await buyer.insert('chat_rooms', roomOf()), 'id')
  })

  const roomOf = (more: Values = {}): Values => ({
    buyer_id: buyer.id,
    seller_id: seller.id,
    product_id: product,
    ...more,
  })
  const message = (sender: Actor, more: Values = {}): Values => ({
    chat_room_id: room,
    sender_id: sender.id,
    content: 'Hello',
    type: 'message',
    ...more,
  })

  it('a buyer opens one conversation with the owner of a product’s shop', async () => {
    const [row] = await seller.rows('select * from chat_rooms where id = $1', room)
    expect(row).toMatchObject({ price_quote: null, is_paid: false, brief: null, wanted_on: null })
    expect(await refusal(buyer.insert('chat_rooms', roomOf()))).toMatchObject({
      code: '23505',
      constraint: 'chat_rooms_one_per_product',
    })
  })

  it('either side of an order opens one conversation about it, and nobody else does', async () => {
    const hidden = await context.product(
      text((await seller.rows('select id from shops where user_id = $1', seller.id))[0], 'id'),
    )
    const { order } = await context.order(buyer, hidden, { status: 'processing' })
    await context.service.update('products', hidden, { status: 'hidden' })
    const open = async (actor: Actor) => (await actor.rows('select open_order_room($1) as room', order))[0]?.room
    for (const actor of [third, await context.member(), context.service])
      expect(await refusal(open(actor))).toMatchObject({ code: 'PT404', hint: 'order' })
    expect(await refusal(open(context.visitor))).toMatchObject({ code: forbidden })
    const [one, other] = await Promise.all([open(seller), open(buyer)])
    expect(one).toBe(other)
    expect(one).not.toBe(room)
    expect(
      await buyer.rows('select buyer_id, seller_id, product_id from chat_rooms where id = $1', String(one)),
    ).toEqual([{ buyer_id: buyer.id, seller_id: seller.id, product_id: hidden }])
    // A conversation about the order's product continues for the order.
    expect(await open(seller)).toBe(one)
    const second = await context.order(buyer, product, { status: 'processing' })
    expect((await seller.rows('select open_order_room($1) as room', second.order))[0]?.room).toBe(room)
  })

  it('a shop opens an order’s conversation once it is paid, even without its products, and despite a block only while the order is active', async () => {
    const unpaid = await context.order(buyer, product, { status: 'pending payment' })
    const open = async (actor: Actor, order: string) =>
      (await actor.rows('select open_order_room($1) as room', order))[0]?.room
    expect(await refusal(open(seller, unpaid.order))).toMatchObject({ code: 'PT404' })
    expect(await open(buyer, unpaid.order)).toBe(room)

    const ann = await context.member('Ann')
    const bought = await context.order(ann, product, { status: 'delivered' })
    await ann.insert('blocks', { blocker_id: ann.id, blocked_id: seller.id })
    expect(await refusal(open(seller, bought.order))).toMatchObject({ code: forbidden, hint: 'blocked' })
    await ann.rows('delete from blocks where blocked_id = $1', seller.id)
    await context.service.rows('delete from products where id = $1', product)
    const about = await open(ann, bought.order)
    expect(await open(seller, bought.order)).toBe(about)
    await ann.insert('chat_messages', { ...message(ann), chat_room_id: String(about) })
  })

  it('a member cannot open a conversation in another’s name, with themselves, with a member who does not sell the product, or about a product that is not on sale', async () => {
    const member = await context.member()
    const wrong: [string, Actor, Values][] = [
      ['another', member, roomOf()],
      ['a stranger', member, roomOf({ buyer_id: member.id, seller_id: third.id })],
      ['nothing', member, roomOf({ buyer_id: member.id, product_id: null })],
      ['the seller as opener', seller, roomOf()],
      ['visitor', context.visitor, roomOf()],
    ]
    for (const [name, actor, values] of wrong)
      expect(await refusal(actor.insert('chat_rooms', values)), name).toMatchObject({ code: forbidden })
    expect(await refusal(seller.insert('chat_rooms', roomOf({ buyer_id: seller.id })))).toMatchObject({
      constraint: 'chat_rooms_two_members',
    })
    await seller.update('products', product, { status: 'draft' })
    expect(await refusal(member.insert('chat_rooms', roomOf({ buyer_id: member.id })))).toMatchObject({
      code: forbidden,
    })
  })

  it.each(['price_quote', 'is_paid', 'quote_expires_at', 'updated_at'])(
    'a conversation does not begin with %s',
    async (column) => {
      const member = await context.member()
      const opening = member.insert('chat_rooms', roomOf({ buyer_id: member.id, [column]: null }))
      expect(await refusal(opening)).toMatchObject({ code: forbidden })
    },
  )

  it('only its two members see, write in and change a conversation', async () => {
    await buyer.insert('chat_messages', message(buyer))
    expect(await third.count('select from chat_rooms')).toBe(0)
    expect(await third.count('select from chat_messages')).toBe(0)
    expect(await refusal(third.insert('chat_messages', message(third)))).toMatchObject({ code: forbidden })
    expect(await third.update('chat_rooms', room, { price_quote: 5 })).toBe(0)
    expect(await third.count('update chat_messages set read_at = now()')).toBe(0)
    for (const table of ['chat_rooms', 'chat_messages', 'blocks', 'saved_replies'])
      expect(await refusal(context.visitor.rows(`select * from ${table}`)), table).toMatchObject({ code: forbidden })
  })

  it('messages of both appear oldest first, and each moves the conversation to the top of the list', async () => {
    const touched = async () => text((await buyer.rows('select updated_at::text as at from chat_rooms'))[0], 'at')
    const before = await touched()
    await buyer.insert('chat_messages', message(buyer, { content: 'First' }))
    await seller.insert('chat_messages', message(seller, { content: '<b>Second</b>' }))
    expect(
      await seller.rows('select content from chat_messages where chat_room_id = $1 order by created_at', room),
    ).toEqual([{ content: 'First' }, { content: '<b>Second</b>' }])
    expect(await touched()).not.toBe(before)
  })

  it('a member cannot send as someone else or as the system, nor back-date a message', async () => {
    expect(await refusal(buyer.insert('chat_messages', message(seller)))).toMatchObject({ code: forbidden })
    expect(await refusal(buyer.insert('chat_messages', message(buyer, { type: 'system' })))).toMatchObject({
      code: forbidden,
    })
    expect(await refusal(seller.insert('chat_messages', message(seller, { type: 'system' })))).toMatchObject({
      code: forbidden,
    })
    expect(await refusal(buyer.insert('chat_messages', message(buyer, { created_at: '2020-01-01' })))).toMatchObject({
      code: forbidden,
    })
    expect(await refusal(buyer.insert('chat_messages', message(buyer, { read_at: '2020-01-01' })))).toMatchObject({
      code: forbidden,
    })
  })

  it.each([
    ['nothing', '', 'chat_messages_content_length'],
    ['white space', ' \n\t\u00a0\u200b', 'chat_messages_content_length'],
    ['4,001 characters', 'x'.repeat(4001), 'chat_messages_content_length'],
  ])('a message of %s is refused', async (_, content, constraint) => {
    expect(await refusal(buyer.insert('chat_messages', message(buyer, { content })))).toMatchObject({
      code: '23514',
      constraint,
    })
  })

  it('a message may have 4,000 characters, and a resent one is stored once', async () => {
    const id = randomUUID()
    await buyer.insert('chat_messages', message(buyer, { id, content: '🎂'.repeat(4000) }))
    expect(await refusal(buyer.insert('chat_messages', message(buyer, { id })))).toMatchObject({ code: '23505' })
  })

  it('a picture without text is accepted only from the sender’s folder for this conversation', async () => {
    const picture = (folder: string) => message(buyer, { content: '', picture: `chat_pictures/${folder}/cake.webp` })
    await buyer.insert('chat_messages', picture(`${buyer.id}/${room}`))
    for (const folder of [`${seller.id}/${room}`, `${buyer.id}/${randomUUID()}`, `${buyer.id}/${room}/..`])
      expect(await refusal(buyer.insert('chat_messages', picture(folder))), folder).toMatchObject({
        constraint: 'chat_messages_picture_form',
      })
  })

  it('only the recipient marks a message as read, once, at the server’s time', async () => {
    const id = text(await buyer.insert('chat_messages', message(buyer)), 'id')
    expect(await buyer.update('chat_messages', id, { read_at: '2030-01-01' })).toBe(0)
    expect(await seller.update('chat_messages', id, { read_at: '2030-01-01' })).toBe(1)
    const read = () => buyer.rows('select read_at::text as at from chat_messages where id = $1', id)
    const [first] = await read()
    expect(text(first, 'at')).not.toContain('2030')
    await seller.update('chat_messages', id, { read_at: null })
    expect(await read()).toEqual([first])
  })

  it('a sent message cannot be edited or deleted', async () => {
    const id = text(await buyer.insert('chat_messages', message(buyer)), 'id')
    for (const actor of [buyer, seller]) {
      expect(await refusal(actor.update('chat_messages', id, { content: 'Changed' }))).toMatchObject({
        code: forbidden,
      })
      expect(await refusal(actor.count('delete from chat_messages where id = $1', id))).toMatchObject({
        code: forbidden,
      })
    }
    expect(await refusal(context.service.update('chat_messages', id, { content: 'Changed' }))).toMatchObject({
      code: forbidden,
    })
  })

  it('a conversation has one quote, by the seller, which both read as a system message', async () => {
    expect(await seller.update('chat_rooms', room, { price_quote: 45.5 })).toBe(1)
    expect(await buyer.rows('select content, type, sender_id from chat_messages')).toEqual([
      { content: 'Price quoted: £45.50', type: 'system', sender_id: seller.id },
    ])
    for (const price_quote of [45.5, 50, null])
      expect(await refusal(seller.update('chat_rooms', room, { price_quote }))).toMatchObject({
        code: '23514',
        message: 'A price has already been quoted.',
      })
  })

  it('a quote by the buyer is refused with a sentence', async () => {
    expect(await refusal(buyer.update('chat_rooms', room, { price_quote: 1 }))).toMatchObject({
      code: forbidden,
      message: 'Only the seller can quote a price.',
    })
  })

  it.each([
    [0, '23514'],
    [-1, '23514'],
    [0.004, '23514'],
    ['NaN', '23514'],
    [100000, '23514'],
    [1e9, '23514'],
    ['abc', '22P02'],
  ])('the quote %s is refused', async (price_quote, code) => {
    expect(await refusal(seller.update('chat_rooms', room, { price_quote }))).toMatchObject({ code })
    expect(await seller.count('select from chat_messages')).toBe(0)
  })

  it('a quote cannot change once paid, nor expire in the past', async () => {
    expect(
      await refusal(seller.update('chat_rooms', room, { price_quote: 5, quote_expires_at: '2020-01-01' })),
    ).toMatchObject({ code: '23514' })
    await context.service.update('chat_rooms', room, { is_paid: true })
    expect(await refusal(seller.update('chat_rooms', room, { price_quote: 5 }))).toMatchObject({
      message: 'This order has already been paid.',
    })
  })

  it.each(['is_paid', 'buyer_id', 'seller_id', 'product_id', 'updated_at'])(
    'neither member can write %s',
    async (column) => {
      for (const actor of [buyer, seller])
        expect(await refusal(actor.count(`update chat_rooms set ${column} = ${column}`))).toMatchObject({
          code: forbidden,
        })
    },
  )

  it('a block stops messages both ways, and the blocked member is not notified', async () => {
    await seller.insert('blocks', { blocker_id: seller.id, blocked_id: buyer.id })
    expect(await buyer.count('select from blocks')).toBe(0)
    for (const actor of [buyer, seller])
      expect(await refusal(actor.insert('chat_messages', message(actor)))).toMatchObject({ code: forbidden })
    const another = await context.product(
      text((await seller.rows('select id from shops where user_id = $1', seller.id))[0], 'id'),
    )
    expect(await refusal(buyer.insert('chat_rooms', roomOf({ product_id: another })))).toMatchObject({
      code: forbidden,
    })
    expect(await buyer.count('delete from blocks')).toBe(0)
    expect(await seller.count('delete from blocks')).toBe(1)
    await buyer.insert('chat_messages', message(buyer))
  })

  it('a member sends at most 30 messages in a burst, over all conversations and by any statement', async () => {
    const sending = Array.from({ length: 34 }, () => refusal(buyer.insert('chat_messages', message(buyer))))
    const outcomes = await Promise.allSettled(sending)
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(30)
    expect(outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))).toEqual(
      Array.from({ length: 4 }, () =>
        expect.objectContaining({
          code: 'PT429',
          hint: 'rate_limit',
          message: 'You are sending messages very quickly. Please wait a moment.',
        }),
      ),
    )
    await seller.insert('chat_messages', message(seller))
    // A single statement counts as well. A quote's system message does not count.
    const many = `insert into chat_messages (chat_room_id, content) select $1, 'And' from generate_series(1, 30)`
    expect(await refusal(seller.rows(many, room))).toMatchObject({ code: 'PT429' })
    await seller.rows(many.replace('30', '29'), room)
    expect(await seller.update('chat_rooms', room, { price_quote: 40 })).toBe(1)
    // The burst limit frees after ten seconds; 400 messages in ten minutes is the second limit.
    const busy = await context.member('Busy')
    const busyRoom = text(await busy.insert('chat_rooms', roomOf({ buyer_id: busy.id })), 'id')
    const sent = async (count: number, secondsAgo: number) =>
      context.service.rows(
        `insert into chat_messages (chat_room_id, sender_id, content, created_at)
          select $1, $2, 'So', now() - $4::int * interval '1 second' from generate_series(1, $3::int)`,
        busyRoom,
        busy.id,
        String(count),
        String(secondsAgo),
      )
    await sent(2, 601)
    await sent(399, 11)
    await busy.insert('chat_messages', { ...message(busy), chat_room_id: busyRoom })
    expect(await refusal(busy.insert('chat_messages', { ...message(busy), chat_room_id: busyRoom }))).toMatchObject({
      code: 'PT429',
    })
  })

  it('a buyer starts at most 20 conversations an hour and 60 a day', async () => {
    const [own] = await seller.rows('select id from shops where user_id = $1', seller.id)
    const begin = async () => buyer.insert('chat_rooms', roomOf({ product_id: await context.product(text(own, 'id')) }))
    const begun = (count: number, minutesAgo: number) =>
      context.service.rows(
        `insert into chat_rooms (buyer_id, seller_id, created_at)
          select $1, $2, now() - $4::int * interval '1 minute' from generate_series(1, $3::int)`,
        buyer.id,
        seller.id,
        count,
        minutesAgo,
      )
    await begun(18, 59)
    await begin()
    expect(await refusal(begin())).toMatchObject({ code: 'PT429', hint: 'rate_limit' })
    await context.service.rows(`update chat_rooms set created_at = created_at - interval '2 hours'`)
    await begun(39, 61)
    await begin()
    expect(await refusal(begin())).toMatchObject({ code: 'PT429', hint: 'rate_limit' })
  })

  it('each member lists their conversations with the other’s name, last line and unread count, latest first, by page', async () => {
    await buyer.insert('chat_messages', message(buyer, { content: 'First' }))
    await buyer.insert('chat_messages', message(buyer, { content: 'Second' }))
    const list = (actor: Actor, more = '') =>
      actor.rows(
        `select id, other_name, product_name, last_content, last_sender_id, unread from my_conversations(${more})`,
      )
    const line = { id: room, product_name: 'A cake', last_content: 'Second', last_sender_id: buyer.id }
    const shop = text((await seller.rows('select name from shops where user_id = $1', seller.id))[0], 'name')
    expect(await list(seller)).toEqual([{ ...line, other_name: 'Buyer', unread: 2 }])
    expect(await list(buyer)).toEqual([{ ...line, other_name: shop, unread: 0 }])
    await seller.rows('update chat_messages set read_at = now() where chat_room_id = $1', room)
    expect(await list(seller)).toMatchObject([{ unread: 0 }])
    for (const actor of [third, context.service]) expect(await list(actor, `only_room => '${room}'`)).toEqual([])
    expect(await refusal(list(context.visitor))).toMatchObject({ code: forbidden })

    const other = await context.member('Other')
    const later = text(await other.insert('chat_rooms', roomOf({ buyer_id: other.id })), 'id')
    expect(await list(seller)).toMatchObject([{ id: later, last_content: null, unread: 0 }, { id: room }])
    const [at] = await seller.rows('select updated_at::text as at from chat_rooms where id = $1', later)
    expect(await list(seller, 'page_size => 1')).toMatchObject([{ id: later }])
    expect(await list(seller, `before => '${text(at, 'at')}', before_id => '${later}'`)).toMatchObject([{ id: room }])
  })

  it('each member sends on one private channel, both subscribe to it, and a block closes it', async () => {
    const permissions = async (actor: Actor, topic: string) => {
      const claims = JSON.stringify({ sub: actor.id, role: 'authenticated' })
      const { rows } = await context.database.run({
        text: 'select to_json(backend.realtime_permissions($1, $2, $3))',
        values: [topic, 'authenticated', claims],
      })
      return JSON.parse(rows[0]?.[0] ?? 'null').sort()
    }
    const channelOf = ({ id }: Actor) => `room:${room}:${id}`
    const reads = ['read broadcast', 'read presence']
    for (const actor of [buyer, seller])
      for (const owner of [buyer, seller]) {
        const writes = actor === owner ? ['write broadcast', 'write presence'] : []
        expect(await permissions(actor, channelOf(owner))).toEqual([...reads, ...writes])
      }
    for (const owner of [buyer, seller, third])
      expect(await permissions(third, channelOf(owner))).not.toContain(reads[0])
    const own = channelOf(buyer)
    for (const topic of [
      `room:${randomUUID()}:${buyer.id}`,
      `room:${room}`,
      `room:${room}:`,
      `${own}x`,
      `${own}:${seller.id}`,
      own.toUpperCase(),
      `${own}\n`,
      room,
      'room:',
    ])
      expect(await permissions(buyer, topic), topic).toEqual([])
    await buyer.insert('blocks', { blocker_id: buyer.id, blocked_id: seller.id })
    for (const actor of [buyer, seller]) expect(await permissions(actor, channelOf(actor))).toEqual([])
  })

  it('a member cannot block in another’s name, or block themselves', async () => {
    expect(await refusal(buyer.insert('blocks', { blocker_id: seller.id, blocked_id: buyer.id }))).toMatchObject({
      code: forbidden,
    })
    expect(await refusal(buyer.insert('blocks', { blocker_id: buyer.id, blocked_id: buyer.id }))).toMatchObject({
      code: '23514',
    })
  })

  it('a member sees only their own saved replies', async () => {
    const id = text(
      await seller.insert('saved_replies', { user_id: seller.id, title: 'Thanks', content: 'Thank you!' }),
      'id',
    )
    expect(await buyer.count('select from saved_replies')).toBe(0)
    expect(await buyer.update('saved_replies', id, { content: 'No' })).toBe(0)
    expect(await buyer.count('delete from saved_replies')).toBe(0)
    expect(
      await refusal(buyer.insert('saved_replies', { user_id: seller.id, title: 'A', content: 'B' })),
    ).toMatchObject({ code: forbidden })
    expect(await seller.update('saved_replies', id, { content: 'Thank you so much!' })).toBe(1)
    expect(await seller.count('delete from saved_replies')).toBe(1)
  })

  it('a conversation outlives its product', async () => {
    await seller.count('delete from products where id = $1', product)
    expect(await buyer.rows('select product_id from chat_rooms')).toEqual([{ product_id: null }])
    // An order at that price is impossible.
    expect(await refusal(seller.update('chat_rooms', room, { price_quote: 5 }))).toMatchObject({ hint: 'product' })
  })
})
