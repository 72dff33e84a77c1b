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
const patient = { timeout: 20_000, interval: 20 }
const reasonOf = async (answer: ReturnType<TestSocket['ask']>) => {
  const answered = await answer
  return answered === 'closed' ? answered : (answered.response?.reason ?? answered.status)
}
const say = (one: TestSocket, topic: string, payload: object) =>
  one.ask(topic, 'broadcast', { type: 'broadcast', event: 'said', payload })

/** A client's frame of fewer than 126 bytes, masked with zeros: as it stands. */
const masked = (frame: unknown[]) => {
  const text = Buffer.from(JSON.stringify(frame))
  return Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), text])
}

describe('a socket', () => {
  it('that says nothing is let go, and so is one that reads a few bytes at a time over TCP; those beside them lose nothing', async () => {
    const limits = { messagesPerSecond: 10_000, messagesPerNetwork: 10_000, unsentBytes: 2 ** 30 }
    const {
      connect: socketTo,
      port,
      realtime,
      tokens,
      warnings,
    } = await open({ ...limits, silenceMs: 3_000, slowMs: 1_000 })
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
    const [quick, speaker] = [await socketTo(), await socketTo()]
    const slowly = setInterval(() => slow.read(64), 10)
    const beating = setInterval(() => {
      slow.write(masked([null, '2', 'phoenix', 'heartbeat', {}]))
      for (const one of [quick, speaker]) void one.ask('phoenix', 'heartbeat')
    }, 200)
    await Promise.all([quick.ask('realtime:a', 'phx_join'), speaker.ask('realtime:a', 'phx_join', acknowledged)])
    await expect.poll(() => realtime.channels).toBe(3)
    const said = 80
    for (let n = 0; n < said; n += 1)
      expect(await reasonOf(say(speaker, 'realtime:a', { x: 'x'.repeat(200_000) }))).toBe('ok')
    await expect.poll(() => warnings.join(), patient).toContain('does not keep up')
    await expect.poll(() => quick.frames.filter(([, , , event]) => event === 'broadcast').length, patient).toBe(said)
    expect(await silent.closed).toBe(1006)
    await expect.poll(() => realtime.sockets).toBe(2)
    clearInterval(slowly)
    clearInterval(beating)
    slow.destroy()
  })

  it('that floods is let go with one line in the log, however much it goes on to say', async () => {
    const { connect, warnings } = await open({ messagesPerSecond: 1, droppedBeforeClosing: 5 })
    const flooding = await connect()
    const answers = Array.from({ length: 500 }, () => flooding.ask('phoenix', 'heartbeat'))
    expect(await flooding.closed).toBe(1008)
    await Promise.all(answers)
    expect(warnings).toEqual([expect.stringContaining('floods and is let go')])
  })
})

describe('a network', () => {
  it('gets no more subscriptions of one kind, no more values to compare and no more messages by opening sockets', async () => {
    const { connect, database, realtime, faults } = await open({
      subscriptionsAlikePerNetwork: 2,
      askedValuesPerNetwork: 3,
      messagesPerNetwork: 40,
      hearersPerMessage: 2,
    })
    await database.script(
      `create table public.notes (id int primary key, room int, price numeric); alter publication supabase_realtime add table public.notes`,
    )
    const wish = (filter?: string) => ({
      config: { postgres_changes: [{ event: '*', schema: 'public', table: 'notes', filter }] },
    })
    const join = async (one: TestSocket, topic: string, filter?: string) =>
      reasonOf(one.ask(`realtime:${topic}`, 'phx_join', wish(filter)))
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
    await expect.poll(() => join(third, 'b')).toBe('ok')

    expect(await join(second, 'c', 'price=in.(1,2)')).toMatch(/same changes/)
    await third.ask('realtime:b', 'phx_leave')
    expect(await join(second, 'c', 'price=in.(1,2)')).toBe('ok')
    expect(await join(third, 'd', 'price=in.(1,2)')).toMatch(/too many values/i)
    expect(await join(elsewhere, 'd', 'price=in.(1,2)')).toBe('ok')

    // What many hear counts for more; by HTTP as well.
    await expect.poll(() => reasonOf(third.ask('phoenix', 'heartbeat'))).toBe('ok')
    const answers = await Promise.all(Array.from({ length: 60 }, () => reasonOf(third.ask('phoenix', 'heartbeat'))))
    expect(answers).toContain('Too many messages per second')
    const post = (network: string) => {
      const messages = Array.from({ length: 30 }, () => ({ topic: 'a', event: 'x' }))
      const request = new Request('http://localhost/realtime/v1/api/broadcast', {
        method: 'POST',
        body: JSON.stringify({ messages }),
      })
      return realtime.handle(request, { role: 'anon' }, network).then(({ status }) => status)
    }
    expect([await post('a network'), await post('a third'), await post('a third')]).toEqual([429, 202, 429])
    expect(await reasonOf(elsewhere.ask('phoenix', 'heartbeat'))).toBe('ok')
    expect(faults).toEqual([])
  })
})

const acknowledged = { config: { broadcast: { ack: true } } }
