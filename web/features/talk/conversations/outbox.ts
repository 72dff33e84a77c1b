/**
 * The outbox of a conversation. It sends messages in order and retries after a lost connection. Each message has its id
 * from the start, so a repeated insert creates no duplicate.
 */

interface Draft {
  readonly content: string
  /** Already resized for the web. */
  readonly file: File | null
}

export interface Unsent extends Draft {
  readonly id: string
  readonly picture: string | null
  readonly preview: string | null
  readonly state: 'waiting' | 'sending' | 'failed'
}

export interface SavedMessage {
  readonly id: string
  readonly content: string
  readonly hasFailed: boolean
}

/** Why a message was not sent. `refused` is not retried, `broken` a few times, the others until they succeed. */
export class SendError extends Error {
  override name = 'SendError'
  readonly kind: 'unreachable' | 'rate-limited' | 'broken' | 'refused'
  constructor(kind: SendError['kind'], message: string, cause: unknown) {
    super(message, { cause })
    this.kind = kind
  }
}

interface OutboxState {
  readonly unsent: readonly Unsent[]
  /** A message for the sender who waits. */
  readonly note: string | null
}

export interface OutboxOptions {
  /** @throws SendError */
  readonly send: (message: Unsent) => Promise<void>
  /** @throws SendError @returns the path in storage */
  readonly upload: (message: Unsent) => Promise<string>
  readonly onFailed: (error: SendError) => void
  /** Saves text over a reload. Pictures are not saved. */
  readonly save: (unsent: readonly SavedMessage[]) => void
  readonly restored: readonly SavedMessage[]
}

export interface Outbox {
  readonly current: () => OutboxState
  readonly subscribe: (listener: () => void) => () => void
  readonly add: (draft: Draft) => void
  /** Sends a failed message again. Nothing else does, because its sender may have given up on it. */
  readonly retry: (id: string) => void
  readonly discard: (id: string) => void
  /** Stops sending after sign-out. */
  readonly close: () => void
  /** Retries at once, for example when the connection is back. */
  readonly wake: () => void
}

/** Delays between attempts while the server is unreachable. */
const delaysMs = [1_000, 2_000, 5_000, 10_000]
/** Attempts while the server responds with errors. */
const maxAttempts = 3
const rateLimitDelayMs = 4_000

export function createOutbox({ send, upload, onFailed, save, restored }: OutboxOptions): Outbox {
  let state: OutboxState = {
    unsent: restored.map(({ id, content, hasFailed }) => ({
      id,
      content,
      file: null,
      picture: null,
      preview: null,
      state: hasFailed ? 'failed' : 'waiting',
    })),
    note: null,
  }
  const listeners = new Set<() => void>()
  let isRunning = false
  let attempts = 0
  /** Consecutive attempts to which the server responded with an error. */
  let errorResponses = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function set(next: OutboxState): void {
    state = next
    const texts = state.unsent.filter(({ file }) => file === null)
    save(texts.map((message) => ({ id: message.id, content: message.content, hasFailed: message.state === 'failed' })))
    for (const listener of listeners) listener()
  }

  function change(id: string, values: Partial<Unsent>): void {
    set({ ...state, unsent: state.unsent.map((message) => (message.id === id ? { ...message, ...values } : message)) })
  }

  async function run(): Promise<void> {
    if (isRunning || timer !== undefined) return
    isRunning = true
    try {
      for (let next = nextWaiting(); next; next = nextWaiting()) await deliver(next)
    } finally {
      isRunning = false
    }
  }

  function nextWaiting(): Unsent | undefined {
    return timer === undefined ? state.unsent.find((message) => message.state === 'waiting') : undefined
  }

  async function deliver(message: Unsent): Promise<void> {
    change(message.id, { state: 'sending' })
    try {
      const picture = message.picture ?? (message.file ? await upload(message) : null)
      if (picture !== message.picture) change(message.id, { picture })
      await send({ ...message, picture })
      attempts = 0
      errorResponses = 0
      set({ ...state, note: null })
      discard(message.id)
    } catch (error) {
      if (!(error instanceof SendError)) throw error
      // The outbox was closed in the meantime.
      if (!state.unsent.some(({ id }) => id === message.id)) return
      handleFailure(message, error)
    }
  }

  function handleFailure({ id }: Unsent, error: SendError): void {
    attempts += 1
    errorResponses = error.kind === 'broken' ? errorResponses + 1 : 0
    if (error.kind === 'refused' || errorResponses >= maxAttempts) {
      attempts = 0
      errorResponses = 0
      set({ note: null, unsent: state.unsent.map((message) => ({ ...message, state: 'failed' })) })
      onFailed(error)
      return
    }
    change(id, { state: 'waiting' })
    if (error.kind === 'rate-limited') set({ ...state, note: error.message })
    const delayMs = error.kind === 'rate-limited' ? rateLimitDelayMs : delaysMs[Math.min(attempts, delaysMs.length) - 1]
    timer = setTimeout(wake, delayMs)
  }

  function wake(): void {
    clearTimeout(timer)
    timer = undefined
    void run()
  }

  function discard(id: string): void {
    const removed = state.unsent.find((message) => message.id === id)
    if (removed?.preview) URL.revokeObjectURL(removed.preview)
    set({ ...state, unsent: state.unsent.filter((message) => message.id !== id) })
  }

  function retry(id: string): void {
    change(id, { state: 'waiting' })
    wake()
  }

  if (state.unsent.length > 0) void run()
  return {
    current: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    add({ content, file }) {
      const message: Unsent = {
        id: crypto.randomUUID(),
        content,
        file,
        picture: null,
        preview: file && URL.createObjectURL(file),
        state: 'waiting',
      }
      set({ ...state, unsent: [...state.unsent, message] })
      void run()
    },
    retry,
    close() {
      clearTimeout(timer)
      timer = undefined
      for (const { preview } of state.unsent) if (preview) URL.revokeObjectURL(preview)
      set({ unsent: [], note: null })
    },
    discard(id) {
      discard(id)
      void run()
    },
    wake,
  }
}
