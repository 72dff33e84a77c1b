import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createOutbox, type Outbox, type SavedMessage, SendError, type Unsent } from './outbox.ts'

describe('the outbox', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  /** The errors of the next attempts; a missing one succeeds. */
  let errors: (SendError | undefined)[] = []
  let attempts: Unsent[] = []
  let failures: string[] = []
  let saved: readonly SavedMessage[] = []
  const error = (kind: SendError['kind']) => new SendError(kind, `error: ${kind}`, undefined)

  function open(before: readonly SavedMessage[] = []): Outbox {
    errors = []
    attempts = []
    failures = []
    saved = before
    return createOutbox({
      send: async (message) => {
        attempts.push(message)
        const error = errors.shift()
        await new Promise((resolve) => setTimeout(resolve, 10))
        if (error) throw error
      },
      upload: async ({ id }) => `chat_pictures/${id}`,
      onFailed: ({ message }) => failures.push(message),
      save: (unsent) => {
        saved = unsent
      },
      restored: before,
    })
  }
  const text = (content: string) => ({ content, file: null })
  const contents = () => attempts.map(({ content }) => content)
  const states = (outbox: Outbox) => outbox.current().unsent.map(({ content, state }) => `${content} ${state}`)

  it('sends messages one after the other, in order', async () => {
    const outbox = open()
    for (const content of ['a', 'b', 'c']) outbox.add(text(content))
    expect(states(outbox)).toEqual(['a sending', 'b waiting', 'c waiting'])
    await vi.advanceTimersByTimeAsync(15)
    expect(contents()).toEqual(['a', 'b'])
    await vi.advanceTimersByTimeAsync(100)
    expect(contents()).toEqual(['a', 'b', 'c'])
    expect(states(outbox)).toEqual([])
  })

  it('sends and saves nothing after it was closed', async () => {
    const outbox = open()
    errors = [error('unreachable'), error('refused')]
    for (const content of ['a', 'b']) outbox.add(text(content))
    await vi.advanceTimersByTimeAsync(1_015)
    expect(contents()).toEqual(['a', 'a'])
    outbox.close()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(contents()).toEqual(['a', 'a'])
    expect([saved, states(outbox), failures]).toEqual([[], [], []])
  })

  it('retries an unreachable server with the same id, in order, and at once when woken', async () => {
    const outbox = open()
    errors = Array.from({ length: 9 }, () => error('unreachable'))
    for (const content of ['a', 'b']) outbox.add(text(content))
    await vi.advanceTimersByTimeAsync(40_000)
    expect(contents()).toEqual(Array.from({ length: 7 }, () => 'a'))
    expect(new Set(attempts.map(({ id }) => id)).size).toBe(1)
    expect(states(outbox)).toEqual(['a waiting', 'b waiting'])
    errors = []
    outbox.wake()
    await vi.advanceTimersByTimeAsync(50)
    expect(contents().slice(7)).toEqual(['a', 'b'])
    expect(failures).toEqual([])
  })

  it('stops after repeated server errors or a refusal, and sends a failed message again on request only', async () => {
    const outbox = open()
    errors = [error('broken'), error('broken'), error('broken')]
    for (const content of ['a', 'b']) outbox.add(text(content))
    await vi.advanceTimersByTimeAsync(20_000)
    expect(contents()).toEqual(['a', 'a', 'a'])
    expect(states(outbox)).toEqual(['a failed', 'b failed'])
    errors = [error('refused')]
    const [first, second] = outbox.current().unsent
    outbox.retry(first?.id ?? '')
    await vi.advanceTimersByTimeAsync(50)
    expect(states(outbox)).toEqual(['a failed', 'b failed'])
    expect(failures).toEqual(['error: broken', 'error: refused'])
    outbox.add(text('c'))
    await vi.advanceTimersByTimeAsync(100)
    expect(contents().slice(4)).toEqual(['c'])
    expect(states(outbox)).toEqual(['a failed', 'b failed'])
    expect(saved).toMatchObject([
      { content: 'a', hasFailed: true },
      { content: 'b', hasFailed: true },
    ])
    outbox.retry(second?.id ?? '')
    await vi.advanceTimersByTimeAsync(100)
    expect(contents().slice(5)).toEqual(['b'])
    expect(states(outbox)).toEqual(['a failed'])
  })

  it('counts only error responses as failed attempts', async () => {
    const outbox = open()
    errors = [error('unreachable'), error('unreachable'), error('broken'), error('broken')]
    outbox.add(text('a'))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(failures).toEqual([])
    expect(outbox.current().unsent).toEqual([])
  })

  it('restores a failed message without sending it', async () => {
    const outbox = open([{ id: 'from-before', content: 'a', hasFailed: true }])
    outbox.wake()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(attempts).toEqual([])
    expect(states(outbox)).toEqual(['a failed'])
  })

  it('shows a note when it is rate-limited, waits and continues', async () => {
    const outbox = open()
    errors = [error('rate-limited')]
    outbox.add(text('a'))
    await vi.advanceTimersByTimeAsync(1_000)
    expect(outbox.current().note).toBe('error: rate-limited')
    outbox.add(text('b'))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(outbox.current()).toEqual({ unsent: [], note: null })
    expect(contents()).toEqual(['a', 'a', 'b'])
    expect(failures).toEqual([])
  })

  it('saves unsent text but no pictures, and sends restored text with its id', async () => {
    const outbox = open([{ id: 'from-before', content: 'a', hasFailed: false }])
    errors = [error('refused')]
    await vi.advanceTimersByTimeAsync(50)
    expect(attempts[0]).toMatchObject({ id: 'from-before', content: 'a' })
    expect(saved).toEqual([])
    outbox.add({ content: '', file: new File(['x'], 'cake.webp', { type: 'image/webp' }) })
    outbox.add(text('b'))
    await vi.advanceTimersByTimeAsync(50)
    expect(saved).toEqual([{ id: expect.any(String), content: 'b', hasFailed: true }])
    const [picture] = outbox.current().unsent
    expect(picture).toMatchObject({ state: 'failed', picture: `chat_pictures/${picture?.id}` })
    outbox.discard(picture?.id ?? '')
    for (const { id } of outbox.current().unsent) outbox.retry(id)
    await vi.advanceTimersByTimeAsync(50)
    expect(outbox.current().unsent).toEqual([])
  })
})
