/** The live side of a conversation, as supabase-js meets it: the two hear and speak, a third person neither joins, hears nor sends. */
import type { RealtimeChannel } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases, startServer, type TestServer } from '../harness.ts'
import { eventually, joined, member, type Person, service } from './people.ts'

describe.each(databases)('a conversation live on %s', (database) => {
  let server: TestServer
  let buyer: Person
  let seller: Person
  let third: Person
  let room: string
  beforeAll(async () => {
    server = await startServer({ database })
    const admin = service(server).client
    const insert = async (table: string, row: object): Promise<string> => {
      const { data, error } = await admin.from(table).insert(row).select('id').single()
      if (error) throw new Error(error.message)
      return data.id
    }
    ;[buyer, seller, third] = [
      await member(server, 'buyer'),
      await member(server, 'seller'),
      await member(server, 'third'),
    ]
    const shop = {
      user_id: seller.id,
      name: 'A shop',
      slug: 'a-shop',
      description: 'Bakes for tests.',
      category: 'Other',
    }
    const shop_id = await insert('shops', shop)
    const product_id = await insert('products', { shop_id, name: 'A cake', price: 12, stock: 5 })
    room = await insert('chat_rooms', { buyer_id: buyer.id, seller_id: seller.id, product_id })
  })
  afterAll(async () => {
    for (const one of [buyer, seller, third]) await one?.leave()
    await server?.stop()
  })

  /** The channel of a member of the conversation, as somebody joins it; whatever they call themselves there. */
  const channelOf = (owner: Person, { client, id }: Person, key = id) =>
    client.channel(`room:${room}:${owner.id}`, {
      config: { private: true, presence: { key, enabled: true }, broadcast: { ack: true } },
    })
  const standing = (channel: RealtimeChannel) =>
    new Promise<string>((resolve) => {
      channel.subscribe((status, error) => resolve(error ? `${status} ${error.message}` : status))
    })

  it('tells the two of each other and of messages, and a third person nothing', async () => {
    const heard: string[] = []
    const listen = (who: string, { client }: Person) =>
      client
        .channel(`conversation ${who}`)
        .on(
          'postgres_changes',
          { event: '*', schema: 'public', table: 'chat_messages', filter: `chat_room_id=eq.${room}` },
          ({ eventType, new: row }) => heard.push(`${who} ${eventType} ${'content' in row ? row.content : ''}`),
        )
    await Promise.all([
      joined(listen('buyer', buyer)),
      joined(listen('seller', seller)),
      joined(listen('third', third)),
    ])

    const typed = ({ payload }: { payload: { by?: string } }) => heard.push(`typing ${payload.by}`)
    const ofBuyer = channelOf(buyer, seller)
    ofBuyer.on('presence', { event: 'sync' }, () => {}).on('broadcast', { event: 'typing' }, typed)
    const own = channelOf(buyer, buyer)
    expect(await Promise.all([ofBuyer, own].map(standing))).toEqual(['SUBSCRIBED', 'SUBSCRIBED'])
    expect(await own.track({})).toBe('ok')
    await eventually(() => buyer.id in ofBuyer.presenceState(), 'the buyer is not seen')
    expect(await own.send({ type: 'broadcast', event: 'typing', payload: { by: 'buyer' } })).toBe('ok')
    await eventually(() => heard.includes('typing buyer'), 'typing is not heard')

    // A third person is not let in, and what they send by HTTP reaches nobody. The same name without `private` is another channel.
    for (const owner of [buyer, third]) {
      expect(await standing(channelOf(owner, third))).toMatch(/CHANNEL_ERROR .*Unauthorized/)
      await third.client.removeAllChannels()
    }
    await joined(listen('third', third))
    const outside = third.client.channel(`room:${room}:${buyer.id}`)
    expect(await standing(outside)).toBe('SUBSCRIBED')
    await outside.send({ type: 'broadcast', event: 'typing', payload: { by: 'third' } })
    await outside.track({ by: 'third' })
    await channelOf(buyer, third)
      .httpSend('typing', { by: 'third' })
      .catch(() => undefined)
    // What the buyer sends after it is heard, so that there was time for it.
    await own.send({ type: 'broadcast', event: 'typing', payload: { by: 'buyer again' } })
    await eventually(() => heard.includes('typing buyer again'), 'typing is not heard')
    expect(Object.keys(ofBuyer.presenceState())).toEqual([buyer.id])

    const id = crypto.randomUUID()
    const message = { id, chat_room_id: room, sender_id: buyer.id, content: 'Hello', type: 'message' }
    expect((await third.client.from('chat_messages').insert(message)).error?.code).toBe('42501')
    expect((await third.client.from('chat_messages').insert({ ...message, sender_id: third.id })).error?.code).toBe(
      '42501',
    )
    expect((await buyer.client.from('chat_messages').insert(message)).error).toBeNull()
    // Sent once more after a lost answer: refused as the one that is there.
    expect((await buyer.client.from('chat_messages').insert(message)).error).toMatchObject({ code: '23505' })
    await eventually(() => heard.includes('buyer INSERT Hello') && heard.includes('seller INSERT Hello'), 'not heard')
    await seller.client.from('chat_messages').update({ read_at: new Date().toISOString() }).eq('id', id)
    await eventually(() => heard.includes('buyer UPDATE Hello'), 'reading is not heard')
    expect(heard.filter((line) => /third/.test(line))).toEqual([])
    expect(heard.filter((line) => line === 'buyer INSERT Hello')).toHaveLength(1)
    expect((await third.client.from('chat_messages').select('id')).data).toEqual([])
    expect((await third.client.rpc('my_conversations', { only_room: room })).data).toEqual([])
  })

  it('lets neither of the two be there or type as the other', async () => {
    await Promise.all([seller, buyer].map(({ client }) => client.removeAllChannels()))
    const heard: unknown[] = []
    // The buyer's channel, as both hear it.
    const [seen, own] = [channelOf(buyer, seller), channelOf(buyer, buyer)]
    for (const channel of [seen, own])
      channel
        .on('presence', { event: 'sync' }, () => {})
        .on('broadcast', { event: 'typing' }, ({ payload }) => heard.push(payload))
    expect(await Promise.all([seen, own].map(standing))).toEqual(['SUBSCRIBED', 'SUBSCRIBED'])

    // The seller joins it under the buyer's name, and says so in whatever they send.
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

    // Beside it, the buyer by the same ways.
    expect(await own.track({})).toBe('ok')
    expect(await own.send({ type: 'broadcast', event: 'typing', payload: { from: 'the channel' } })).toBe('ok')
    const mine = await buyer.client.realtime.accessToken?.()
    await fetch(`${server.url}/realtime/v1/api/broadcast`, {
      method: 'POST',
      headers: { apikey: server.anonKey, authorization: `Bearer ${mine}`, 'content-type': 'application/json' },
      body: JSON.stringify({ messages: [{ topic, event: 'typing', payload: { from: 'HTTP' }, private: true }] }),
    })
    await eventually(() => Object.keys(seen.presenceState()).length > 0, 'the buyer is not seen')
    await eventually(() => JSON.stringify(heard).includes('HTTP'), 'what is sent by HTTP is not heard')
    expect(Object.keys(seen.presenceState())).toEqual([buyer.id])
    expect(JSON.stringify(heard)).not.toContain(buyer.id)
    expect(heard).toContainEqual({ from: 'the channel' })
  })

  it('answers a flood with 429 and a sentence', async () => {
    const send = () =>
      seller.client
        .from('chat_messages')
        .insert({ chat_room_id: room, sender_id: seller.id, content: 'Spam', type: 'message' })
    const answers = await Promise.all(Array.from({ length: 100 }, send))
    const taken = answers.filter(({ error }) => error === null)
    expect(taken).toHaveLength(30)
    expect(answers.find(({ error }) => error)).toMatchObject({
      status: 429,
      error: { hint: 'pace', message: 'You are sending messages very quickly. Please wait a moment.' },
    })
  })
})
