/** The live side of a conversation, as supabase-js meets it: the two hear and speak, a third person neither joins, hears nor sends. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases, startServer, type TestServer } from '../harness.ts'
import { eventually, joined, type Person, person, service } from './people.ts'

describe.each(databases)('a conversation live on %s', (database) => {
  let server: TestServer
  let buyer: Person
  let seller: Person
  let third: Person
  let room: string
  beforeAll(async () => {
    server = await startServer({ database })
    const admin = service(server).client
    const account = async (name: string) => {
      const email = `${name}@example.com`
      const answer = await fetch(`${server.url}/auth/v1/admin/users`, {
        method: 'POST',
        headers: { apikey: server.serviceKey, authorization: `Bearer ${server.serviceKey}` },
        body: JSON.stringify({ email, email_confirm: true, user_metadata: { name } }),
      })
      const { id }: { id: string } = await answer.json()
      return person(server, { id })
    }
    const insert = async (table: string, row: object): Promise<string> => {
      const { data, error } = await admin.from(table).insert(row).select('id').single()
      if (error) throw new Error(error.message)
      return data.id
    }
    ;[buyer, seller, third] = [await account('buyer'), await account('seller'), await account('third')]
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

  const company = ({ id, client }: Person) =>
    client.channel(`room:${room}`, { config: { private: true, presence: { key: id } } })
  const refused = (channel: ReturnType<typeof company>) =>
    new Promise<string>((resolve) => {
      channel.subscribe((status, error) => status !== 'SUBSCRIBED' && resolve(`${status} ${error?.message}`))
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

    const mine = company(buyer).on('presence', { event: 'sync' }, () => {})
    const theirs = company(seller).on('broadcast', { event: 'typing' }, ({ payload }) =>
      heard.push(`typing ${payload.by}`),
    )
    await Promise.all([mine, theirs].map((channel) => new Promise((done) => channel.subscribe(done))))
    await theirs.track({})
    await eventually(() => seller.id in mine.presenceState(), 'the seller is not seen')
    await mine.send({ type: 'broadcast', event: 'typing', payload: { by: 'buyer' } })
    await eventually(() => heard.includes('typing buyer'), 'typing is not heard')

    // A third person is not let in, and what they send by HTTP reaches nobody. The same name without `private` is another channel.
    expect(await refused(company(third))).toMatch(/CHANNEL_ERROR .*Unauthorized/)
    await third.client.removeAllChannels()
    await joined(listen('third', third))
    const outside = third.client.channel(`room:${room}`)
    await new Promise((done) => outside.subscribe(done))
    await outside.send({ type: 'broadcast', event: 'typing', payload: { by: 'third' } })
    await company(third)
      .httpSend('typing', { by: 'third' })
      .catch(() => undefined)

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
