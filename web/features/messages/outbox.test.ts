import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createOutbox, type Outbox, SendProblem, type Unsent } from './outbox.ts'

describe('the outbox', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  /** What the server makes of each try; delivered when absent. */
  let answers: (SendProblem | undefined)[] = []
  let tried: Unsent[] = []
  let failures: string[] = []
  let kept: readonly { id: string; content: string }[] = []
  const problem = (kind: SendProblem['kind']) => new SendProblem(kind, `said ${kind}`, undefined)

  function open(before: readonly { id: string; content: string }[] = []): Outbox {
    answers = []
    tried = []
    failures = []
    kept = before
    return createOutbox({
      send: async (message) => {
        tried.push(message)
        const answer = answers.shift()
        await new Promise((resolve) => setTimeout(resolve, 10))
        if (answer) throw answer
      },
      upload: async ({ id }) => `chat_pictures/${id}`,
      onFailed: ({ message }) => failures.push(message),
      keep: (unsent) => {
        kept = unsent
      },
      kept: before,
    })
  }
  const words = (content: string) => ({ content, file: null })
  const contents = () => tried.map(({ content }) => content)
  const states = (outbox: Outbox) => outbox.current().unsent.map(({ content, state }) => `${content} ${state}`)

  it('sends one after the other, in the order they were written', async () => {
    const outbox = open()
    for (const content of ['a', 'b', 'c']) outbox.add(words(content))
    expect(states(outbox)).toEqual(['a sending', 'b waiting', 'c waiting'])
    await vi.advanceTimersByTimeAsync(15)
    expect(contents()).toEqual(['a', 'b'])
    await vi.advanceTimersByTimeAsync(100)
    expect(contents()).toEqual(['a', 'b', 'c'])
    expect(states(outbox)).toEqual([])
  })

  it('sends nothing more, keeps nothing and says nothing once its owner has left', async () => {
    const outbox = open()
    answers = [problem('unreachable'), problem('refused')]
    for (const content of ['a', 'b']) outbox.add(words(content))
    await vi.advanceTimersByTimeAsync(1_015)
    expect(contents()).toEqual(['a', 'a'])
    outbox.close()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(contents()).toEqual(['a', 'a'])
    expect([kept, states(outbox), failures]).toEqual([[], [], []])
  })

  it('tries again for as long as nothing answers, with the same id, before anything behind it, and at once when woken', async () => {
    const outbox = open()
    answers = Array.from({ length: 9 }, () => problem('unreachable'))
    for (const content of ['a', 'b']) outbox.add(words(content))
    await vi.advanceTimersByTimeAsync(40_000)
    expect(contents()).toEqual(Array.from({ length: 7 }, () => 'a'))
    expect(new Set(tried.map(({ id }) => id)).size).toBe(1)
    expect(states(outbox)).toEqual(['a waiting', 'b waiting'])
    answers = []
    outbox.wake()
    await vi.advanceTimersByTimeAsync(50)
    expect(contents().slice(7)).toEqual(['a', 'b'])
    expect(failures).toEqual([])
  })

  it('gives up on a server that answers and cannot, and on a refusal at once; all behind wait to be tried again', async () => {
    const outbox = open()
    answers = [problem('broken'), problem('broken'), problem('broken')]
    for (const content of ['a', 'b']) outbox.add(words(content))
    await vi.advanceTimersByTimeAsync(20_000)
    expect(contents()).toEqual(['a', 'a', 'a'])
    expect(states(outbox)).toEqual(['a failed', 'b failed'])
    answers = [problem('refused')]
    outbox.retry()
    await vi.advanceTimersByTimeAsync(50)
    expect(states(outbox)).toEqual(['a failed', 'b failed'])
    expect(failures).toEqual(['said broken', 'said refused'])
    outbox.add(words('c'))
    await vi.advanceTimersByTimeAsync(100)
    expect(contents().slice(4)).toEqual(['a', 'b', 'c'])
  })

  it('says when it is too quick for the server, waits, and goes on', async () => {
    const outbox = open()
    answers = [problem('pace')]
    outbox.add(words('a'))
    await vi.advanceTimersByTimeAsync(1_000)
    expect(outbox.current().note).toBe('said pace')
    outbox.add(words('b'))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(outbox.current()).toEqual({ unsent: [], note: null })
    expect(contents()).toEqual(['a', 'a', 'b'])
    expect(failures).toEqual([])
  })

  it('keeps words, not pictures, until they have arrived, and sends what was kept with its id', async () => {
    const outbox = open([{ id: 'from-before', content: 'a' }])
    answers = [problem('refused')]
    await vi.advanceTimersByTimeAsync(50)
    expect(tried[0]).toMatchObject({ id: 'from-before', content: 'a' })
    expect(kept).toEqual([])
    outbox.add({ content: '', file: new File(['x'], 'cake.webp', { type: 'image/webp' }) })
    outbox.add(words('b'))
    await vi.advanceTimersByTimeAsync(50)
    expect(kept).toEqual([{ id: expect.any(String), content: 'b' }])
    const [picture] = outbox.current().unsent
    expect(picture).toMatchObject({ state: 'failed', picture: `chat_pictures/${picture?.id}` })
    outbox.discard(picture?.id ?? '')
    outbox.retry()
    await vi.advanceTimersByTimeAsync(50)
    expect(outbox.current().unsent).toEqual([])
  })
})
