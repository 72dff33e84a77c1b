/** Postgres changes of the marketplace's tables reach only the members whom they concern. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases, type RunningServer } from '../harness.ts'
import { sharedServer } from '../shared-server.ts'
import { newMember, newUser, serviceUser, subscribeToChanges, type TestUser, waitUntil } from './realtime-clients.ts'

/** All published tables. */
const tables = ['chat_messages', 'chat_rooms', 'notifications', 'orders'] as const
const names = ['buyer', 'seller', 'otherBuyer', 'otherSeller', 'visitor'] as const
type Name = (typeof names)[number]

describe.each(databases)('Postgres changes of the marketplace on %s', (database) => {
  let server: RunningServer
  let admin: TestUser
  const users = new Map<Name, TestUser>()
  const received = new Map<Name, string[]>()
  const idOf = (name: Name) => users.get(name)?.id ?? ''

  beforeAll(async () => {
    server = await sharedServer({ database })
    admin = serviceUser(server)
    for (const name of names)
      users.set(name, await (name === 'visitor' ? newUser(server, { token: server.anonKey }) : newMember(server, name)))
  })
  afterAll(async () => {
    for (const user of [admin, ...users.values()]) await user.disconnect()
  })

  async function insert(table: string, row: object): Promise<string> {
    const { data, error } = await admin.client.from(table).insert(row).select('id').single()
    if (error) throw new Error(`${table}: ${error.message}`)
    return data.id
  }

  /** Subscribes to all tables without a filter, and with filters for other members' rows. */
  async function subscribe(name: Name, { client }: TestUser): Promise<void> {
    const lines: string[] = []
    received.set(name, lines)
    const filters: Partial<Record<(typeof tables)[number], string[]>> = {
      notifications: [`user_id=eq.${idOf('buyer')}`],
      orders: [`buyer_id=eq.${idOf('buyer')}`],
      chat_rooms: [`seller_id=eq.${idOf('seller')}`],
    }
    for (const table of tables)
      for (const filter of [undefined, ...(filters[table] ?? [])]) {
        const wanted = { event: '*' as const, schema: 'public', table, ...(filter === undefined ? {} : { filter }) }
        await subscribeToChanges(
          client
            .channel(`${table} ${filter}`)
            .on('postgres_changes', wanted, ({ eventType, new: row }) =>
              lines.push(`${eventType} ${table} ${Reflect.get(row, 'id')}${filter === undefined ? '' : ' by filter'}`),
            ),
        )
      }
  }

  /** Creates a conversation and an order of two members. @returns the ids of the rows */
  async function trade(buyer: Name, seller: Name) {
    const shop_id = await insert('shops', {
      user_id: idOf(seller),
      name: 'A shop',
      slug: `shop-${idOf(seller)}`,
      description: 'Bakes for tests.',
      category: 'Other',
    })
    const product_id = await insert('products', { shop_id, name: 'A cake', price: 12, stock: 5 })
    const room = await insert('chat_rooms', { buyer_id: idOf(buyer), seller_id: idOf(seller), product_id })
    const messageRow = { chat_room_id: room, sender_id: idOf(buyer), content: 'Hello', type: 'message' }
    const message = await insert('chat_messages', messageRow)
    const address = { full_name: 'A', address_line1: '1 B', city: 'C', postal_code: 'SE1 9SG' }
    const orderRow = { buyer_id: idOf(buyer), shop_id, shop_name: 'A shop', subtotal: 12, delivery_address: address }
    const order = await insert('orders', orderRow)
    // RLS is checked when a change is sent. An order that is paid by then would also reach the seller as an insert.
    const lines = received.get(buyer) ?? []
    await waitUntil(() => lines.includes(`INSERT orders ${order}`), 'the buyer does not receive the order')
    const paid = { status: 'processing', paid_at: new Date().toISOString() }
    const { error } = await admin.client.from('orders').update(paid).eq('id', order)
    if (error) throw new Error(error.message)
    return { room, message, order }
  }
  const notify = (name: Name, title: string) =>
    insert('notifications', { user_id: idOf(name), type: 'system', title, message: 'Something.' })

  it('reach the buyer and the seller, those of an unpaid order only its buyer, and no other member or visitor', async () => {
    for (const [name, user] of users)
      if (name !== 'visitor') await subscribe(name, user)
      else {
        // Visitors have no right to these tables. Their channel joins, but receives no changes.
        const lines: string[] = []
        received.set(name, lines)
        await new Promise((done) =>
          tables
            .reduce(
              (channel, table) =>
                channel.on('postgres_changes', { event: '*', schema: 'public', table }, () => lines.push(table)),
              user.client.channel('open').on('broadcast', { event: 'marker' }, () => lines.push('broadcast')),
            )
            .subscribe(done),
        )
      }
    const firstNotifications = new Map<Name, string>()
    for (const name of names) if (name !== 'visitor') firstNotifications.set(name, await notify(name, 'First'))
    const mine = await trade('buyer', 'seller')
    const theirs = await trade('otherBuyer', 'otherSeller')
    // A socket receives changes in order, so the last one means that all have arrived.
    for (const name of names) {
      if (name === 'visitor') continue
      const last = await notify(name, 'Last')
      const lines = received.get(name) ?? []
      await waitUntil(
        () => lines.includes(`INSERT notifications ${last}`),
        `${name} does not receive the last notification`,
      )
    }
    await admin.client.channel('open').httpSend('marker', {})
    await waitUntil(() => received.get('visitor')?.includes('broadcast') ?? false, 'the visitor receives no broadcast')

    for (const [name, own, others] of [
      ['buyer', mine, theirs],
      ['seller', mine, theirs],
      ['otherBuyer', theirs, mine],
      ['otherSeller', theirs, mine],
    ] as const) {
      const lines = received.get(name) ?? []
      const text = lines.join('\n')
      const isBuyer = name.toLowerCase().includes('buyer')
      expect(lines, name).toContain(`INSERT notifications ${firstNotifications.get(name)}`)
      expect(lines, name).toContain(`INSERT chat_rooms ${own.room}`)
      expect(lines, name).toContain(`INSERT chat_messages ${own.message}`)
      expect(lines, name).toContain(`UPDATE orders ${own.order}`)
      expect(lines.includes(`INSERT orders ${own.order}`), name).toBe(isBuyer)
      for (const id of Object.values(others)) expect(text, name).not.toContain(id)
      for (const [other, id] of firstNotifications) if (other !== name) expect(text, name).not.toContain(id)
    }
    // A filter for the buyer's rows delivers them only to members whom they concern.
    expect(received.get('buyer')).toContain(`INSERT orders ${mine.order} by filter`)
    expect(received.get('seller')).toContain(`UPDATE orders ${mine.order} by filter`)
    expect(received.get('otherSeller')?.filter((line) => line.endsWith('by filter'))).toEqual([])
    expect(received.get('visitor')).toEqual(['broadcast'])
  })
})
