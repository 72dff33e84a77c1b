/** Changes of rows, broadcasts and presence as supabase-js hears them, on a server of its own. */
import { fileURLToPath } from 'node:url'
import { postgresChangesFilter, type RealtimePostgresChangesPayload } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases, startServer, type TestServer } from '../harness.ts'
import { joined, openSocket, type Person, person, service, token, until } from './people.ts'

const project = fileURLToPath(new URL('realtime-project', import.meta.url))
type Change = RealtimePostgresChangesPayload<Record<string, unknown>>

describe.each(databases)('changes of rows on %s', (database) => {
  let server: TestServer
  let admin: Person
  let rooms = 0
  const here: Person[] = []

  beforeAll(async () => {
    server = await startServer({ database, env: { SUPABASE_DIR: project } })
    admin = service(server)
  })
  afterAll(async () => {
    await Promise.all([...here, admin].map((one) => one.leave()))
    await server.stop()
  })

  const somebody = async (options?: Parameters<typeof person>[1]) => {
    const one = await person(server, options)
    here.push(one)
    return one
  }
  const write = async (work: PromiseLike<{ error: { message: string } | null }>) => {
    const { error } = await work
    if (error) throw new Error(error.message)
  }
  const room = async (...members: Person[]) => {
    rooms += 1
    await write(admin.client.from('room_members').insert(members.map(({ id }) => ({ room: rooms, person: id }))))
    return rooms
  }
  const say = (where: number, body: string, more: object = {}) =>
    write(admin.client.from('messages').insert({ room: where, body, ...more }))
  const listen = async (one: Person, filter: object, name = 'room') => {
    const heard: Change[] = []
    const answer = await joined(
      one.client
        .channel(`${name}-${crypto.randomUUID()}`)
        .on('postgres_changes', { event: '*', schema: 'public', table: 'messages', ...filter }, (change) =>
          heard.push(change),
        ),
    )
    return { heard, answer }
  }
  const bodies = (heard: readonly Change[]) => heard.map((change) => Reflect.get(change.new, 'body'))

  test('are heard in Supabase’s shape: inserts, updates, and of deletes the key alone', async () => {
    const ada = await somebody()
    const where = await room(ada)
    const { heard, answer } = await listen(ada, { filter: 'id=lt.9007199254740992' })
    expect(answer).toMatchObject({ status: 'ok', message: 'Subscribed to PostgreSQL' })
    await say(where, 'A “cake”, 2 × £3', { price: 12.5, tags: ['a,b', 'c'] })
    const [insert] = await until(heard, 1)
    expect(insert).toMatchObject({
      schema: 'public',
      table: 'messages',
      eventType: 'INSERT',
      errors: null,
      commit_timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      old: {},
      new: { room: where, body: 'A “cake”, 2 × £3', price: 12.5, tags: ['a,b', 'c'], is_urgent: false },
    })
    const id: unknown = Reflect.get(insert?.new ?? {}, 'id')
    expect(Object.keys(insert?.new ?? {})).not.toContain('moderator_note')
    await write(admin.client.from('messages').update({ is_urgent: true }).eq('id', id))
    await until(heard, 2)
    await write(admin.client.from('messages').delete().eq('id', id))
    const [, update, gone] = await until(heard, 3)
    expect(update).toMatchObject({ eventType: 'UPDATE', old: { id }, new: { id, is_urgent: true } })
    expect(gone).toMatchObject({ eventType: 'DELETE', new: {}, old: { id } })
    expect(Object.keys(gone?.old ?? {})).toEqual(['id'])
    const columns = await raw(server, ada.id, where)
    expect(columns).toContainEqual({ name: 'price', type: 'numeric' })
    expect(JSON.stringify(columns)).not.toContain('moderator_note')
  })

  test('tell of deletes by a filter on the key, and by no other where row-level security restricts who listens', async () => {
    const [ada, eve] = [await somebody(), await somebody()]
    const where = await room(ada)
    await say(where, 'a secret', { price: 7.5 })
    const { data } = await admin.client.from('messages').select('id').eq('room', where).single()
    const id: unknown = data?.id
    const guesses = [`room=eq.${where}`, 'body=eq.a secret', 'price=lt.8', 'body=neq.x', `id=eq.${id},body=eq.a secret`]
    const guessed = await Promise.all(guesses.map(async (filter) => (await listen(eve, { filter })).heard))
    const byKey = await listen(eve, { filter: `id=eq.${id}` })
    const unrestricted = await listen(admin, { filter: 'body=eq.a secret' })
    const all = await listen(eve, { event: 'DELETE' })
    await write(admin.client.from('messages').delete().eq('id', id))
    // One socket is told of one change after the other: whatever else it had to hear of the first was said before the second.
    await say(where, 'another')
    await write(admin.client.from('messages').delete().eq('room', where))
    await until(all.heard, 2)
    expect(guessed).toEqual(guesses.map(() => []))
    expect(byKey.heard).toMatchObject([{ eventType: 'DELETE', old: { id } }])
    expect(await until(unrestricted.heard, 1)).toMatchObject([{ eventType: 'DELETE', old: { id } }])
  })

  test('are refused at the join where one socket wants too many, or too much that the database has to compare', async () => {
    const { socket, say: send, reply } = await openSocket(server, `apikey=${server.serviceKey}&vsn=2.0.0`)
    const join = async (topic: string, count: number, filter?: string) => {
      const wish = { event: '*', schema: 'public', table: 'messages', filter }
      const answer = await reply(
        send(`realtime:${topic}`, 'phx_join', { config: { postgres_changes: Array(count).fill(wish) } }),
      )
      return answer?.response?.reason ?? answer?.status
    }
    const prices = `price=in.(${Array.from({ length: 100 }, (_, n) => n)})`
    expect(await join('a', 3, prices)).toBe('ok')
    expect(await join('b', 2, prices)).toBe('ok')
    expect(await join('c', 1, 'price=eq.1')).toMatch(/too many values in filters/i)
    expect(await join('c', 45, 'room=eq.1')).toBe('ok')
    for (const topic of ['d', 'e', 'f']) expect(await join(topic, 50)).toBe('ok')
    expect(await join('g', 1)).toMatch(/too many subscriptions/i)
    // Joined anew, what a channel had before no longer counts.
    expect(await join('a', 3, prices)).toBe('ok')
    expect(await reply(send('realtime:f', 'phx_leave'))).toMatchObject({ status: 'ok' })
    expect(await join('g', 1)).toBe('ok')
    socket.close()
  })

  test('reach everyone, however many conditions others have and whether or not these can be compared', async () => {
    const filters = (from: number) =>
      Array.from({ length: 5 }, (_, n) => {
        const numbers = Array.from({ length: 100 }, (_, m) => `${from + n * 100 + m}.5`)
        return { event: '*', schema: 'public', table: 'messages', filter: `price=in.(${numbers})` }
      })
    const crowd = await Promise.all(
      [1_000, 2_000, 3_000].map(() => openSocket(server, `apikey=${server.serviceKey}&vsn=2.0.0`)),
    )
    for (const [n, one] of crowd.entries()) {
      const config = { postgres_changes: filters((n + 1) * 1_000) }
      expect(await one.reply(one.say('realtime:a', 'phx_join', { config }))).toMatchObject({ status: 'ok' })
    }
    const [ada, eve] = [await somebody(), await somebody()]
    const where = await room(ada)
    const cheap = await listen(ada, { filter: 'price=lt.2000' })
    await say(where, 'cheap', { price: 1_007.5 })
    await say(where, 'dear', { price: 3_499.5 })
    await say(where, 'cheap too', { price: 1 })
    expect(bodies(await until(cheap.heard, 2))).toEqual(['cheap', 'cheap too'])
    const told = crowd.map(
      ({ frames }) =>
        () =>
          frames.filter(([, , , event]) => event === 'postgres_changes').length,
    )
    await expect.poll(() => told.map((count) => count())).toEqual([1, 0, 1])
    for (const { socket } of crowd) socket.close()

    const seats = await listen(ada, { table: 'seats' })
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
    await until(seats.heard, 1)
    await until(lost, 1)
    await write(admin.client.from('seats').insert({ row_name: 'L', number: 2 }))
    expect((await until(seats.heard, 2)).map((change) => Reflect.get(change.new, 'number'))).toEqual([1, 2])
  })

  test('are told to nobody whom row-level security keeps from the row', async () => {
    const [ada, ben, eve] = [await somebody(), await somebody(), await somebody()]
    const where = await room(ada, ben)
    const elsewhere = await room(eve, ada)
    const hers = await listen(eve, {})
    const visitors: Change[] = []
    const visitor = await somebody({ token: server.anonKey })
    await joined(
      visitor.client
        .channel('all')
        .on('postgres_changes', { event: '*', schema: 'public', table: 'seats' }, (change) => visitors.push(change)),
    )
    const his = await listen(ben, {})
    await say(where, 'between us')
    await say(elsewhere, 'moving')
    await until(hers.heard, 1)
    // Out of her sight, and back into it.
    await write(admin.client.from('messages').update({ room: where, body: 'moved away' }).eq('body', 'moving'))
    await write(admin.client.from('messages').update({ room: elsewhere, body: 'back' }).eq('body', 'moved away'))
    await write(admin.client.from('room_members').delete().match({ room: elsewhere, person: eve.id }))
    await say(elsewhere, 'without her')
    await write(admin.client.from('room_members').insert({ room: elsewhere, person: eve.id }))
    await say(elsewhere, 'the last')
    await expect.poll(() => bodies(hers.heard).at(-1)).toBe('the last')
    expect(bodies(hers.heard).filter((body) => body === 'between us' || body === 'moved away')).toEqual([])
    expect(bodies(await until(his.heard, 1))[0]).toBe('between us')
    await write(admin.client.from('seats').insert({ row_name: 'A', number: 1 }))
    expect((await until(visitors, 1)).map(({ table }) => table)).toEqual(['seats'])
  })

  test('are those that a filter asks for, whatever the type', async () => {
    const ada = await somebody()
    const where = await room(ada)
    const wanted: [filter: string, bodies: string[]][] = [
      [`room=eq.${where}`, ['cheap', 'dear', 'tagged', 'end']],
      [`room=eq.${where},body=neq.cheap`, ['dear', 'tagged', 'end']],
      [`body=in.(cheap,"tag,ged",dear)`, ['cheap', 'dear']],
      ['price=lt.10', ['cheap']],
      ['price=gte.10.000', ['dear']],
      [`price=not.gt.5,room=eq.${where}`, ['cheap']],
      [`is_urgent=eq.true`, ['tagged']],
      [`price=is.null,room=eq.${where}`, ['tagged', 'end']],
      [`id=gt.9007199254740992`, ['tagged']],
      [`sent_at=lt.2001-01-01`, ['tagged']],
      [postgresChangesFilter().eq('room', where).like('body', '_ea%').build(), ['cheap', 'dear'].slice(1)],
      [postgresChangesFilter().eq('room', where).ilike('body', '%EA%').build(), ['cheap', 'dear']],
      [postgresChangesFilter().eq('room', where).match('body', '^(ch|d)ea').build(), ['cheap', 'dear']],
      [postgresChangesFilter().eq('room', where).not('body', 'imatch', 'EA|D').build(), []],
      [postgresChangesFilter().isDistinct('price', 5).eq('room', where).build(), ['dear', 'tagged', 'end']],
      [postgresChangesFilter().isDistinct('price', null).eq('room', where).build(), ['cheap', 'dear']],
      [postgresChangesFilter().isDistinct('body', 'end').eq('room', where).build(), ['cheap', 'dear', 'tagged']],
    ]
    const heard = await Promise.all(wanted.map(async ([filter]) => (await listen(ada, { filter })).heard))
    const all = await listen(ada, {})
    await say(where, 'cheap', { price: 5 })
    await say(where, 'dear', { price: 10 })
    await say(where, 'tagged', { is_urgent: true, id: '9007199254740993', sent_at: '2000-01-01' })
    await say(where, 'end')
    await say(where, 'afterwards')
    await until(all.heard, 5)
    // One socket is told of one change after the other: what came before the last one has reached all its channels.
    const before = (changes: Parameters<typeof bodies>[0]) => bodies(changes).filter((body) => body !== 'afterwards')
    expect(heard.map(before)).toEqual(wanted.map(([, expected]) => expected))
  })

  test('tell what a row was where its table keeps that and row-level security does not guard it, and hidden columns never', async () => {
    const ada = await somebody()
    const tables = ['prices', 'guarded_prices']
    const heard = await Promise.all(tables.map(async (table) => (await listen(ada, { table })).heard))
    const all = (count: number) => Promise.all(heard.map((changes) => until(changes, count)))
    for (const [table, work] of tables.map((name) => [name, admin.client.from(name)] as const)) {
      await write(work.insert([1, 2].map((id) => ({ id, pence: id * 100 }))))
      await until(heard[tables.indexOf(table)] ?? [], 2)
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

  test('of a partitioned table are told under its name, to whom its policies let see them', async () => {
    const [ada, eve] = [await somebody(), await somebody()]
    const hers = await listen(ada, { table: 'visits', filter: `person=eq.${ada.id}` })
    const others = await listen(eve, { table: 'visits', event: 'INSERT' })
    expect((await listen(eve, { table: 'visits_2026' })).answer.status).toBe('error')
    await write(admin.client.from('visits').insert({ day: '2025-12-31', id: 1, person: ada.id }))
    await until(hers.heard, 1)
    // Into the other partition.
    await write(admin.client.from('visits').update({ day: '2026-01-01' }).eq('id', 1))
    await until(hers.heard, 2)
    await write(admin.client.from('visits_2026').insert({ day: '2026-02-02', id: 2, person: ada.id }))
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
    const days = (await until(hers.heard, 4)).map(({ table, eventType, new: row }) => [
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
    expect((await until(others.heard, 1)).map((change) => Reflect.get(change.new, 'id'))).toEqual([4])
  })

  test('go on while the table changes under its listeners; truncating it says nothing, and long values come whole', async () => {
    const ada = await somebody()
    const where = await room(ada)
    const { heard } = await listen(ada, { filter: `room=eq.${where}` })
    const change = (command: string) => write(admin.client.rpc('run_sql', { command }))
    const long = 'x'.repeat(50_000)
    await say(where, long, { price: 1 })
    // What stays as it was is stored apart, and told all the same.
    await write(admin.client.from('messages').update({ price: 2 }).eq('room', where))
    const [first, second] = await until(heard, 2)
    expect([first, second].map((one) => Reflect.get(one?.new ?? {}, 'body'))).toEqual([long, long])
    await change(
      `alter table public.messages add column mood text default 'calm'; grant select (mood) on public.messages to authenticated`,
    )
    await say(where, 'with a mood')
    await until(heard, 3)
    await change('truncate public.messages')
    await change(
      'revoke select (mood, tags) on public.messages from authenticated; alter table public.messages alter price type numeric(12, 3)',
    )
    await say(where, 'without')
    await until(heard, 4)
    const { tags: _tags, ...left } = Object.fromEntries(Object.entries(heard[2]?.new ?? {}))
    expect(left).toMatchObject({ body: 'with a mood', mood: 'calm' })
    expect(Object.keys(heard[3]?.new ?? {}).sort()).toEqual(['body', 'id', 'is_urgent', 'price', 'room', 'sent_at'])
    await change(
      'alter table public.messages drop column mood; grant select (tags) on public.messages to authenticated',
    )
  })

  test('cannot be asked for with a filter, table or column that is not there to ask', async () => {
    const ada = await somebody()
    const refused: [object, RegExp][] = [
      [{ table: 'drafts' }, /enable/i],
      [{ table: 'no_such' }, /enable/i],
      [{ schema: 'auth', table: 'users' }, /enable/i],
      [{ filter: 'moderator_note=eq.x' }, /invalid column for filter moderator_note/],
      [{ filter: 'nothing=eq.x' }, /invalid column/],
      [{ filter: 'room=is.7' }, /'is' compares/],
      [{ filter: 'room=eq.seven' }, /'seven' is no value/],
      [{ filter: 'price=lt.cheap' }, /invalid input syntax for type numeric/],
      [{ filter: `price=lt.1); drop table messages; --` }, /invalid input syntax/],
      [{ filter: 'tags=cs.{a}' }, /'cs' is no operator/],
      [{ filter: 'body=match.(a' }, /invalid regular expression/],
      [{ filter: `body=match."(a)\\\\1"` }, /does not refer back/],
      [{ filter: 'body=match."(a{99}){99}"' }, /come to too much/],
      [{ filter: `body=like.${'%a'.repeat(101)}` }, /at the most/],
      [{ filter: 'body=like.a\\' }, /escape/],
      [{ filter: 'room' }, /no condition/],
    ]
    for (const [filter, message] of refused) {
      const { answer } = await listen(ada, filter)
      expect({ filter, ...answer }).toMatchObject({ status: 'error', message: expect.stringMatching(message) })
    }
    const visitor = await somebody({ token: server.anonKey })
    expect((await listen(visitor, {})).answer.status).toBe('error')
    expect((await listen(ada, {})).answer.status).toBe('ok')
  })

  test('end with the token, unless it is renewed', async () => {
    const [ada, ben] = [await somebody(), await somebody()]
    const where = await room(ada, ben)
    // Servers allow for clocks that differ by 30 seconds.
    await ada.client.realtime.setAuth(await token(ada.id, -28))
    await ben.client.realtime.setAuth(await token(ben.id, -28))
    const ends: string[] = []
    const says: string[] = []
    const heard: Change[] = []
    const adas = ada.client
      .channel('ends')
      .on('postgres_changes', { event: '*', schema: 'public', table: 'messages' }, () => ends.push('heard'))
      .on('system', {}, ({ message }: { message: string }) => says.push(message))
    const closed = new Promise((resolve) => adas.subscribe((status) => status === 'CLOSED' && resolve(status)))
    await joined(
      ben.client
        .channel('goes on')
        .on('postgres_changes', { event: '*', schema: 'public', table: 'messages' }, (change) => heard.push(change)),
    )
    await ben.client.realtime.setAuth(await token(ben.id))
    await closed
    expect(says.at(-1)).toBe('Token has expired')
    await say(where, 'afterwards')
    await until(heard, 1)
    expect(ends).toEqual([])
    await expect(joined(ada.client.channel('again'))).rejects.toThrow(/expired/)
  })

  test.runIf(database === 'postgres')(
    'are all told, and what the database says too, however often its connections are cut',
    async () => {
      const ada = await somebody()
      const where = await room(ada)
      const { heard } = await listen(ada, { filter: `room=eq.${where}` })
      const said: unknown[] = []
      await joined(
        ada.client
          .channel('cut')
          .on('postgres_changes', { event: '*', schema: 'public', table: 'seats' }, () => {})
          .on('broadcast', { event: '*' }, ({ payload }) => said.push(payload.n)),
      )
      const written: number[] = []
      for (let n = 0; n < 30; n += 1) {
        const both = `insert into public.messages (room, body) values (${where}, '${n}');
        select realtime.send('{"n": ${n}}', 'n', 'cut', false)`
        // What was not answered for may or may not have been done.
        const { error } = await admin.client.rpc('run_sql', { command: both })
        if (!error) written.push(n)
        if (n % 10 === 5)
          await admin.client.rpc('run_sql', {
            command: `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
          })
      }
      expect(written.length).toBeGreaterThan(15)
      const numbers = () => bodies(heard).map(Number)
      await expect.poll(numbers, { timeout: 20_000 }).toEqual(expect.arrayContaining(written))
      await expect.poll(() => said, { timeout: 20_000 }).toEqual(expect.arrayContaining(written))
      expect([new Set(numbers()).size, new Set(said).size]).toEqual([numbers().length, said.length])
    },
  )

  test('come once each and in order, however many transactions write at once', async () => {
    const ada = await somebody()
    const where = await room(ada)
    const { heard } = await listen(ada, { filter: `room=eq.${where}` })
    await Promise.all(Array.from({ length: 60 }, (_, n) => say(where, `${n}`)))
    await write(
      admin.client.from('messages').insert(Array.from({ length: 500 }, (_, n) => ({ room: where, body: `b${n}` }))),
    )
    await until(heard, 560)
    await say(where, 'end')
    await until(heard, 561)
    expect(new Set(bodies(heard)).size).toBe(561)
    expect(bodies(heard).filter((body) => String(body).startsWith('b'))).toEqual(
      Array.from({ length: 500 }, (_, n) => `b${n}`),
    )
  })
})

/** What the wire says of columns, which realtime-js keeps to itself. */
async function raw(server: TestServer, id: string, where: number): Promise<unknown> {
  const { WebSocket } = await import('ws')
  const socket = new WebSocket(
    `${server.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${server.anonKey}&vsn=1.0.0`,
  )
  await new Promise((resolve) => socket.once('open', resolve))
  const admin = service(server)
  const columns = new Promise((resolve) => {
    socket.on('message', (data) => {
      const { event, payload } = JSON.parse(String(data))
      if (event === 'system') void admin.client.from('messages').insert({ room: where, body: 'raw' }).then()
      if (event === 'postgres_changes') resolve(payload.data.columns)
    })
  })
  const payload = {
    config: { postgres_changes: [{ event: 'INSERT', schema: 'public', table: 'messages' }] },
    access_token: await token(id),
  }
  socket.send(JSON.stringify({ topic: 'realtime:raw', event: 'phx_join', payload, ref: '1', join_ref: '1' }))
  const seen = await columns
  socket.close()
  return seen
}
