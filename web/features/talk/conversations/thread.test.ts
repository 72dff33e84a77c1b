import { describe, expect, it } from 'vitest'
import { type ChatMessage, compareMessages } from './chat-message.ts'
import {
  chunkLength,
  createThread,
  hasMessage,
  newestMessage,
  oldestMessage,
  type Thread,
  withMessages,
  withMissed,
  withOlder,
  withRead,
} from './thread.ts'

const message = (n: number, more: Partial<ChatMessage> = {}): ChatMessage => ({
  id: `id-${String(n).padStart(5, '0')}`,
  sender_id: n % 2 === 0 ? 'buyer' : 'seller',
  content: `message ${n}`,
  type: 'message',
  picture: null,
  read_at: null,
  created_at: new Date(Date.UTC(2026, 10, 21) + n * 1_000).toISOString().replace('Z', '000+00:00'),
  ...more,
})
const some = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => message(from + n))
const all = ({ chunks }: Thread) => chunks.flatMap(({ messages }) => messages.map(({ content }) => content))
const contents = (from: number, to: number) => some(from, to).map(({ content }) => content)

describe('messages compare', () => {
  it('by time to the microsecond, also with omitted digits, then by id', () => {
    const at = (created_at: string, id = 'a') => ({ id, created_at })
    const inOrder = [
      at('2026-11-21T10:00:00+00:00'),
      at('2026-11-21T10:00:00.1+00:00'),
      at('2026-11-21T10:00:00.100001+00:00'),
      at('2026-11-21T10:00:00.100001+00:00', 'b'),
      at('2026-11-21T10:00:00.12+00:00'),
      at('2026-11-21T10:00:01+00:00'),
    ]
    expect(inOrder.toReversed().sort(compareMessages)).toEqual(inOrder)
  })
})

describe('a thread', () => {
  it('holds each message once and in order, however they arrive', () => {
    const expected = contents(0, 200)
    const shuffled = some(0, 200).sort((a, b) => (a.content.at(-1) ?? '').localeCompare(b.content.at(-1) ?? ''))
    const thread = withMessages(createThread([], false), [...shuffled, ...shuffled.slice(50, 90)])
    expect(all(thread)).toEqual(expected)
    expect(all(withMessages(createThread(some(0, 20), true), some(10, 200)))).toEqual(expected)
  })

  it('keeps chunks that a message does not change', () => {
    const before = createThread(some(0, 120), false)
    expect(before.chunks.map(({ messages }) => messages.length)).toEqual([chunkLength, chunkLength, 20])
    const after = withMessages(before, [message(120)])
    expect(after.chunks[0]).toBe(before.chunks[0])
    expect(after.chunks[1]).toBe(before.chunks[1])
    expect(after.chunks[2]?.key).toBe(before.chunks[2]?.key)
    expect(withMessages(after, some(100, 121))).toBe(after)
  })

  it('updates the read state of a message, but never back to unread', () => {
    const thread = createThread(some(0, 3), false)
    const read = withMessages(thread, [message(1, { read_at: 'now' })])
    expect(read.chunks[0]?.messages[1]?.read_at).toBe('now')
    expect(withMessages(read, [message(1)])).toBe(read)
  })

  it('grows upwards by pages, without duplicates or gaps', () => {
    const thread = createThread(some(100, 110), true)
    expect(withMessages(thread, [message(50)])).toBe(thread)
    const older = withOlder(thread, some(60, 105), true)
    expect(all(older)).toEqual(contents(60, 110))
    expect(older.chunks.at(-1)).toBe(thread.chunks[0])
    const whole = withOlder(older, some(0, 60), false)
    expect([oldestMessage(whole)?.content, newestMessage(whole)?.content]).toEqual(['message 0', 'message 109'])
    expect(withOlder(whole, [], false)).toEqual(whole)
    expect(hasMessage(whole, message(7).id)).toBe(true)
    expect(all(withMessages(whole, [message(-1)]))[0]).toBe('message -1')
  })

  it('is complete only up to the last fetch, even if newer messages arrive live', () => {
    const thread = createThread(some(0, 3), false)
    expect(thread.completeTo).toBe(message(2).created_at)
    const updated = withMessages(thread, [message(9)])
    expect(updated.completeTo).toBe(message(2).created_at)
    const complete = withMissed(updated, some(2, 8))
    expect(complete.completeTo).toBe(message(7).created_at)
    expect(all(complete)).toEqual([...contents(0, 8), 'message 9'])
    expect(withMissed(complete, []).completeTo).toBe(message(7).created_at)
  })

  it('marks messages before the first unread one as read', () => {
    const thread = createThread(some(0, 6), false)
    const reads = ({ chunks }: Thread) => chunks.flatMap(({ messages }) => messages.map(({ read_at }) => read_at))
    expect(reads(withRead(thread, 'buyer', message(4).created_at, 'now'))).toEqual([
      'now',
      null,
      'now',
      null,
      null,
      null,
    ])
    expect(reads(withRead(thread, 'seller', null, 'now'))).toEqual([null, 'now', null, 'now', null, 'now'])
    expect(withRead(thread, 'buyer', message(0).created_at, 'now')).toBe(thread)
  })
})
