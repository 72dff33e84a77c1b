/** Changes of the marketplace's own rows as they are heard live: by whom they concern, and beside them by nobody else. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases, startServer, type TestServer } from '../harness.ts'
import { eventually, joined, member, type Person, person, service } from './people.ts'

/** All that are published. */
const tables = ['chat_messages', 'chat_rooms', 'notifications', 'orders'] as const
const names = ['buyer', 'seller', 'otherBuyer', 'otherSeller', 'visitor'] as const
type Name = (typeof names)[number]

describe.each(databases)('changes of the market on %s', (database) => {
  let server: TestServer
  let admin: Person
  const people = new Map<Name, Person>()
  const heard = new Map<Name, string[]>()
  const idOf = (name: Name) => people.get(name)?.id ?? ''

  beforeAll(async () => {
    server = await startServer({ database })
    admin = service(server)
    for (const name of names)
      people.set(name, await (name === 'visitor' ? person(server, { token: server.anonKey }) : member(server, name)))
  })
  afterAll(async () => {
    for (const one of [admin, ...people.values()]) await one.leave()
    await server.stop()
  })

  async function insert(table: string, row: object): Promise<string> {
    const { data, error } = await admin.client.from(table).insert(row).select('id').single()
    if (error) throw new Error(`${table}: ${error.message}`)
    return data.id
  }

  /** Listens to everything, and to what is others' by name. */
  async function listen(name: Name, { client }: Person): Promise<void> {
    const lines: string[] = []
    heard.set(name, lines)
    const filters: Partial<Record<(typeof tables)[number], string[]>> = {
      notifications: [`user_id=eq.${idOf('buyer')}`],
      orders: [`buyer_id=eq.${idOf('buyer')}`],
      chat_rooms: [`seller_id=eq.${idOf('seller')}`],
    }
    for (const table of tables)
      for (const filter of [undefined, ...(filters[table] ?? [])]) {
        const wanted = { event: '*' as const, schema: 'public', table, ...(filter === undefined ? {} : { filter }) }
        await joined(
          client
            .channel(`${table} ${filter}`)
            .on('postgres_changes', wanted, ({ eventType, new: row }) =>
              lines.push(`${eventType} ${table} ${Reflect.get(row, 'id')}${filter === undefined ? '' : ' by filter'}`),
            ),
        )
      }
  }

  /** What two people do with each other. @returns ids, and what becomes of the order */
  async function deal(buyer: Name, seller: Name) {
    const shop_id = await insert('shops', {
      user_id: idOf(seller),
      name: 'A shop',
      slug: `shop-of-${seller.toLowerCase()}`,
      description: 'Bakes for tests.',
      category: 'Other',
    })
    const product_id = await insert('products', { shop_id, name: 'A cake', price: 12, stock: 5 })
    const room = await insert('chat_rooms', { buyer_id: idOf(buyer), seller_id: idOf(seller), product_id })
    const words = { chat_room_id: room, sender_id: idOf(buyer), content: 'Hello', type: 'message' }
    const message = await insert('chat_messages', words)
    const address = { full_name: 'A', address_line1: '1 B', city: 'C', postal_code: 'SE1 9SG' }
    const bought = { buyer_id: idOf(buyer), shop_id, shop_name: 'A shop', subtotal: 12, delivery_address: address }
    const order = await insert('orders', bought)
    // Rights are asked when a change is told, of all listeners at once: paid before that, the seller would hear of it from the start.
    const lines = heard.get(buyer) ?? []
    await eventually(() => lines.includes(`INSERT orders ${order}`), 'the buyer does not hear of the order')
    const paid = { status: 'processing', paid_at: new Date().toISOString() }
    const { error } = await admin.client.from('orders').update(paid).eq('id', order)
    if (error) throw new Error(error.message)
    return { room, message, order }
  }
  const tell = (name: Name, title: string) =>
    insert('notifications', { user_id: idOf(name), type: 'system', title, message: 'Something.' })

  it('are heard by the buyer and the seller, of an unpaid order by its buyer alone, and by no other member or visitor', async () => {
    for (const [name, one] of people)
      if (name !== 'visitor') await listen(name, one)
      else {
        // Tables that visitors have no right to are told to them by nobody; their channel stands all the same.
        const lines: string[] = []
        heard.set(name, lines)
        await new Promise((done) =>
          tables
            .reduce(
              (channel, table) =>
                channel.on('postgres_changes', { event: '*', schema: 'public', table }, () => lines.push(table)),
              one.client.channel('open').on('broadcast', { event: 'word' }, () => lines.push('a word')),
            )
            .subscribe(done),
        )
      }
    const notices = new Map<Name, string>()
    for (const name of names) if (name !== 'visitor') notices.set(name, await tell(name, 'First'))
    const mine = await deal('buyer', 'seller')
    const theirs = await deal('otherBuyer', 'otherSeller')
    // One socket is told of one change after the other: what else it had to hear was said before the last.
    for (const name of names) {
      if (name === 'visitor') continue
      const last = await tell(name, 'Last')
      const lines = heard.get(name) ?? []
      await eventually(() => lines.includes(`INSERT notifications ${last}`), `${name} does not hear the last`)
    }
    await admin.client.channel('open').httpSend('word', {})
    await eventually(() => heard.get('visitor')?.includes('a word') ?? false, 'the visitor hears nothing at all')

    for (const [name, own, others] of [
      ['buyer', mine, theirs],
      ['seller', mine, theirs],
      ['otherBuyer', theirs, mine],
      ['otherSeller', theirs, mine],
    ] as const) {
      const lines = heard.get(name) ?? []
      const text = lines.join('\n')
      const isBuyer = name.toLowerCase().includes('buyer')
      expect(lines, name).toContain(`INSERT notifications ${notices.get(name)}`)
      expect(lines, name).toContain(`INSERT chat_rooms ${own.room}`)
      expect(lines, name).toContain(`INSERT chat_messages ${own.message}`)
      expect(lines, name).toContain(`UPDATE orders ${own.order}`)
      expect(lines.includes(`INSERT orders ${own.order}`), name).toBe(isBuyer)
      for (const id of Object.values(others)) expect(text, name).not.toContain(id)
      for (const [other, id] of notices) if (other !== name) expect(text, name).not.toContain(id)
    }
    // By a filter that names the buyer's rows: heard by whom they concern.
    expect(heard.get('buyer')).toContain(`INSERT orders ${mine.order} by filter`)
    expect(heard.get('seller')).toContain(`UPDATE orders ${mine.order} by filter`)
    expect(heard.get('otherSeller')?.filter((line) => line.endsWith('by filter'))).toEqual([])
    expect(heard.get('visitor')).toEqual(['a word'])
  })
})
