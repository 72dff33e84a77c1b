import { connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import type { Limits } from './limits.ts'
import { openTestRealtime, type TestRealtime, type TestSocket } from './testing.ts'

let server: TestRealtime | undefined
afterEach(() => server?.close())

const open = async (limits: Partial<Limits>) => {
  server = await openTestRealtime(limits)
  return server
}
const withTimeout = { timeout: 20_000, interval: 20 }
const reasonOf = async (reply: ReturnType<TestSocket['send']>) => {
  const replied = await reply
  return replied === 'closed' ? replied : (replied.response?.reason ?? replied.status)
}
const broadcast = (one: TestSocket, topic: string, payload: object) =>
  one.send(topic, 'broadcast', { type: 'broadcast', event: 'message', payload })

/** A client's frame of fewer than 126 bytes. The mask of zeros leaves it unchanged. */
const masked = (frame: unknown[]) => {
  const text = Buffer.from(JSON.stringify(frame))
  return Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), text])
}

describe('a socket', () => {
  it('is disconnected if it is idle or reads a few bytes at a time, and the other sockets lose no message', async () => {
    const limits = { messagesPerSecond: 10_000, messagesPerNetwork: 10_000, unsentBytes: 2 ** 30 }
    const {
      connect: socketTo,
      port,
      realtime,
      tokens,
      warnings,
    } = await open({ ...limits, idleTimeoutMs: 3_000, slowTimeoutMs: 1_000 })
    const silent = await socketTo()
    const key = await tokens.sign({ role: 'anon' })
    const slow = connect(port, '127.0.0.1')
    slow.on('error', () => {})
    slow.write(
      `GET /?apikey=${key}&vsn=2.0.0 HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade\r\n` +
        `sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
    )
    slow.write(masked(['1', '1', 'realtime:a', 'phx_join', {}]))
    slow.pause()
    const [quick, sender] = [await socketTo(), await socketTo()]
    const slowly = setInterval(() => slow.read(64), 10)
    const beating = setInterval(() => {
      slow.write(masked([null, '2', 'phoenix', 'heartbeat', {}]))
      for (const one of [quick, sender]) void one.send('phoenix', 'heartbeat')
    }, 200)
    await Promise.all([quick.send('realtime:a', 'phx_join'), sender.send('realtime:a', 'phx_join', acknowledged)])
    await expect.poll(() => realtime.channels, { timeout: 15_000 }).toBe(3)
    const messages = 80
    for (let n = 0; n < messages; n += 1)
      expect(await reasonOf(broadcast(sender, 'realtime:a', { x: 'x'.repeat(200_000) }))).toBe('ok')
    await expect.poll(() => warnings.join(), withTimeout).toContain('does not keep up')
    await expect
      .poll(() => quick.frames.filter(([, , , event]) => event === 'broadcast').length, withTimeout)
      .toBe(messages)
    expect(await silent.closed).toBe(1006)
    await expect.poll(() => realtime.sockets, { timeout: 15_000 }).toBe(2)
    clearInterval(slowly)
    clearInterval(beating)
    slow.destroy()
  })

  it('is disconnected when it floods, with a single log entry', async () => {
    const { connect, warnings } = await open({ messagesPerSecond: 1, droppedBeforeClosing: 5 })
    const flooding = await connect()
    const replies = Array.from({ length: 500 }, () => flooding.send('phoenix', 'heartbeat'))
    expect(await flooding.closed).toBe(1008)
    await Promise.all(replies)
    expect(warnings).toEqual([expect.stringContaining('floods and is disconnected')])
  })
})

describe('a session', () => {
  it('takes its channels with it when it ends, and joins and refreshes no more', async () => {
    const { database, tokens, realtime, connect: openSocket } = await open({ idleTimeoutMs: 400 })
    const [member, session, other] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
    const run = (text: string, ...values: string[]) => database.run({ text, values })
    await run('insert into auth.users (id) values ($1)', member)
    for (const id of [session, other]) await run('insert into auth.sessions (id, user_id) values ($1, $2)', id, member)
    const tokenOf = (session_id: string) => tokens.sign({ sub: member, role: 'authenticated', session_id })
    const [ending, lasting, opened] = await Promise.all([tokenOf(session), tokenOf(other), openSocket()])
    const join = (topic: string, token: string) =>
      opened.send(topic, 'phx_join', { config: { broadcast: {}, presence: {} }, access_token: token })
    expect(await join('realtime:ending', ending)).toMatchObject({ status: 'ok' })
    expect(await join('realtime:lasting', lasting)).toMatchObject({ status: 'ok' })
    await run('delete from auth.sessions where id = $1', session)
    const alive = setInterval(() => void opened.send('phoenix', 'heartbeat'), 50)
    const closings = () => opened.frames.filter((frame) => frame[3] === 'phx_close').map((frame) => frame[2])
    await expect.poll(closings).toEqual(['realtime:ending'])
    expect(realtime.channels).toBe(1)
    const refused = { status: 'error', response: { reason: 'InvalidJWTToken: Token has expired' } }
    expect(await join('realtime:ending', ending)).toEqual(refused)
    opened.socket.send(JSON.stringify([null, null, 'realtime:lasting', 'access_token', { access_token: ending }]))
    await expect.poll(closings).toEqual(['realtime:ending', 'realtime:lasting'])
    clearInterval(alive)
    expect(server?.errors).toEqual([])
  })
})

describe('a broadcast by realtime.send()', () => {
  it('is delivered later when it could not be read at first', async () => {
    const { connect, database, errors } = await open({})
    const subscriber = await connect()
    expect(await reasonOf(subscriber.send('realtime:a', 'phx_join', { config: {} }))).toBe('ok')
    await database.script(`
      select realtime.send('{"n": 1}', 'message', 'a', false);
      alter table realtime.messages rename to hidden`)
    await expect.poll(() => errors, withTimeout).toEqual([expect.stringContaining('could not be read')])
    await database.script('alter table realtime.hidden rename to messages')
    await expect
      .poll(() => subscriber.frames.filter(([, , , event]) => event === 'broadcast').length, withTimeout)
      .toBe(1)
  })
})

describe('a network', () => {
  it('has so many sockets at once and no more, and the process too', async () => {
    const { connect } = await open({ socketsPerNetwork: 2, sockets: 3 })
    const [first] = [await connect(), await connect()]
    await expect(connect()).rejects.toThrow('Unexpected server response: 429')
    const elsewhere = await connect('another network')
    await expect(connect('a third')).rejects.toThrow('Unexpected server response: 503')
    first?.socket.close()
    await first?.closed
    elsewhere.socket.close()
    await elsewhere.closed
    await expect.poll(() => connect().then(() => 'open', String), { timeout: 15_000 }).toBe('open')
    await expect(connect()).rejects.toThrow('Unexpected server response: 429')
  })

  it('gets no more equal subscriptions, filter values or messages by opening more sockets', async () => {
    const { connect, database, realtime, errors } = await open({
      equalSubscriptionsPerNetwork: 2,
      filterValuesPerNetwork: 3,
      messagesPerNetwork: 40,
      recipientsPerMessage: 2,
    })
    await database.script(
      `create table public.notes (id int primary key, room int, price numeric); alter publication supabase_realtime add table public.notes`,
    )
    const match = (filter?: string) => ({
      config: { postgres_changes: [{ event: '*', schema: 'public', table: 'notes', filter }] },
    })
    const join = async (one: TestSocket, topic: string, filter?: string) =>
      reasonOf(one.send(`realtime:${topic}`, 'phx_join', match(filter)))
    const [first, second, third, elsewhere] = [
      ...(await Promise.all([connect(), connect(), connect()])),
      await connect('another network'),
    ]
    if (!first || !second || !third || !elsewhere) throw new Error('no sockets')
    expect([await join(first, 'a'), await join(second, 'a')]).toEqual(['ok', 'ok'])
    expect(await join(third, 'a')).toMatch(/too many subscriptions to the same/i)
    expect(await join(third, 'a', 'room=eq.1')).toBe('ok')
    expect(await join(elsewhere, 'a')).toBe('ok')
    first.socket.close()
    await first.closed
    await expect.poll(() => join(third, 'b'), { timeout: 15_000 }).toBe('ok')

    expect(await join(second, 'c', 'price=in.(1,2)')).toMatch(/same changes/)
    await third.send('realtime:b', 'phx_leave')
    expect(await join(second, 'c', 'price=in.(1,2)')).toBe('ok')
    expect(await join(third, 'd', 'price=in.(1,2)')).toMatch(/too many values/i)
    expect(await join(elsewhere, 'd', 'price=in.(1,2)')).toBe('ok')

    // A message to many recipients costs more, by HTTP as well.
    await expect.poll(() => reasonOf(third.send('phoenix', 'heartbeat')), { timeout: 15_000 }).toBe('ok')
    const replies = await Promise.all(Array.from({ length: 60 }, () => reasonOf(third.send('phoenix', 'heartbeat'))))
    expect(replies).toContain('Too many messages per second')
    const post = (network: string) => {
      const messages = Array.from({ length: 30 }, () => ({ topic: 'a', event: 'x' }))
      const request = new Request('http://localhost/realtime/v1/api/broadcast', {
        method: 'POST',
        body: JSON.stringify({ messages }),
      })
      return realtime.handle(request, { role: 'anon' }, network).then(({ status }) => status)
    }
    expect([await post('a network'), await post('a third'), await post('a third')]).toEqual([429, 202, 429])
    expect(await reasonOf(elsewhere.send('phoenix', 'heartbeat'))).toBe('ok')
    expect(errors).toEqual([])
  })
})

const acknowledged = { config: { broadcast: { ack: true } } }
