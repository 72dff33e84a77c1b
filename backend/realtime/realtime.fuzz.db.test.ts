import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fuzz, fuzzCases, fuzzTimeoutMs } from '../fuzzing.ts'
import { noNetworkLimits } from './limits.ts'
import { openTestRealtime, type TestRealtime, type TestSocket } from './testing.ts'

let server: TestRealtime
let expired = ''
let member = ''
beforeAll(async () => {
  server = await openTestRealtime({ ...noNetworkLimits, messagesPerSecond: 1_000_000 })
  await server.database.script(`
    create table public.notes (id int generated always as identity primary key, room int, body text, price numeric, owner uuid);
    alter table public.notes enable row level security;
    create policy "Everyone reads" on public.notes for select using (true);
    alter publication supabase_realtime add table public.notes;
    create policy "Everyone receives" on realtime.messages for select using (realtime.topic() like 'a%');
    create policy "Everyone sends" on realtime.messages for insert with check (realtime.topic() like 'a%');`)
  expired = await server.tokens.sign({ role: 'authenticated', exp: 1 })
  member = await server.tokens.sign({ role: 'authenticated', sub: '00000000-0000-0000-0000-000000000001' })
})
afterAll(() => server.close())

/** Mostly valid values, so that frames pass the first checks. */
const often = <T>(known: fc.Arbitrary<T>, weight = 40) =>
  fc.oneof({ weight, arbitrary: known as fc.Arbitrary<unknown> }, { weight: 1, arbitrary: fc.jsonValue() })
const word = fc.oneof({ weight: 5, arbitrary: fc.constantFrom('a', 'b', 'x y', '“é”', '%', '') }, fc.string())
const topic = often(
  fc.constantFrom('realtime:a', 'realtime:a', 'realtime:ab', 'realtime:ab', 'realtime:b', 'phoenix', 'a'),
  400,
)
const operator = fc.constantFrom(
  'eq',
  'neq',
  'lt',
  'in',
  'is',
  'isdistinct',
  'like',
  'ilike',
  'match',
  'imatch',
  'cs',
  'not.eq',
)
const value = fc.oneof(
  fc.constantFrom(
    '1',
    'null',
    '(1,2)',
    '("a,b",c)',
    '%a%',
    '^(a|b)+$',
    '(a',
    'a{9}{9}',
    '\\',
    '"',
    '-1e400',
    '9'.repeat(50),
  ),
  fc.string(),
)
const filter = often(
  fc
    .tuple(fc.constantFrom('id', 'room', 'body', 'price', 'owner', 'nothing'), operator, value)
    .map(([column, how, what]) => `${column}=${how}.${what}`),
)
const match = fc.record(
  {
    event: often(fc.constantFrom('*', 'INSERT', 'UPDATE', 'DELETE')),
    schema: often(fc.constantFrom('public', 'auth', '')),
    table: often(fc.constantFrom('notes', 'users', '')),
    filter,
    select: often(fc.array(fc.constantFrom('id', 'body', 'nothing'))),
  },
  { requiredKeys: [] },
)
const config = fc.record(
  {
    broadcast: often(
      fc.record(
        {
          self: often(fc.boolean()),
          ack: often(fc.boolean()),
          replay: often(
            fc.constantFrom(undefined, undefined, undefined, { since: 0, limit: 5 }, { since: -1, limit: 99 }),
          ),
          replication_ready: fc.boolean(),
        },
        { requiredKeys: [] },
      ),
    ),
    presence: often(fc.record({ key: often(word), enabled: fc.boolean() }, { requiredKeys: [] })),
    postgres_changes: often(fc.array(often(match), { maxLength: 4 })),
    private: often(fc.boolean()),
  },
  { requiredKeys: [] },
)
const access_token = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.constantFrom(
      () => '',
      () => '',
      () => member,
      () => member,
      () => member,
      () => expired,
      () => 'x.y.z',
    ),
  },
  { weight: 1, arbitrary: fc.jsonValue().map((json) => () => json) },
)
const broadcast = fc.record(
  { event: often(word), type: fc.constant('broadcast'), payload: fc.jsonValue() },
  { requiredKeys: [] },
)
const presence = fc.record(
  { event: often(fc.constantFrom('track', 'untrack', 'TRACK')), payload: fc.jsonValue() },
  { requiredKeys: [] },
)

