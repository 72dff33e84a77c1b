/** Runs one function in a worker thread: sends it requests, returns its responses, and terminates it when it exceeds a limit. */
import { Worker } from 'node:worker_threads'
import { FunctionError, type FunctionErrorCode } from './errors.ts'

export interface Limits {
  /** Milliseconds until a response must begin. */
  readonly responseMs: number
  /** Milliseconds for the whole response, streams included. */
  readonly totalMs: number
  /** Milliseconds to start. */
  readonly bootMs: number
  /** Milliseconds a function may block its event loop. */
  readonly unresponsiveMs: number
  readonly memoryMb: number
}

export interface FunctionRequest {
  readonly url: string
  readonly method: string
  readonly headers: readonly [string, string][]
  readonly body: ReadableStream<Uint8Array> | null
  /** The client's address. */
  readonly address: string
  /** Its signal aborts when the client disconnects. */
  readonly origin: Request
}

export interface FunctionThread {
  /** Requests without a complete response. */
  readonly pending: number
  /** It accepts no more requests, because it has ended or is ending. */
  readonly closed: boolean
  /** @throws FunctionError */
  handle(request: FunctionRequest): Promise<Response>
  /** Ends the thread after its requests and background work have finished. */
  retire(gracePeriodMs: number): Promise<void>
}

export interface ThreadOptions {
  /** URL of the bundle. */
  readonly file: string
  readonly environment: Readonly<Record<string, string>>
  readonly limits: Limits
  /** Receives the function's output with the request that it belongs to, if any, and fatal errors. */
  readonly onOutput: (level: 'info' | 'error', text: string, requestId?: string) => void
}

interface Head {
  readonly status: number
  readonly statusText: string
  readonly headers: [string, string][]
  readonly hasBody: boolean
}

/** Messages from the thread. It receives request, body, body end, body error, pull, cancel, ping and retire. */
type WorkerMessage =
  | { kind: 'open' | 'pong' }
  | { kind: 'output'; level: 'info' | 'error'; text: string; requestId: string | undefined }
  /** Requests the next chunk of the request's body, or cancels the body. */
  | { kind: 'body pull' | 'body cancel'; id: number }
  | ({ kind: 'head'; id: number } & Head)
  | { kind: 'chunk'; id: number; bytes: Uint8Array }
  | { kind: 'end'; id: number }
  | { kind: 'error'; id: number; message: string }

interface Exchange {
  /** Referenced until the response ends: the signal of a garbage-collected request never fires. */
  readonly origin: Request
  readBody(): void
  cancelBody(): void
  begin(head: Head): void
  chunk(bytes: Uint8Array): void
  end(): void
  fail(error: Error): void
}

/** Starts the thread; requests wait until the function serves. */
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
  let lastId = 0
  let isOpen = false
  let closed = false
  let failureCode: FunctionErrorCode | undefined
  let lastMessageAt = performance.now()

  const ended = new Promise<void>((resolve) => {
    worker.once('exit', () => {
      closed = true
      clearInterval(watchdog)
      const code = failureCode ?? (isOpen ? 'WORKER_ERROR' : 'BOOT_ERROR')
      for (const exchange of [...exchanges.values()]) exchange.fail(new FunctionError(code))
      resolve()
    })
  })
  worker.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') failureCode = 'WORKER_LIMIT'
    onOutput('error', error.stack ?? error.message)
  })

  const end = (code: FunctionErrorCode, why: string) => {
    if (closed) return
    closed = true
    failureCode = code
    onOutput('error', why)
    void worker.terminate()
  }

  // An event loop that responds to pings is alive, however long its promises take.
  const watchdog = setInterval(
    () => {
      if (exchanges.size === 0) return
      if (performance.now() - lastMessageAt > (isOpen ? limits.unresponsiveMs : limits.bootMs))
        return end(
          isOpen ? 'WORKER_LIMIT' : 'BOOT_ERROR',
          'The function blocked its thread too long and was terminated',
        )
      worker.postMessage({ kind: 'ping' })
    },
    Math.min(500, limits.unresponsiveMs / 4),
  )
  watchdog.unref()

  worker.on('message', (message: WorkerMessage) => {
    lastMessageAt = performance.now()
    switch (message.kind) {
      case 'open':
        isOpen = true
        return
      case 'pong':
        return
      case 'output':
        return onOutput(message.level, message.text.trimEnd(), message.requestId)
      case 'body pull':
        return exchanges.get(message.id)?.readBody()
      case 'body cancel':
        return exchanges.get(message.id)?.cancelBody()
      case 'head':
        return exchanges.get(message.id)?.begin(message)
      case 'chunk':
        return exchanges.get(message.id)?.chunk(message.bytes)
      case 'end':
        return exchanges.get(message.id)?.end()
      case 'error':
        return exchanges.get(message.id)?.fail(new Error(`The function aborted its response: ${message.message}`))
    }
  })

  return {
    get pending() {
      return exchanges.size
    },
    get closed() {
      return closed
    },

    handle({ origin, body, ...request }) {
      const { signal } = origin
      lastId += 1
      const id = lastId
      if (exchanges.size === 0) lastMessageAt = performance.now()
      return new Promise<Response>((resolve, reject) => {
        let stream: ReadableStreamDefaultController<Uint8Array> | undefined
        const reader = body?.getReader()
        const cancelBody = () => void reader?.cancel().catch(() => {})
        const settle = () => {
          clearTimeout(responseTimer)
          clearTimeout(totalTimer)
          signal.removeEventListener('abort', disconnect)
          exchanges.delete(id)
          cancelBody()
        }
        /** Tells the thread to stop and fails the response. */
        const cancel = (error: Error) => {
          settle()
          if (!closed) worker.postMessage({ kind: 'cancel', id })
          if (stream) stream.error(error)
          else reject(error)
        }
        const disconnect = () => cancel(new Error('The client disconnected'))
        const responseTimer = setTimeout(() => cancel(new FunctionError('IDLE_TIMEOUT')), limits.responseMs)
        const totalTimer = setTimeout(() => cancel(new FunctionError('IDLE_TIMEOUT')), limits.totalMs)
        signal.addEventListener('abort', disconnect)

        exchanges.set(id, {
          origin,
          cancelBody,
          readBody() {
            reader?.read().then(
              ({ done, value }) => {
                if (closed || !exchanges.has(id)) return
                worker.postMessage(done ? { kind: 'body end', id } : { kind: 'body', id, bytes: value })
              },
              (error: unknown) => {
                if (!exchanges.has(id)) return
                if (!closed) worker.postMessage({ kind: 'body error', id })
                cancel(error instanceof Error ? error : new Error(String(error)))
              },
            )
          },
          begin({ status, statusText, headers, hasBody }) {
            clearTimeout(responseTimer)
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
                      if (!closed) worker.postMessage({ kind: 'cancel', id })
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
        if (signal.aborted) disconnect()
      })
    },

    async retire(gracePeriodMs) {
      closed = true
      worker.postMessage({ kind: 'retire' })
      const force = setTimeout(() => void worker.terminate(), gracePeriodMs)
      await ended
      clearTimeout(force)
    },
  }
}
