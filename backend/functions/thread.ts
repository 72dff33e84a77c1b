/** Hosts the thread of one function: sends it requests, hands back its answers, and ends it when it runs away with the processor or memory. */
import { Worker } from 'node:worker_threads'
import { FunctionError, type RefusalCode } from './errors.ts'

export interface Limits {
  /** Milliseconds until a function must have begun to answer. */
  readonly answerMs: number
  /** Milliseconds an answer may take in all, a stream included. */
  readonly wholeMs: number
  /** Milliseconds a function may take to start. */
  readonly bootMs: number
  /** Milliseconds a function may hold its thread without letting go: the ticks of its loop are listened to meanwhile. */
  readonly stuckMs: number
  readonly memoryMb: number
}

export interface Asked {
  readonly url: string
  readonly method: string
  readonly headers: readonly [string, string][]
  readonly body: ReadableStream<Uint8Array> | null
  /** The client's address. */
  readonly address: string
  /** Whose signal is aborted when whoever asked has gone. */
  readonly origin: Request
}

export interface FunctionThread {
  /** Requests that are not answered to their end. */
  readonly pending: number
  /** No further request may be asked: it has ended or is about to. */
  readonly over: boolean
  /** @throws FunctionError */
  ask(asked: Asked): Promise<Response>
  /** Lets it finish what it has begun, background work included, and end. */
  retire(graceMs: number): Promise<void>
}

export interface ThreadOptions {
  /** URL of the bundle. */
  readonly file: string
  readonly environment: Readonly<Record<string, string>>
  readonly limits: Limits
  /** Hears what the function prints and what it dies of. */
  readonly onOutput: (level: 'info' | 'error', text: string) => void
}

interface Head {
  readonly status: number
  readonly statusText: string
  readonly headers: [string, string][]
  readonly hasBody: boolean
}

/** What the thread says; it hears request, body, body end, body broken, pull, leave, ping and retire. */
type Said =
  | { kind: 'open' | 'pong' }
  /** More of the request's body, please; or none at all. */
  | { kind: 'body pull' | 'body leave'; id: number }
  | ({ kind: 'head'; id: number } & Head)
  | { kind: 'chunk'; id: number; bytes: Uint8Array }
  | { kind: 'end'; id: number }
  | { kind: 'broken'; id: number; message: string }

interface Exchange {
  /** Held until all is answered: the signal of a request that is collected is never told of an abort. */
  readonly origin: Request
  readBody(): void
  leaveBody(): void
  begin(head: Head): void
  chunk(bytes: Uint8Array): void
  end(): void
  fail(error: Error): void
}

