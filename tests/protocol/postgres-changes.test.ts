/** Postgres changes, as supabase-js receives them. */
import { fileURLToPath } from 'node:url'
import { postgresChangesFilter, type RealtimePostgresChangesPayload } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases, startServer, type TestServer } from '../harness.ts'
import {
  memberToken,
  newUser,
  openSocket,
  serviceUser,
  subscribeToChanges,
  type TestUser,
  waitForCount,
} from './realtime-clients.ts'

const project = fileURLToPath(new URL('realtime-project', import.meta.url))
type Change = RealtimePostgresChangesPayload<Record<string, unknown>>

describe.each(databases)('Postgres changes on %s', (database) => {
  let server: TestServer
  let admin: TestUser
  let rooms = 0
  const users: TestUser[] = []

  beforeAll(async () => {
    server = await startServer({ database, env: { SUPABASE_DIR: project } })
    admin = serviceUser(server)
  })
  afterAll(async () => {
    await Promise.all([...users, admin].map((user) => user.disconnect()))
    await server.stop()
  })

  const openUser = async (options?: Parameters<typeof newUser>[1]) => {
    const user = await newUser(server, options)
    users.push(user)
    return user
  }
  const write = async (work: PromiseLike<{ error: { message: string } | null }>) => {
    const { error } = await work
    if (error) throw new Error(error.message)
  }
  const room = async (...members: TestUser[]) => {
    rooms += 1
    await write(admin.client.from('room_members').insert(members.map(({ id }) => ({ room: rooms, person: id }))))
    return rooms
  }
  const post = (roomId: number, body: string, more: object = {}) =>
    write(admin.client.from('messages').insert({ room: roomId, body, ...more }))
  const subscribe = async (user: TestUser, filter: object, name = 'room') => {
    const received: Change[] = []
    const system = await subscribeToChanges(
      user.client
        .channel(`${name}-${crypto.randomUUID()}`)
        .on('postgres_changes', { event: '*', schema: 'public', table: 'messages', ...filter }, (change) =>
          received.push(change),
        ),
    )
    return { received, system }
  }
  const bodies = (received: readonly Change[]) => received.map((change) => Reflect.get(change.new, 'body'))

  test('have Supabase’s format for inserts, updates and deletes, and a delete has only the key', async () => {
    const ada = await openUser()
    const roomId = await room(ada)
    const { received, system } = await subscribe(ada, { filter: 'id=lt.9007199254740992' })
    expect(system).toMatchObject({ status: 'ok', message: 'Subscribed to PostgreSQL' })
    await post(roomId, 'A “cake”, 2 × £3', { price: 12.5, tags: ['a,b', 'c'] })
    const [insert] = await waitForCount(received, 1)
    expect(insert).toMatchObject({
      schema: 'public',
      table: 'messages',
      eventType: 'INSERT',
      errors: null,
      commit_timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      old: {},
      new: { room: roomId, body: 'A “cake”, 2 × £3', price: 12.5, tags: ['a,b', 'c'], is_urgent: false },
    })
    const id: unknown = Reflect.get(insert?.new ?? {}, 'id')
    expect(Object.keys(insert?.new ?? {})).not.toContain('moderator_note')
    await write(admin.client.from('messages').update({ is_urgent: true }).eq('id', id))
    await waitForCount(received, 2)
    await write(admin.client.from('messages').delete().eq('id', id))
    const [, update, gone] = await waitForCount(received, 3)
    expect(update).toMatchObject({ eventType: 'UPDATE', old: { id }, new: { id, is_urgent: true } })
    expect(gone).toMatchObject({ eventType: 'DELETE', new: {}, old: { id } })
    expect(Object.keys(gone?.old ?? {})).toEqual(['id'])
    const columns = await rawColumns(server, ada.id, roomId)
    expect(columns).toContainEqual({ name: 'price', type: 'numeric' })
    expect(JSON.stringify(columns)).not.toContain('moderator_note')
  })

  test('include deletes for filters on the key, but for other filters only if the subscriber bypasses row-level security', async () => {
    const [ada, eve] = [await openUser(), await openUser()]
    const roomId = await room(ada)
    await post(roomId, 'a secret', { price: 7.5 })
    const { data } = await admin.client.from('messages').select('id').eq('room', roomId).single()
    const id: unknown = data?.id
    const filters = [
      `room=eq.${roomId}`,
      'body=eq.a secret',
      'price=lt.8',
      'body=neq.x',
      `id=eq.${id},body=eq.a secret`,
    ]
    const guessed = await Promise.all(filters.map(async (filter) => (await subscribe(eve, { filter })).received))
    const byKey = await subscribe(eve, { filter: `id=eq.${id}` })
    const unrestricted = await subscribe(admin, { filter: 'body=eq.a secret' })
    const all = await subscribe(eve, { event: 'DELETE' })
    await write(admin.client.from('messages').delete().eq('id', id))
    // A socket receives changes in order. When the second has arrived, so has everything about the first.
    await post(roomId, 'another')
    await write(admin.client.from('messages').delete().eq('room', roomId))
    await waitForCount(all.received, 2)
    expect(guessed).toEqual(filters.map(() => []))
    expect(byKey.received).toMatchObject([{ eventType: 'DELETE', old: { id } }])
    expect(await waitForCount(unrestricted.received, 1)).toMatchObject([{ eventType: 'DELETE', old: { id } }])
  })

  test('are refused at the join if a socket has too many subscriptions or filter values', async () => {
    const { socket, send, reply } = await openSocket(server, `apikey=${server.serviceKey}&vsn=2.0.0`)
    const join = async (topic: string, count: number, filter?: string) => {
      const wish = { event: '*', schema: 'public', table: 'messages', filter }
      const system = await reply(
        send(`realtime:${topic}`, 'phx_join', { config: { postgres_changes: Array(count).fill(wish) } }),
      )
      return system?.response?.reason ?? system?.status
    }
    const prices = `price=in.(${Array.from({ length: 100 }, (_, n) => n)})`
    expect(await join('a', 3, prices)).toBe('ok')
    expect(await join('b', 2, prices)).toBe('ok')
    expect(await join('c', 1, 'price=eq.1')).toMatch(/too many values in filters/i)
    expect(await join('c', 45, 'room=eq.1')).toBe('ok')
    for (const topic of ['d', 'e', 'f']) expect(await join(topic, 50)).toBe('ok')
    expect(await join('g', 1)).toMatch(/too many subscriptions/i)
    // A second join replaces the channel's subscriptions.
    expect(await join('a', 3, prices)).toBe('ok')
    expect(await reply(send('realtime:f', 'phx_leave'))).toMatchObject({ status: 'ok' })
    expect(await join('g', 1)).toBe('ok')
    socket.close()
  })

  test('reach all subscribers, also when others have many filters or filters that fail', async () => {
    const filters = (from: number) =>
      Array.from({ length: 5 }, (_, n) => {
        const numbers = Array.from({ length: 100 }, (_, m) => `${from + n * 100 + m}.5`)
        return { event: '*', schema: 'public', table: 'messages', filter: `price=in.(${numbers})` }
      })
    const others = await Promise.all(
      [1_000, 2_000, 3_000].map(() => openSocket(server, `apikey=${server.serviceKey}&vsn=2.0.0`)),
    )
    for (const [n, one] of others.entries()) {
      const config = { postgres_changes: filters((n + 1) * 1_000) }
      expect(await one.reply(one.send('realtime:a', 'phx_join', { config }))).toMatchObject({ status: 'ok' })
    }
    const [ada, eve] = [await openUser(), await openUser()]
    const roomId = await room(ada)
    const cheap = await subscribe(ada, { filter: 'price=lt.2000' })
    await post(roomId, 'cheap', { price: 1_007.5 })
    await post(roomId, 'dear', { price: 3_499.5 })
    await post(roomId, 'cheap too', { price: 1 })
    expect(bodies(await waitForCount(cheap.received, 2))).toEqual(['cheap', 'cheap too'])
    const deliveries = others.map(
      ({ frames }) =>
        () =>
          frames.filter(([, , , event]) => event === 'postgres_changes').length,
    )
    await expect.poll(() => deliveries.map((count) => count()), { timeout: 15_000 }).toEqual([1, 0, 1])
    for (const { socket } of others) socket.close()

    const seats = await subscribe(ada, { table: 'seats' })
    const lost: unknown[] = []
    const eves = eve.client
      .channel('labels')
      .on('postgres_changes', { event: '*', schema: 'public', table: 'seats', filter: 'label=eq.("{}")' }, () => {})
    await new Promise<void>((resolve) =>
      eves.subscribe((status) => {
        if (status === 'SUBSCRIBED') resolve()
        if (status === 'CHANNEL_ERROR') lost.push(status)
      }),
    )
    await write(admin.client.from('seats').insert({ row_name: 'L', number: 1, label: { words: {} } }))
    await waitForCount(seats.received, 1)
    await waitForCount(lost, 1)
    await write(admin.client.from('seats').insert({ row_name: 'L', number: 2 }))
    expect((await waitForCount(seats.received, 2)).map((change) => Reflect.get(change.new, 'number'))).toEqual([1, 2])
  })

  test('are hidden from subscribers who may not read the row', async () => {
    const [ada, ben, eve] = [await openUser(), await openUser(), await openUser()]
    const roomId = await room(ada, ben)
    const elsewhere = await room(eve, ada)
    const hers = await subscribe(eve, {})
    const visitors: Change[] = []
    const visitor = await openUser({ token: server.anonKey })
    await subscribeToChanges(
      visitor.client
        .channel('all')
        .on('postgres_changes', { event: '*', schema: 'public', table: 'seats' }, (change) => visitors.push(change)),
    )
    const his = await subscribe(ben, {})
    await post(roomId, 'between us')
    await post(elsewhere, 'moving')
    await waitForCount(hers.received, 1)
    // Eve may not read the row in the other room, and may read it after it moves back.
    await write(admin.client.from('messages').update({ room: roomId, body: 'moved away' }).eq('body', 'moving'))
    await write(admin.client.from('messages').update({ room: elsewhere, body: 'back' }).eq('body', 'moved away'))
    await write(admin.client.from('room_members').delete().match({ room: elsewhere, person: eve.id }))
    await post(elsewhere, 'without her')
    await write(admin.client.from('room_members').insert({ room: elsewhere, person: eve.id }))
    await post(elsewhere, 'the last')
    await expect.poll(() => bodies(hers.received).at(-1), { timeout: 15_000 }).toBe('the last')
    expect(bodies(hers.received).filter((body) => body === 'between us' || body === 'moved away')).toEqual([])
    expect(bodies(await waitForCount(his.received, 1))[0]).toBe('between us')
    await write(admin.client.from('seats').insert({ row_name: 'A', number: 1 }))
    expect((await waitForCount(visitors, 1)).map(({ table }) => table)).toEqual(['seats'])
  })

  test('match filters on columns of any type', async () => {
    const ada = await openUser()
    const roomId = await room(ada)
    const wanted: [filter: string, bodies: string[]][] = [
      [`room=eq.${roomId}`, ['cheap', 'dear', 'tagged', 'end']],
      [`room=eq.${roomId},body=neq.cheap`, ['dear', 'tagged', 'end']],
      [`body=in.(cheap,"tag,ged",dear)`, ['cheap', 'dear']],
      ['price=lt.10', ['cheap']],
      ['price=gte.10.000', ['dear']],
      [`price=not.gt.5,room=eq.${roomId}`, ['cheap']],
      [`is_urgent=eq.true`, ['tagged']],
      [`price=is.null,room=eq.${roomId}`, ['tagged', 'end']],
      [`id=gt.9007199254740992`, ['tagged']],
      [`sent_at=lt.2001-01-01`, ['tagged']],
      [postgresChangesFilter().eq('room', roomId).like('body', '_ea%').build(), ['cheap', 'dear'].slice(1)],
      [postgresChangesFilter().eq('room', roomId).ilike('body', '%EA%').build(), ['cheap', 'dear']],
      [postgresChangesFilter().eq('room', roomId).match('body', '^(ch|d)ea').build(), ['cheap', 'dear']],
      [postgresChangesFilter().eq('room', roomId).not('body', 'imatch', 'EA|D').build(), []],
      [postgresChangesFilter().isDistinct('price', 5).eq('room', roomId).build(), ['dear', 'tagged', 'end']],
      [postgresChangesFilter().isDistinct('price', null).eq('room', roomId).build(), ['cheap', 'dear']],
      [postgresChangesFilter().isDistinct('body', 'end').eq('room', roomId).build(), ['cheap', 'dear', 'tagged']],
    ]
    const received = await Promise.all(wanted.map(async ([filter]) => (await subscribe(ada, { filter })).received))
    const all = await subscribe(ada, {})
    await post(roomId, 'cheap', { price: 5 })
    await post(roomId, 'dear', { price: 10 })
    await post(roomId, 'tagged', { is_urgent: true, id: '9007199254740993', sent_at: '2000-01-01' })
    await post(roomId, 'end')
    await post(roomId, 'afterwards')
    await waitForCount(all.received, 5)
    // A socket receives changes in order. All changes before the last have reached all its channels.
    const before = (changes: Parameters<typeof bodies>[0]) => bodies(changes).filter((body) => body !== 'afterwards')
    expect(received.map(before)).toEqual(wanted.map(([, expected]) => expected))
  })

  test('include the old row with replica identity full and no row-level security, but never hidden columns', async () => {
    const ada = await openUser()
    const tables = ['prices', 'guarded_prices']
    const received = await Promise.all(tables.map(async (table) => (await subscribe(ada, { table })).received))
    const all = (count: number) => Promise.all(received.map((changes) => waitForCount(changes, count)))
    for (const [table, work] of tables.map((name) => [name, admin.client.from(name)] as const)) {
      await write(work.insert([1, 2].map((id) => ({ id, pence: id * 100 }))))
      await waitForCount(received[tables.indexOf(table)] ?? [], 2)
      await write(admin.client.from(table).update({ pence: 300 }).in('id', [1, 2]))
    }
    await all(4)
    for (const table of tables) await write(admin.client.from(table).delete().eq('id', 1))
    const [open, guarded] = (await all(5)).map((changes) => changes.slice(2).map(({ old }) => old))
    expect(open).toEqual([
      { id: 1, pence: 100, note: null },
      { id: 2, pence: 200, note: null },
      { id: 1, pence: 300, note: null },
    ])
    expect(guarded).toEqual([{ id: 1 }, { id: 2 }, { id: 1 }])
  })

  test('of a partitioned table carry its name and follow its policies', async () => {
    const [ada, eve] = [await openUser(), await openUser()]
    const hers = await subscribe(ada, { table: 'visits', filter: `person=eq.${ada.id}` })
    const others = await subscribe(eve, { table: 'visits', event: 'INSERT' })
    expect((await subscribe(eve, { table: 'visits_2026' })).system.status).toBe('error')
    await write(admin.client.from('visits').insert({ day: '2025-12-31', id: 1, person: ada.id }))
    await waitForCount(hers.received, 1)
    // Moves the row to the other partition.
    await write(admin.client.from('visits').update({ day: '2026-01-01' }).eq('id', 1))
    await waitForCount(hers.received, 2)
    const command = `insert into public.visits_2026 (day, id, person) values ('2026-02-02', 2, '${ada.id}')`
    await write(admin.client.rpc('run_sql', { command }))
    await write(
      admin.client.rpc('run_sql', {
        command: `create table public.visits_2027 partition of public.visits for values from ('2027-01-01') to ('2028-01-01')`,
      }),
    )
    await write(
      admin.client.from('visits').insert([
        { day: '2027-01-01', id: 3, person: ada.id },
        { day: '2027-01-01', id: 4, person: eve.id },
      ]),
    )
    const days = (await waitForCount(hers.received, 4)).map(({ table, eventType, new: row }) => [
      table,
      eventType,
      Reflect.get(row, 'day'),
    ])
    expect(days).toEqual([
      ['visits', 'INSERT', '2025-12-31'],
      ['visits', 'UPDATE', '2026-01-01'],
      ['visits', 'INSERT', '2026-02-02'],
      ['visits', 'INSERT', '2027-01-01'],
    ])
    expect((await waitForCount(others.received, 1)).map((change) => Reflect.get(change.new, 'id'))).toEqual([4])
  })

  test('continue after the table is altered or truncated, and include long values', async () => {
    const ada = await openUser()
    const roomId = await room(ada)
    const { received } = await subscribe(ada, { filter: `room=eq.${roomId}` })
    const change = (command: string) => write(admin.client.rpc('run_sql', { command }))
    const long = 'x'.repeat(50_000)
    await post(roomId, long, { price: 1 })
    // A long unchanged value is stored out of line (TOAST), and is sent nevertheless.
    await write(admin.client.from('messages').update({ price: 2 }).eq('room', roomId))
    const [first, second] = await waitForCount(received, 2)
    expect([first, second].map((one) => Reflect.get(one?.new ?? {}, 'body'))).toEqual([long, long])
    await change(
      `alter table public.messages add column mood text default 'calm'; grant select (mood) on public.messages to authenticated`,
    )
    await post(roomId, 'with a mood')
    await waitForCount(received, 3)
    await change('truncate public.messages')
    await change(
      'revoke select (mood, tags) on public.messages from authenticated; alter table public.messages alter price type numeric(12, 3)',
    )
    await post(roomId, 'without')
    await waitForCount(received, 4)
    const { tags: _tags, ...left } = Object.fromEntries(Object.entries(received[2]?.new ?? {}))
    expect(left).toMatchObject({ body: 'with a mood', mood: 'calm' })
    expect(Object.keys(received[3]?.new ?? {}).sort()).toEqual(['body', 'id', 'is_urgent', 'price', 'room', 'sent_at'])
    await change(
      'alter table public.messages drop column mood; grant select (tags) on public.messages to authenticated',
    )
  })

  test('are refused for unknown tables, columns and filters', async () => {
    const ada = await openUser()
    const refused: [object, RegExp][] = [
      [{ table: 'drafts' }, /enable/i],
      [{ table: 'no_such' }, /enable/i],
      [{ schema: 'auth', table: 'users' }, /enable/i],
      [{ filter: 'moderator_note=eq.x' }, /invalid column for filter moderator_note/],
      [{ filter: 'nothing=eq.x' }, /invalid column/],
      [{ filter: 'room=is.7' }, /'is' compares/],
      [{ filter: 'room=eq.seven' }, /'seven' is not a valid/],
      [{ filter: 'price=lt.cheap' }, /invalid input syntax for type numeric/],
      [{ filter: `price=lt.1); drop table messages; --` }, /invalid input syntax/],
      [{ filter: 'tags=cs.{a}' }, /'cs' is not a filter operator/],
      [{ filter: 'body=match.(a' }, /invalid regular expression/],
      [{ filter: `body=match."(a)\\\\1"` }, /back references/],
      [{ filter: 'body=match."(a{99}){99}"' }, /repetition counts/],
      [{ filter: `body=like.${'%a'.repeat(101)}` }, /at most/],
      [{ filter: 'body=like.a\\' }, /escape/],
      [{ filter: 'room' }, /not a condition/],
    ]
    for (const [filter, message] of refused) {
      const { system } = await subscribe(ada, filter)
      expect({ filter, ...system }).toMatchObject({ status: 'error', message: expect.stringMatching(message) })
    }
    const visitor = await openUser({ token: server.anonKey })
    expect((await subscribe(visitor, {})).system.status).toBe('error')
    expect((await subscribe(ada, {})).system.status).toBe('ok')
  })

  test('end when the token expires, unless it is renewed', async () => {
    const [ada, ben] = [await openUser(), await openUser()]
    const roomId = await room(ada, ben)
    // Servers tolerate a clock skew of 30 seconds.
    await ada.client.realtime.setAuth(await memberToken(ada.id, -28))
    await ben.client.realtime.setAuth(await memberToken(ben.id, -28))
    const adasChanges: string[] = []
    const messages: string[] = []
    const received: Change[] = []
    const adas = ada.client
      .channel('ends')
      .on('postgres_changes', { event: '*', schema: 'public', table: 'messages' }, () => adasChanges.push('received'))
      .on('system', {}, ({ message }: { message: string }) => messages.push(message))
    const closed = new Promise((resolve) => adas.subscribe((status) => status === 'CLOSED' && resolve(status)))
    await subscribeToChanges(
      ben.client
        .channel('goes on')
        .on('postgres_changes', { event: '*', schema: 'public', table: 'messages' }, (change) => received.push(change)),
    )
    await ben.client.realtime.setAuth(await memberToken(ben.id))
    await closed
    expect(messages.at(-1)).toBe('Token has expired')
    await post(roomId, 'afterwards')
    await waitForCount(received, 1)
    expect(adasChanges).toEqual([])
    await expect(subscribeToChanges(ada.client.channel('again'))).rejects.toThrow(/expired/)
  })

  test.runIf(database === 'postgres')(
    'all arrive, with broadcasts from the database, although its connections are cut repeatedly',
    async () => {
      const ada = await openUser()
      const roomId = await room(ada)
      const { received } = await subscribe(ada, { filter: `room=eq.${roomId}` })
      const said: unknown[] = []
      await subscribeToChanges(
        ada.client
          .channel('cut')
          .on('postgres_changes', { event: '*', schema: 'public', table: 'seats' }, () => {})
          .on('broadcast', { event: '*' }, ({ payload }) => said.push(payload.n)),
      )
      const written: number[] = []
      for (let n = 0; n < 30; n += 1) {
        const both = `insert into public.messages (room, body) values (${roomId}, '${n}');
        select realtime.send('{"n": ${n}}', 'n', 'cut', false)`
        // An unconfirmed write may or may not be stored.
        const { error } = await admin.client.rpc('run_sql', { command: both })
        if (!error) written.push(n)
        if (n % 10 === 5)
          await admin.client.rpc('run_sql', {
            command: `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
          })
      }
      expect(written.length).toBeGreaterThan(15)
      const numbers = () => bodies(received).map(Number)
      await expect.poll(numbers, { timeout: 20_000 }).toEqual(expect.arrayContaining(written))
      await expect.poll(() => said, { timeout: 20_000 }).toEqual(expect.arrayContaining(written))
      expect([new Set(numbers()).size, new Set(said).size]).toEqual([numbers().length, said.length])
    },
  )

  test('arrive once each and in order while many transactions write', async () => {
    const ada = await openUser()
    const roomId = await room(ada)
    const { received } = await subscribe(ada, { filter: `room=eq.${roomId}` })
    await Promise.all(Array.from({ length: 60 }, (_, n) => post(roomId, `${n}`)))
    await write(
      admin.client.from('messages').insert(Array.from({ length: 500 }, (_, n) => ({ room: roomId, body: `b${n}` }))),
    )
    await waitForCount(received, 560)
    await post(roomId, 'end')
    await waitForCount(received, 561)
    expect(new Set(bodies(received)).size).toBe(561)
    expect(bodies(received).filter((body) => String(body).startsWith('b'))).toEqual(
      Array.from({ length: 500 }, (_, n) => `b${n}`),
    )
  })
})

/** The columns of a change in the protocol, which realtime-js does not expose. */
async function rawColumns(server: TestServer, id: string, roomId: number): Promise<unknown> {
  const { WebSocket } = await import('ws')
  const socket = new WebSocket(
    `${server.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${server.anonKey}&vsn=1.0.0`,
  )
  await new Promise((resolve) => socket.once('open', resolve))
  const admin = serviceUser(server)
  const columns = new Promise((resolve) => {
    socket.on('message', (data) => {
      const { event, payload } = JSON.parse(String(data))
      if (event === 'system') void admin.client.from('messages').insert({ room: roomId, body: 'raw' }).then()
      if (event === 'postgres_changes') resolve(payload.data.columns)
    })
  })
  const payload = {
    config: { postgres_changes: [{ event: 'INSERT', schema: 'public', table: 'messages' }] },
    access_token: await memberToken(id),
  }
  socket.send(JSON.stringify({ topic: 'realtime:raw', event: 'phx_join', payload, ref: '1', join_ref: '1' }))
  const result = await columns
  socket.close()
  return result
}
