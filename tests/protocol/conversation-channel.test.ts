/** Realtime of a conversation with supabase-js: its two members receive and send, a third member cannot join, receive or send. */
import type { RealtimeChannel } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases, type RunningServer } from '../harness.ts'
import { sharedServer } from '../shared-server.ts'
import { newMember, serviceUser, subscribeToChanges, type TestUser, waitUntil } from './realtime-clients.ts'

describe.each(databases)('A conversation’s channel on %s', (database) => {
  let server: RunningServer
  let buyer: TestUser
  let seller: TestUser
  let third: TestUser
  let room: string
  beforeAll(async () => {
    server = await sharedServer({ database })
    const admin = serviceUser(server).client
    const insert = async (table: string, row: object): Promise<string> => {
      const { data, error } = await admin.from(table).insert(row).select('id').single()
      if (error) throw new Error(error.message)
      return data.id
    }
    ;[buyer, seller, third] = [
      await newMember(server, 'buyer'),
      await newMember(server, 'seller'),
      await newMember(server, 'third'),
    ]
    const shop = {
      user_id: seller.id,
      name: 'A shop',
      slug: `shop-${seller.id}`,
      description: 'Bakes for tests.',
      category: 'Other',
    }
    const shop_id = await insert('shops', shop)
    const product_id = await insert('products', { shop_id, name: 'A cake', price: 12, stock: 5 })
    room = await insert('chat_rooms', { buyer_id: buyer.id, seller_id: seller.id, product_id })
  })
  afterAll(async () => {
    for (const user of [buyer, seller, third]) await user?.disconnect()
  })

  /** The owner's channel in the conversation, joined by another user under any presence key. */
  const channelOf = (owner: TestUser, { client, id }: TestUser, key = id) =>
    client.channel(`room:${room}:${owner.id}`, {
      config: { private: true, presence: { key, enabled: true }, broadcast: { ack: true } },
    })
  const subscribeStatus = (channel: RealtimeChannel) =>
    new Promise<string>((resolve) => {
      channel.subscribe((status, error) => resolve(error ? `${status} ${error.message}` : status))
    })

  it('carries presence, typing and messages between its two members, and nothing to a third', async () => {
    const received: string[] = []
    const subscribe = (who: string, { client }: TestUser) =>
      client
        .channel(`conversation ${who}`)
        .on(
          'postgres_changes',
          { event: '*', schema: 'public', table: 'chat_messages', filter: `chat_room_id=eq.${room}` },
          ({ eventType, new: row }) => received.push(`${who} ${eventType} ${'content' in row ? row.content : ''}`),
        )
    await Promise.all([
      subscribeToChanges(subscribe('buyer', buyer)),
      subscribeToChanges(subscribe('seller', seller)),
      subscribeToChanges(subscribe('third', third)),
    ])

    const typed = ({ payload }: { payload: { by?: string } }) => received.push(`typing ${payload.by}`)
    const ofBuyer = channelOf(buyer, seller)
    ofBuyer.on('presence', { event: 'sync' }, () => {}).on('broadcast', { event: 'typing' }, typed)
    const own = channelOf(buyer, buyer)
    expect(await Promise.all([ofBuyer, own].map(subscribeStatus))).toEqual(['SUBSCRIBED', 'SUBSCRIBED'])
    expect(await own.track({})).toBe('ok')
    await waitUntil(() => buyer.id in ofBuyer.presenceState(), 'the buyer’s presence is missing')
    expect(await own.send({ type: 'broadcast', event: 'typing', payload: { by: 'buyer' } })).toBe('ok')
    await waitUntil(() => received.includes('typing buyer'), 'typing is not received')

    // A third member cannot join, and broadcasts over HTTP reach nobody. A public channel of the same name is a different channel.
    for (const owner of [buyer, third]) {
      expect(await subscribeStatus(channelOf(owner, third))).toMatch(/CHANNEL_ERROR .*Unauthorized/)
      await third.client.removeAllChannels()
    }
    await subscribeToChanges(subscribe('third', third))
    const outside = third.client.channel(`room:${room}:${buyer.id}`)
    expect(await subscribeStatus(outside)).toBe('SUBSCRIBED')
    await outside.send({ type: 'broadcast', event: 'typing', payload: { by: 'third' } })
    await outside.track({ by: 'third' })
    await channelOf(buyer, third)
      .httpSend('typing', { by: 'third' })
      .catch(() => undefined)
    // The buyer's next message arrives, so the third member's would have arrived before it.
    await own.send({ type: 'broadcast', event: 'typing', payload: { by: 'buyer again' } })
    await waitUntil(() => received.includes('typing buyer again'), 'typing is not received')
    expect(Object.keys(ofBuyer.presenceState())).toEqual([buyer.id])

    const id = crypto.randomUUID()
    const message = { id, chat_room_id: room, sender_id: buyer.id, content: 'Hello', type: 'message' }
    expect((await third.client.from('chat_messages').insert(message)).error?.code).toBe('42501')
    expect((await third.client.from('chat_messages').insert({ ...message, sender_id: third.id })).error?.code).toBe(
      '42501',
    )
    expect((await buyer.client.from('chat_messages').insert(message)).error).toBeNull()
    // A retry after a lost response is refused as a duplicate.
    expect((await buyer.client.from('chat_messages').insert(message)).error).toMatchObject({ code: '23505' })
    await waitUntil(
      () => received.includes('buyer INSERT Hello') && received.includes('seller INSERT Hello'),
      'not received',
    )
    await seller.client.from('chat_messages').update({ read_at: new Date().toISOString() }).eq('id', id)
    await waitUntil(() => received.includes('buyer UPDATE Hello'), 'the read receipt is not received')
    expect(received.filter((line) => /third/.test(line))).toEqual([])
    expect(received.filter((line) => line === 'buyer INSERT Hello')).toHaveLength(1)
    expect((await third.client.from('chat_messages').select('id')).data).toEqual([])
    expect((await third.client.rpc('my_conversations', { only_room: room })).data).toEqual([])
  })

  it('lets neither member track presence or type as the other', async () => {
    await Promise.all([seller, buyer].map(({ client }) => client.removeAllChannels()))
    const received: unknown[] = []
    // Both members join the buyer's channel.
    const [seen, own] = [channelOf(buyer, seller), channelOf(buyer, buyer)]
    for (const channel of [seen, own])
      channel
        .on('presence', { event: 'sync' }, () => {})
        .on('broadcast', { event: 'typing' }, ({ payload }) => received.push(payload))
    expect(await Promise.all([seen, own].map(subscribeStatus))).toEqual(['SUBSCRIBED', 'SUBSCRIBED'])

    // The seller joins under the buyer's key and sends the buyer's id.
    const disguised = { key: buyer.id, phx_ref: 'buyer', by: buyer.id, user_id: buyer.id }
    expect(await seen.track(disguised)).toBe('error')
    expect(await seen.send({ type: 'broadcast', event: 'typing', payload: disguised })).toBe('error')
    const topic = `room:${room}:${buyer.id}`
    const body = { messages: [{ topic, event: 'typing', payload: disguised, private: true }] }
    const token = await seller.client.realtime.accessToken?.()
    await fetch(`${server.url}/realtime/v1/api/broadcast`, {
      method: 'POST',
      headers: { apikey: server.anonKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect([seen.presenceState(), own.presenceState()]).toEqual([{}, {}])

    // The buyer may do the same.
    expect(await own.track({})).toBe('ok')
    expect(await own.send({ type: 'broadcast', event: 'typing', payload: { from: 'the channel' } })).toBe('ok')
    const mine = await buyer.client.realtime.accessToken?.()
    await fetch(`${server.url}/realtime/v1/api/broadcast`, {
      method: 'POST',
      headers: { apikey: server.anonKey, authorization: `Bearer ${mine}`, 'content-type': 'application/json' },
      body: JSON.stringify({ messages: [{ topic, event: 'typing', payload: { from: 'HTTP' }, private: true }] }),
    })
    await waitUntil(() => Object.keys(seen.presenceState()).length > 0, 'the buyer’s presence is missing')
    await waitUntil(() => JSON.stringify(received).includes('HTTP'), 'the broadcast over HTTP is not received')
    expect(Object.keys(seen.presenceState())).toEqual([buyer.id])
    expect(JSON.stringify(received)).not.toContain(buyer.id)
    expect(received).toContainEqual({ from: 'the channel' })
  })

  it('responds with 429 and an explanation to a flood of messages', async () => {
    const send = () =>
      seller.client
        .from('chat_messages')
        .insert({ chat_room_id: room, sender_id: seller.id, content: 'Spam', type: 'message' })
    const responses = await Promise.all(Array.from({ length: 100 }, send))
    const accepted = responses.filter(({ error }) => error === null)
    expect(accepted).toHaveLength(30)
    expect(responses.find(({ error }) => error)).toMatchObject({
      status: 429,
      error: { hint: 'rate_limit', message: 'You are sending messages very quickly. Please wait a moment.' },
    })
  })
})