/** Starts the thread; requests asked meanwhile wait until the function serves. */
export function startThread({ file, environment, limits, onOutput }: ThreadOptions): FunctionThread {
  const worker = new Worker(new URL('./worker.js', import.meta.url), {
    workerData: { file, environment: { ...environment } },
    env: { ...environment },
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb },
  })
  worker.stdout.on('data', (chunk: Buffer) => onOutput('info', chunk.toString().trimEnd()))
  worker.stderr.on('data', (chunk: Buffer) => onOutput('error', chunk.toString().trimEnd()))

  const exchanges = new Map<number, Exchange>()
  let made = 0
  let isOpen = false
  let over = false
  let fault: RefusalCode | undefined
  let heardMs = performance.now()

  const ended = new Promise<void>((resolve) => {
    worker.once('exit', () => {
      over = true
      clearInterval(watch)
      const code = fault ?? (isOpen ? 'WORKER_ERROR' : 'BOOT_ERROR')
      for (const exchange of [...exchanges.values()]) exchange.fail(new FunctionError(code))
      resolve()
    })
  })
  worker.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') fault = 'WORKER_LIMIT'
    onOutput('error', error.stack ?? error.message)
  })

  const end = (code: RefusalCode, why: string) => {
    if (over) return
    over = true
    fault = code
    onOutput('error', why)
    void worker.terminate()
  }

  // A loop that answers pings is alive, however long its promises take; one that does not holds a processor.
  const watch = setInterval(
    () => {
      if (exchanges.size === 0) return
      if (performance.now() - heardMs > (isOpen ? limits.stuckMs : limits.bootMs))
        return end(isOpen ? 'WORKER_LIMIT' : 'BOOT_ERROR', 'The function held its thread too long and was ended')
      worker.postMessage({ kind: 'ping' })
    },
    Math.min(500, limits.stuckMs / 4),
  )
  watch.unref()

  worker.on('message', (said: Said) => {
    heardMs = performance.now()
    switch (said.kind) {
      case 'open':
        isOpen = true
        return
      case 'pong':
        return
      case 'body pull':
        return exchanges.get(said.id)?.readBody()
      case 'body leave':
        return exchanges.get(said.id)?.leaveBody()
      case 'head':
        return exchanges.get(said.id)?.begin(said)
      case 'chunk':
        return exchanges.get(said.id)?.chunk(said.bytes)
      case 'end':
        return exchanges.get(said.id)?.end()
      case 'broken':
        return exchanges.get(said.id)?.fail(new Error(`The function broke off its answer: ${said.message}`))
    }
  })

  return {
    get pending() {
      return exchanges.size
    },
    get over() {
      return over
    },

    ask({ origin, body, ...request }) {
      const { signal } = origin
      made += 1
      const id = made
      if (exchanges.size === 0) heardMs = performance.now()
      return new Promise<Response>((resolve, reject) => {
        let stream: ReadableStreamDefaultController<Uint8Array> | undefined
        const reader = body?.getReader()
        const leaveBody = () => void reader?.cancel().catch(() => {})
        const settle = () => {
          clearTimeout(answering)
          clearTimeout(whole)
          signal.removeEventListener('abort', leave)
          exchanges.delete(id)
          leaveBody()
        }
        /** The thread need not go on with it; whoever still reads hears the error. */
        const abandon = (error: Error) => {
          settle()
          if (!over) worker.postMessage({ kind: 'leave', id })
          if (stream) stream.error(error)
          else reject(error)
        }
        const leave = () => abandon(new Error('Whoever asked has gone'))
        const answering = setTimeout(() => abandon(new FunctionError('IDLE_TIMEOUT')), limits.answerMs)
        const whole = setTimeout(() => abandon(new FunctionError('IDLE_TIMEOUT')), limits.wholeMs)
        signal.addEventListener('abort', leave)

        exchanges.set(id, {
          origin,
          leaveBody,
          readBody() {
            reader?.read().then(
              ({ done, value }) => {
                if (over || !exchanges.has(id)) return
                worker.postMessage(done ? { kind: 'body end', id } : { kind: 'body', id, bytes: value })
              },
              (error: unknown) => {
                if (!exchanges.has(id)) return
                if (!over) worker.postMessage({ kind: 'body broken', id })
                abandon(error instanceof Error ? error : new Error(String(error)))
              },
            )
          },
          begin({ status, statusText, headers, hasBody }) {
            clearTimeout(answering)
            const body = hasBody
              ? new ReadableStream<Uint8Array>(
                  {
                    start: (controller) => {
                      stream = controller
                    },
                    pull: () => {
                      if (exchanges.has(id)) worker.postMessage({ kind: 'pull', id })
                    },
                    cancel: () => {
                      settle()
                      if (!over) worker.postMessage({ kind: 'leave', id })
                    },
                  },
                  { highWaterMark: 0 },
                )
              : null
            if (!hasBody) settle()
            resolve(new Response(body, { status, statusText, headers }))
          },
          chunk: (bytes) => stream?.enqueue(bytes),
          end() {
            settle()
            stream?.close()
          },
          fail(error) {
            settle()
            if (stream) stream.error(error)
            else reject(error)
          },
        })
        worker.postMessage({ kind: 'request', id, ...request, hasBody: body !== null })
        if (signal.aborted) leave()
      })
    },

    async retire(graceMs) {
      over = true
      worker.postMessage({ kind: 'retire' })
      const force = setTimeout(() => void worker.terminate(), graceMs)
      await ended
      clearTimeout(force)
    },
  }
}
