/** Changes of rows, broadcasts and presence as supabase-js hears them, on a server of its own. */
import { fileURLToPath } from 'node:url'
import type { RealtimePostgresChangesPayload } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases, startServer, type TestServer } from '../harness.ts'
import { joined, type Person, person, service, token, until } from './people.ts'

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
    for (const one of [...here, admin]) await one.leave()
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
    const { heard, answer } = await listen(ada, { filter: `room=eq.${where}` })
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