type Sent = string | Buffer
/** Makes the frame after the tokens are signed. */
const text: fc.Arbitrary<() => Sent> = fc
  .tuple(
    often(fc.constantFrom('1', null), 400),
    often(fc.constantFrom('1', '2', null), 400),
    topic,
    fc.oneof(
      {
        weight: 4,
        arbitrary: fc.tuple(fc.constant('phx_join'), often(fc.record({ config: often(config) })), access_token),
      },
      { weight: 3, arbitrary: fc.tuple(fc.constant('broadcast'), often(broadcast), access_token) },
      { weight: 3, arbitrary: fc.tuple(fc.constant('presence'), often(presence), access_token) },
      { weight: 1, arbitrary: fc.tuple(fc.constant('access_token'), fc.constant({}), access_token) },
      {
        weight: 1,
        arbitrary: fc.tuple(
          often(fc.constantFrom('phx_leave', 'heartbeat', 'phx_close', 'dance')),
          fc.jsonValue(),
          access_token,
        ),
      },
    ),
  )
  .map(([joinRef, ref, where, [event, payload, token]]) => () => {
    const carries = event === 'access_token' || event === 'phx_join'
    const whole = carries && typeof payload === 'object' ? { ...payload, access_token: token() } : payload
    return JSON.stringify([joinRef, ref, where, event, whole])
  })
const lengths = fc.array(fc.oneof(fc.constantFrom(0, 1, 10, 255), fc.nat(255)), { minLength: 6, maxLength: 6 })
const push: fc.Arbitrary<() => Sent> = fc
  .tuple(
    fc.constantFrom(3, 3, 3, 0, 4),
    fc.option(lengths),
    word,
    fc.oneof(
      fc.json().map((json) => Buffer.from(json)),
      fc.uint8Array().map((bytes) => Buffer.from(bytes)),
    ),
  )
  .map(([kind, wrong, event, payload]) => () => {
    const [name, what] = [Buffer.from('realtime:a'), Buffer.from(event)]
    const head = [kind, ...(wrong ?? [0, 0, name.length, what.length, 0, payload.length % 2])].map((byte) => byte % 256)
    return Buffer.concat([Buffer.from(head), name, what, payload])
  })
const frame: fc.Arbitrary<() => Sent> = fc.oneof(
  { weight: 200, arbitrary: text },
  { weight: 10, arbitrary: push },
  { weight: 1, arbitrary: fc.string().map((nonsense) => () => nonsense) },
  { weight: 1, arbitrary: fc.uint8Array().map((bytes) => () => Buffer.from(bytes)) },
)

const framesPerBurst = 10
const joinAll: Sent = JSON.stringify([
  ...['1', '1', 'realtime:a', 'phx_join'],
  { config: { presence: { enabled: true }, postgres_changes: [{ event: '*', schema: 'public', table: 'notes' }] } },
])

describe('the server, sent random frames over a socket', () => {
  it(
    'replies or closes the socket with a protocol code, logs no error and frees its memory',
    async () => {
      let one: TestSocket | undefined
      let bursts = 0
      const check = async (frames: readonly (() => Sent)[]) => {
        bursts += 1
        // Neither a long-lived socket nor many short ones may leak memory.
        if (bursts % 20 === 0) one?.socket.terminate()
        if (one?.socket.readyState !== one?.socket.OPEN) one = undefined
        one ??= await server.connect()
        for (const sent of [joinAll, ...frames.map((make) => make())]) one.socket.send(sent)
        // Inserted rows make the server check the subscriptions.
        if (bursts % 5 === 0)
          await server.database.run({
            text: `insert into public.notes (room, body, price) values (1, 'a “b”', 1.5), (null, null, null)`,
            values: [],
          })
        const alive = await one.send('phoenix', 'heartbeat')
        for (const received of one.frames) expect(received).toHaveLength(5)
        one.frames.length = 0
        expect(server.errors).toEqual([])
        if (alive === 'closed') expect([1003, 1007]).toContain(await one.closed)
        else expect(alive.status).toBe('ok')
      }
      const burst = fc.array(frame, { minLength: framesPerBurst, maxLength: framesPerBurst })
      const { heapMegabytes } = await fuzz(burst, check, fuzzCases(2_000, 400) / framesPerBurst)
      one?.socket.terminate()
      await expect
        .poll(() => [server.realtime.sockets, server.realtime.channels, server.realtime.topics], { timeout: 15_000 })
        .toEqual([0, 0, 0])
      expect(heapMegabytes.late - heapMegabytes.early).toBeLessThan(30)
    },
    fuzzTimeoutMs,
  )
})
