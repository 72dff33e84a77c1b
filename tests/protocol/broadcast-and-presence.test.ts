/** Broadcast and presence with supabase-js, on PostgreSQL between two server processes; and hostile clients. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClient, type RealtimeChannel } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase, databases, dropDatabase, noSession, startServer, type TestServer } from '../harness.ts'
import {
  newUser,
  openSocket,
  serviceUser,
  subscribeToChanges,
  type TestUser,
  waitForCount,
} from './realtime-clients.ts'

const project = fileURLToPath(new URL('realtime-project', import.meta.url))
const pollOptions = { timeout: 20_000, interval: 10 }

const subscribed = (channel: RealtimeChannel) =>
  new Promise<RealtimeChannel>((resolve, reject) => {
    channel.subscribe((status, error) => {
      if (status === 'SUBSCRIBED') resolve(channel)
      if (status === 'CHANNEL_ERROR') reject(error ?? new Error(status))
    })
  })
const presentNames = (channel: RealtimeChannel) =>
  Object.values(channel.presenceState<{ name: string }>())
    .flat()
    .map(({ name }) => name)
    .sort()

describe.each(databases)('Subscribers of a topic on %s', (database) => {
  let here: TestServer
  let there: TestServer
  let databaseUrl: string | undefined
  const users: TestUser[] = []

  beforeAll(async () => {
    databaseUrl = database === 'postgres' ? await createDatabase({ project }) : undefined
    const env = { SUPABASE_DIR: project, DATABASE_URL: databaseUrl ?? '' }
    here = await startServer({ env })
    there = databaseUrl ? await startServer({ env }) : here
  })
  afterAll(async () => {
    await Promise.all(users.map((user) => user.disconnect()))
    await here.stop()
    if (there !== here) await there.stop()
    if (databaseUrl) await dropDatabase(databaseUrl)
  })
  const userAt = async (server: TestServer) => {
    const user = await newUser(server)
    users.push(user)
    return user
  }

  test('receive broadcasts in order, and their own if they choose to', async () => {
    const [ada, ben, eve] = [await userAt(here), await userAt(there), await userAt(there)]
    const received = { ada: [] as unknown[], ben: [] as unknown[], eve: [] as unknown[] }
    const subscribe = (one: TestUser, topic: string, into: unknown[], broadcast: object = {}) =>
      subscribed(
        one.client
          .channel(topic, { config: { broadcast } })
          .on('broadcast', { event: 'message' }, ({ payload }) =>
            into.push(payload instanceof ArrayBuffer ? [...new Uint8Array(payload)] : payload),
          ),
      )
    const adas = await subscribe(ada, 'talk', received.ada, { self: true, ack: true })
    const bens = await subscribe(ben, 'talk', received.ben)
    const eves = await subscribe(eve, 'elsewhere', received.eve)
    const long = 'x'.repeat(20_000)
    const sent = [{ n: 1, text: 'Grüße “🍰”' }, { long }, { n: 3 }]
    for (const payload of sent) expect(await adas.send({ type: 'broadcast', event: 'message', payload })).toBe('ok')
    await adas.send({ type: 'broadcast', event: 'other', payload: {} })
    const bytes = Uint8Array.from([0, 255, 7]).buffer
    await adas.send({ type: 'broadcast', event: 'message', payload: bytes })
    await eves.send({ type: 'broadcast', event: 'message', payload: {} })
    await bens.send({ type: 'broadcast', event: 'message', payload: { n: 4 } })
    expect(await adas.httpSend('message', { n: 5 })).toEqual({ success: true })
    expect(await waitForCount(received.ben, 5)).toEqual([...sent, [0, 255, 7], { n: 5 }])
    // Ben's message and the one by HTTP have no common order.
    expect(await waitForCount(received.ada, 6)).toEqual(
      expect.arrayContaining([...sent, [0, 255, 7], { n: 4 }, { n: 5 }]),
    )
    expect(received.eve).toEqual([])
  })

  test('see presences that join, change and leave, also by a lost connection', async () => {
    const [ada, ben, cat] = [await userAt(here), await userAt(there), await userAt(there)]
    const events: string[] = []
    const adas = ada.client
      .channel('present', { config: { presence: { key: 'ada' } } })
      .on('presence', { event: 'join' }, ({ key, newPresences }) => events.push(`+${key} ${newPresences[0]?.name}`))
      .on('presence', { event: 'leave' }, ({ key, leftPresences }) => events.push(`-${key} ${leftPresences[0]?.name}`))
    await subscribed(adas)
    const bens = await subscribed(
      ben.client
        .channel('present', { config: { presence: { key: 'ben' } } })
        .on('presence', { event: 'sync' }, () => {}),
    )
    expect(await adas.track({ name: 'Ada' })).toBe('ok')
    await expect.poll(() => presentNames(bens), pollOptions).toEqual(['Ada'])
    await bens.track({ name: 'Ben' })
    await expect.poll(() => presentNames(adas), pollOptions).toEqual(['Ada', 'Ben'])
    await bens.track({ name: 'Benjamin' })
    await expect.poll(() => presentNames(adas), pollOptions).toEqual(['Ada', 'Benjamin'])
    const cats = await subscribed(
      cat.client
        .channel('present', { config: { presence: { key: 'cat' } } })
        .on('presence', { event: 'sync' }, () => {}),
    )
    await expect.poll(() => presentNames(cats), pollOptions).toEqual(['Ada', 'Benjamin'])
    await cats.track({ name: 'Cat' })
    await expect.poll(() => presentNames(adas), pollOptions).toEqual(['Ada', 'Benjamin', 'Cat'])
    await bens.untrack()
    await expect.poll(() => presentNames(adas), pollOptions).toEqual(['Ada', 'Cat'])
    // Disconnects without a leave message.
    await cat.client.realtime.disconnect()
    await expect.poll(() => presentNames(adas), pollOptions).toEqual(['Ada'])
    expect(events).toEqual([
      ...['+ada Ada', '+ben Ben', '-ben Ben', '+ben Benjamin', '+cat Cat', '-ben Benjamin', '-cat Cat'],
    ])
    // A second tab under the same key, which then closes, and the first one after it.
    const tab = await userAt(there)
    const tabs = await subscribed(tab.client.channel('present', { config: { presence: { key: 'ada' } } }))
    await tabs.track({ name: 'Ada in a tab' })
    await expect.poll(() => presentNames(adas), pollOptions).toEqual(['Ada', 'Ada in a tab'])
    await adas.untrack()
    await expect.poll(() => presentNames(adas), pollOptions).toEqual(['Ada in a tab'])
    await tabs.untrack()
    await expect.poll(() => presentNames(adas), pollOptions).toEqual([])
    expect(await adas.track({ name: 'x'.repeat(10_000) })).toBe('error')
  })

  test('can receive and send on a private topic only if policies allow it', async () => {
    const [ada, ben, eve] = [await userAt(here), await userAt(there), await userAt(there)]
    const admin = serviceUser(here)
    users.push(admin)
    for (const { id } of [ada, ben])
      expect((await admin.client.from('room_members').insert({ room: 1, person: id })).error).toBeNull()
    const received: unknown[] = []
    const room = (one: TestUser, isPrivate = true) =>
      one.client
        .channel('room 1', { config: { private: isPrivate, broadcast: { ack: true } } })
        .on('broadcast', { event: '*' }, ({ payload }) => received.push(`${one === eve ? 'eve' : ''}${payload.text}`))
    await expect(subscribed(room(eve))).rejects.toThrow(/permissions to read from this Channel topic: room 1/)
    await eve.client.removeAllChannels()
    const [adas] = [await subscribed(room(ada)), await subscribed(room(ben)), await subscribed(room(eve, false))]
    expect(await adas.track({ name: 'Ada' })).toBe('error')
    const eavesdropper = eve.client.channel('room 1')
    await expect(
      fetch(`${there.url}/realtime/v1/api/broadcast/room%201/events/x?private=true`, {
        method: 'POST',
        headers: { apikey: there.anonKey },
        body: '{"text":"forged"}',
      }).then(({ status }) => status),
    ).resolves.toBe(403)
    expect(await eavesdropper.send({ type: 'broadcast', event: 'x', payload: { text: 'in public' } })).toBe('ok')
    expect(await adas.send({ type: 'broadcast', event: 'x', payload: { text: 'between us' } })).toBe('ok')
    expect(await waitForCount(received, 1)).toEqual(['between us'])
    expect((await admin.client.schema('realtime').from('messages').select()).error).not.toBeNull()
  })

  test('receive broadcasts from the database, and a replay of them after joining a private topic later', async () => {
    const [ada, ben, eve, admin] = [await userAt(here), await userAt(there), await userAt(there), serviceUser(here)]
    users.push(admin)
    const sql = async (command: string) =>
      expect((await admin.client.rpc('run_sql', { command })).error?.message).toBeUndefined()
    await admin.client.from('room_members').insert([ada, ben].map(({ id }) => ({ room: 2, person: id })))
    const subscribe = (one: TestUser, topic: string, config: object) => {
      const received: { event: string; payload?: Record<string, unknown>; meta?: Record<string, unknown> }[] = []
      const channel = one.client
        .channel(topic, { config })
        .on('broadcast', { event: '*' }, (broadcast) => received.push(broadcast))
      return { received, joined: subscribed(channel) }
    }
    const adas = subscribe(ada, 'room 2', { private: true })
    const eves = subscribe(eve, 'room 2', {})
    await Promise.all([adas.joined, eves.joined])
    await expect(subscribe(eve, 'room 3', { private: true }).joined).rejects.toThrow(/permissions/)
    await sql(`insert into public.notices values (1, 2, 'first')`)
    await sql(`update public.notices set body = 'second'; delete from public.notices`)
    // A broadcast in a rolled back transaction is not sent.
    await sql(
      `do $$ begin perform realtime.send('{}', 'undone', 'room 2'); raise division_by_zero; exception when others then end $$`,
    )
    await sql(`select realtime.send(jsonb_build_object('text', repeat('x', 20000)), 'long', 'room 2')`)
    await sql(`select realtime.send('{"text": "to everyone"}', 'open', 'room 2', false)`)
    const [inserted, updated, deleted, long] = await waitForCount(adas.received, 4)
    const row = { id: 1, room: 2 }
    expect(inserted).toMatchObject({
      ...{ event: 'INSERT', meta: { id: expect.any(String) } },
      payload: {
        schema: 'public',
        table: 'notices',
        operation: 'INSERT',
        record: { ...row, body: 'first' },
        old_record: null,
      },
    })
    expect(updated?.payload).toMatchObject({
      record: { ...row, body: 'second' },
      old_record: { ...row, body: 'first' },
    })
    expect(deleted?.payload).toMatchObject({ record: null, old_record: { ...row, body: 'second' } })
    expect(long?.payload?.text).toHaveLength(20_000)
    expect((await waitForCount(eves.received, 1)).map(({ payload }) => payload?.text)).toEqual(['to everyone'])

    const since = Date.now() - 60_000
    const bens = subscribe(ben, 'room 2', { private: true, broadcast: { replay: { since, limit: 3 } } })
    await bens.joined
    const again = await waitForCount(bens.received, 3)
    expect(again.map(({ event, meta }) => [event, meta?.replayed])).toEqual([
      ['UPDATE', true],
      ['DELETE', true],
      ['long', true],
    ])
    const raw = await openSocket(there)
    const config = { broadcast: { replay: { since } } }
    expect((await raw.reply(raw.send('realtime:room 2', 'phx_join', { config })))?.response?.reason).toMatch(
      /only for private/,
    )
    const ready = { broadcast: { replication_ready: true } }
    await raw.reply(raw.send('realtime:a', 'phx_join', { config: ready }))
    await expect
      .poll(() => raw.frames.map(([, , , , payload]) => payload.message), pollOptions)
      .toContain('Replication connection established')
    raw.socket.close()
  })

  test('receive changes that were written through either server', async () => {
    const ada = await userAt(there)
    const admin = serviceUser(here)
    users.push(admin)
    const seats: unknown[] = []
    await subscribeToChanges(
      ada.client
        .channel('seats')
        .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'seats' }, (change) =>
          seats.push(change.new.number),
        ),
    )
    for (let number = 1; number <= 20; number += 1)
      expect((await admin.client.from('seats').insert({ row_name: 'B', number })).error).toBeNull()
    expect(await waitForCount(seats, 20)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1))
  })
})

describe('A Realtime server', () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'tuckbox-realtime-'))
  const env = { SUPABASE_DIR: project }
  let databaseUrl: string | undefined
  let server: TestServer
  beforeAll(async () => {
    databaseUrl = databases[0] === 'postgres' ? await createDatabase({ project }) : undefined
    server = await startServer({ dataDir, databaseUrl, env })
  })
  afterAll(async () => {
    await server.stop()
    if (databaseUrl) await dropDatabase(databaseUrl)
    rmSync(dataDir, { recursive: true, force: true })
  })

  const sockets = async () => {
    const text = await (await fetch(`${server.url}/metrics`)).text()
    return Number(/^realtime_sockets (\d+)/m.exec(text)?.[1])
  }

  test('opens no socket without a valid key', async () => {
    const opened = (query: string) =>
      openSocket(server, query).then(
        () => 'open',
        (error: Error) => error.message,
      )
    expect(await opened('vsn=2.0.0')).toContain('401')
    expect(await opened('apikey=x.y.z&vsn=2.0.0')).toContain('403')
    expect(await opened(`apikey=${server.anonKey}&vsn=3.0.0`)).toContain('400')
    expect((await fetch(`${server.url}/realtime/v1/websocket?apikey=${server.anonKey}`)).status).toBe(426)
    const post = (body: string, key = server.anonKey) =>
      fetch(`${server.url}/realtime/v1/api/broadcast`, { method: 'POST', headers: { apikey: key }, body })
    expect((await post('{"messages":[{"topic":"a","event":"b"}]}')).status).toBe(202)
    expect((await post('{"messages":[{"topic":"a","event":"b"}]}', 'x')).status).toBe(401)
    expect((await post('{"messages":[]}')).status).toBe(422)
    expect((await post('nonsense')).status).toBe(422)
  })

  test('serves clients of both protocol versions, from connection and heartbeat to disconnection', async () => {
    const beats: string[] = []
    const received: unknown[] = []
    const client = (vsn: string) =>
      createClient(server.url, server.anonKey, {
        ...noSession,
        realtime: { vsn, heartbeatIntervalMs: 300 },
      })
    const [old, current] = [client('1.0.0'), client('2.0.0')]
    old.realtime.onHeartbeat((status) => beats.push(status))
    const room = (one: typeof old) =>
      subscribed(
        one
          .channel('versions', { config: { broadcast: { ack: true } } })
          .on('broadcast', { event: 'message' }, ({ payload }) => received.push(payload)),
      )
    const [olds, currents] = [await room(old), await room(current)]
    expect([old.realtime.isConnected(), old.realtime.connectionState()]).toEqual([true, 'open'])
    expect(
      [old.realtime.endpointURL(), current.realtime.endpointURL()].map((url) => /vsn=([\d.]+)/.exec(url)?.[1]),
    ).toEqual(['1.0.0', '2.0.0'])
    expect(await olds.send({ type: 'broadcast', event: 'message', payload: { by: 'old' } })).toBe('ok')
    expect(await waitForCount(received, 1)).toEqual([{ by: 'old' }])
    expect(await currents.send({ type: 'broadcast', event: 'message', payload: { by: 'current' } })).toBe('ok')
    expect(await waitForCount(received, 2)).toEqual([{ by: 'old' }, { by: 'current' }])
    await old.realtime.sendHeartbeat()
    await expect.poll(() => beats, pollOptions).toContain('ok')
    old.realtime.push({ topic: 'phoenix', event: 'heartbeat', payload: {}, ref: 'own' })
    expect(old.realtime.getChannels()).toHaveLength(1)
    expect(await old.removeChannel(olds)).toBe('ok')
    expect(old.realtime.getChannels()).toHaveLength(0)
    expect(await currents.unsubscribe()).toBe('ok')
    expect(await current.removeAllChannels()).toEqual([])
    await Promise.all([old, current].map((one) => one.realtime.disconnect()))
    expect([old.realtime.isConnected(), old.realtime.isConnecting(), old.realtime.isDisconnecting()]).toEqual([
      false,
      false,
      false,
    ])
    await expect.poll(sockets, pollOptions).toBe(0)
    old.realtime.connect()
    await expect.poll(() => old.realtime.isConnected(), pollOptions).toBe(true)
    await old.realtime.disconnect()
  })

  test('closes sockets that send an invalid or oversized frame', async () => {
    const bad: [string | Buffer, number][] = [
      ['{', 1003],
      ['[]', 1003],
      ['["1","1","realtime:a"]', 1003],
      ['{"topic":"a","event":"b","payload":{},"ref":"1"}', 1003],
      [JSON.stringify(['1', '1', 'x'.repeat(300), 'phx_join', {}]), 1003],
      [Buffer.from([3, 200, 200, 200, 200, 0, 1]), 1003],
      [Buffer.from([9, 9, 9]), 1003],
      [JSON.stringify(['1', '1', 'realtime:a', 'broadcast', { x: 'x'.repeat(300_000) }]), 1009],
    ]
    for (const [frame, code] of bad) {
      const { socket, closed } = await openSocket(server)
      socket.send(frame)
      expect([String(frame).slice(0, 40), await closed]).toEqual([String(frame).slice(0, 40), code])
    }
    expect(server.logs()).not.toContain('a realtime message failed')
  })

  test('refuses invalid joins and events of channels that are not joined, and responds to heartbeats', async () => {
    const { socket, send, reply, frames } = await openSocket(server)
    const refused = async (topic: string, event: string, payload?: object) =>
      (await reply(send(topic, event, payload)))?.response?.reason
    expect(await reply(send('phoenix', 'heartbeat'))).toMatchObject({ status: 'ok' })
    expect(await refused('room:1', 'phx_join')).toBe('unmatched topic')
    expect(await refused('realtime:', 'phx_join')).toBe('unmatched topic')
    expect(await refused('realtime:a', 'broadcast', { event: 'x' })).toBe('unmatched topic')
    expect(await refused('realtime:a', 'phx_leave')).toBe('unmatched topic')
    expect(await refused('realtime:a', 'phx_join', { config: { postgres_changes: 'all' } })).toContain('is invalid')
    expect(await refused('realtime:a', 'phx_join', { access_token: 'x.y.z' })).toContain('not valid')
    expect(await reply(send('realtime:a', 'phx_join'))).toMatchObject({ status: 'ok' })
    expect(await refused('realtime:a', 'dance')).toContain('unknown event')
    expect(await refused('realtime:a', 'broadcast', {})).toContain('needs an event')
    expect(await refused('realtime:a', 'presence', { event: 'dance' })).toContain('not track or untrack')
    // A second join closes the first.
    expect(await reply(send('realtime:a', 'phx_join'))).toMatchObject({ status: 'ok' })
    expect(frames.filter(([, , , event]) => event === 'phx_close')).toHaveLength(1)
    send('realtime:a', 'access_token', { access_token: 'x.y.z' })
    await expect.poll(() => frames.filter(([, , , event]) => event === 'phx_close'), pollOptions).toHaveLength(2)
    socket.close()
  })

  test('limits the channels and messages of one socket, and closes it if it floods', async () => {
    const flooding = await openSocket(server)
    for (let n = 0; n < 100; n += 10) {
      const refs = Array.from({ length: 10 }, (_, m) => flooding.send(`realtime:c${n + m}`, 'phx_join'))
      for (const ref of refs) expect((await flooding.reply(ref))?.status).toBe('ok')
      await expect
        .poll(async () => (await flooding.reply(flooding.send('phoenix', 'heartbeat')))?.status, pollOptions)
        .toBe('ok')
    }
    const ada = await newUser(server)
    const received: unknown[] = []
    await subscribed(ada.client.channel('c1').on('broadcast', { event: '*' }, ({ payload }) => received.push(payload)))
    for (let n = 0; n < 1_000; n += 1) flooding.send('realtime:c1', 'broadcast', { event: 'flood', payload: { n } })
    const warnings = () => flooding.frames.filter(([, , , , { message }]) => message === 'Too many messages per second')
    await expect.poll(() => warnings().length, pollOptions).toBeGreaterThan(0)
    for (let n = 0; n < 1_000; n += 1) flooding.send('realtime:c1', 'broadcast', { event: 'flood', payload: { n } })
    expect(await flooding.closed).toBe(1008)
    const quiet = await openSocket(server)
    expect((await quiet.reply(quiet.send('phoenix', 'heartbeat')))?.status).toBe('ok')
    expect(received.length).toBeLessThan(500)
    quiet.socket.close()
    await ada.disconnect()
  })

  test('refuses presences beyond the limits of a key and a topic, until others leave', async () => {
    const sockets = await Promise.all(Array.from({ length: 66 }, () => openSocket(server)))
    const join = async (one: (typeof sockets)[number], topic: string, key: string) =>
      one.reply(one.send(topic, 'phx_join', { config: { presence: { key } } }))
    const track = async (one: (typeof sockets)[number], topic: string, meta: object) => {
      const reply = await one.reply(one.send(topic, 'presence', { event: 'track', payload: meta }))
      return reply?.response?.reason ?? reply?.status
    }
    const oneKey: unknown[] = []
    for (const one of sockets.slice(0, 11)) {
      await join(one, 'realtime:tabs', 'ada')
      oneKey.push(await track(one, 'realtime:tabs', { name: 'Ada' }))
    }
    expect(oneKey).toEqual([...Array(10).fill('ok'), 'Too many presences under this key'])
    const [first, , , , , , , , , , eleventh] = sockets
    if (!first || !eleventh) throw new Error('no sockets')
    // A tracked presence may be updated.
    expect(await track(first, 'realtime:tabs', { name: 'Ada, changed' })).toBe('ok')
    first.send('realtime:tabs', 'presence', { event: 'untrack' })
    expect((await first.reply(first.send('phoenix', 'heartbeat')))?.status).toBe('ok')
    expect(await track(eleventh, 'realtime:tabs', { name: 'Ada' })).toBe('ok')

    const large: unknown[] = []
    for (const [n, one] of sockets.entries()) {
      await join(one, 'realtime:crowd', `${n}`)
      large.push(await track(one, 'realtime:crowd', { x: 'x'.repeat(8_000) }))
    }
    expect(large).toEqual([...Array(65).fill('ok'), 'Too many presences on this topic'])
    for (const { socket } of sockets) socket.close()
    await Promise.all(sockets.map(({ closed }) => closed))
  })

  test('closes the socket of a subscriber that does not keep up', async () => {
    const slow = await openSocket(server)
    await slow.reply(slow.send('realtime:slow', 'phx_join'))
    await expect.poll(sockets, pollOptions).toBe(1)
    slow.socket.pause()
    const messages = Array.from({ length: 50 }, () => ({
      topic: 'slow',
      event: 'x',
      payload: { x: 'x'.repeat(4_000) },
    }))
    const body = JSON.stringify({ messages })
    await expect
      .poll(async () => {
        await fetch(`${server.url}/realtime/v1/api/broadcast`, {
          method: 'POST',
          headers: { apikey: server.serviceKey },
          body,
        })
        return sockets()
      }, pollOptions)
      .toBe(0)
    await expect.poll(() => server.logs(), pollOptions).toContain('does not keep up')
    slow.socket.terminate()
  })

  test('closes sockets with 1001 when it stops, and channels recover after its restart', async () => {
    const ada = await newUser(server)
    const seats: unknown[] = []
    const systemMessages: string[] = []
    const channel = ada.client
      .channel('seats')
      .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'seats' }, (change) =>
        seats.push(change.new.number),
      )
      .on('system', {}, ({ message }: { message: string }) => systemMessages.push(message))
    await subscribed(channel)
    const { closed } = await openSocket(server)
    expect(await server.stop()).toBe(0)
    expect(await closed).toBe(1001)
    server = await startServer({ dataDir, databaseUrl, env: { ...env, PORT: new URL(server.url).port } })
    await waitForCount(systemMessages, 2)
    await serviceUser(server).client.from('seats').insert({ row_name: 'C', number: 7 })
    expect(await waitForCount(seats, 1)).toEqual([7])
    await ada.disconnect()
  })
})
