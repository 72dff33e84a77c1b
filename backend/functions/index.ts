/** Serves a project's functions: finds them, checks tokens as config.toml says, and runs each in a thread while it is used. */
import { statSync } from 'node:fs'
import path from 'node:path'
import { currentRequest, currentRequestId, requestIdHeader, withSpan } from '#backend/request-id'
import { TokenError, type Tokens } from '#backend/tokens'
import { traceparentHeader } from '#backend/tracing'
import { createBundles } from './bundles.ts'
import { errorResponse, FunctionError, unauthorised } from './errors.ts'
import { type FunctionRequest, type FunctionThread, type Limits, startThread, type ThreadOptions } from './thread.ts'

/** A function's section `[functions.NAME]` in config.toml. */
interface FunctionSettings {
  readonly enabled: boolean
  readonly verify_jwt: boolean
  /** Relative to the project's folder. */
  readonly entrypoint?: string | undefined
}

export interface FunctionsOptions {
  /** The project's folder; functions are in `functions/NAME/index.ts`. */
  readonly projectDir: string
  readonly cacheDirectory: string
  /** A folder of prebuilt bundles. */
  readonly preparedDirectory?: string | undefined
  readonly settings: Readonly<Record<string, FunctionSettings>>
  readonly tokens: Tokens
  /** The environment that functions read through `Deno.env`. */
  readonly environment: Readonly<Record<string, string>>
  readonly limits?: Partial<Limits>
  /** After how long without requests a function's thread ends, which frees its memory. */
  readonly idleMs?: number
  readonly log: {
    error(context: object, message: string): void
    info(context: object, message: string): void
  }
}

interface FoundFunction {
  readonly name: string
  /** Whether it needs no token. */
  readonly isOpen: boolean
}

export interface Functions {
  /** Requests without a complete response. */
  readonly pending: number
  /** The function that a request calls, if it exists. @param request with a path that begins with /functions/v1/ */
  find(request: Request): FoundFunction | undefined
  /** @param request with a path that begins with /functions/v1/ */
  handle(request: Request, client: { readonly address: string }): Promise<Response>
  close(): Promise<void>
}

/** Supabase's limits for responses and memory. */
const defaultLimits: Limits = {
  responseMs: 150_000,
  totalMs: 400_000,
  bootMs: 30_000,
  unresponsiveMs: 5_000,
  memoryMb: 256,
}
const defaultIdleMs = 60_000
/** How long requests and background work may continue when the server closes. */
const gracePeriodMs = 5_000

const prefix = '/functions/v1'
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

export function createFunctions(options: FunctionsOptions): Functions {
  const { projectDir, cacheDirectory, settings, tokens, environment, idleMs = defaultIdleMs, log } = options
  const limits = { ...defaultLimits, ...options.limits }
  const bundles = createBundles(cacheDirectory, options.preparedDirectory)
  const threads = new Map<string, { file: string; thread: FunctionThread; idle?: NodeJS.Timeout }>()

  const retire = (name: string) => {
    const current = threads.get(name)
    if (!current) return
    threads.delete(name)
    clearTimeout(current.idle)
    void current.thread.retire(limits.totalMs)
  }

  /** The thread that runs a bundle. A thread with an older bundle finishes its requests and ends. */
  const getThread = (name: string, file: string) => {
    const current = threads.get(name)
    if (current && current.file === file && !current.thread.closed) return current
    if (current && !current.thread.closed) retire(name)
    const onOutput: ThreadOptions['onOutput'] = (level, text, requestId) =>
      log[level]({ function: name, requestId }, text)
    const started = { file, thread: startThread({ file, environment, limits, onOutput }) }
    threads.set(name, started)
    return started
  }

  const retireWhenIdle = (name: string) => {
    const current = threads.get(name)
    if (!current) return
    clearTimeout(current.idle)
    current.idle = setTimeout(() => (current.thread.pending > 0 ? retireWhenIdle(name) : retire(name)), idleMs)
    current.idle.unref()
  }

  const run = async (name: string, entry: string, request: FunctionRequest): Promise<Response> => {
    const file = await bundles.current(name, entry)
    try {
      return await getThread(name, file).thread.handle(request)
    } finally {
      retireWhenIdle(name)
    }
  }

  return {
    get pending() {
      return [...threads.values()].reduce((sum, { thread }) => sum + thread.pending, 0)
    },

    find(request) {
      const name = nameOf(new URL(request.url))
      if (entryOf(projectDir, name, settings[name]) === undefined) return undefined
      return { name, isOpen: settings[name]?.verify_jwt === false }
    },

    async handle(request, { address }) {
      const url = new URL(request.url)
      const name = nameOf(url)
      const entry = entryOf(projectDir, name, settings[name])
      if (!entry) return errorResponse('NOT_FOUND')
      if (!methods.has(request.method)) return errorResponse('METHOD_NOT_ALLOWED')
      if (request.method !== 'OPTIONS' && settings[name]?.verify_jwt !== false) {
        const problem = await tokenErrorMessage(request, tokens)
        if (problem) return unauthorised(problem)
      }
      // As on Supabase, a function's URL starts with its own name.
      url.pathname = url.pathname.slice(prefix.length)
      try {
        const span = currentRequest()?.span?.child(`function ${name}`, 'internal')
        return await withSpan(span, () => run(name, entry, requestOf(url, request, address)))
      } catch (error) {
        if (!(error instanceof FunctionError)) throw error
        log.error({ function: name, err: error.cause ?? error }, error.message)
        return errorResponse(error.code)
      }
    },

    async close() {
      const ending = [...threads.values()].map(({ thread, idle }) => {
        clearTimeout(idle)
        return thread.retire(gracePeriodMs)
      })
      threads.clear()
      await Promise.all([...ending, bundles.close()])
    },
  }
}

const nameOf = ({ pathname }: URL) => pathname.slice(prefix.length).split('/')[1] ?? ''

const requestOf = (url: URL, request: Request, address: string): FunctionRequest => ({
  url: url.href,
  method: request.method,
  headers: headersOf(request),
  body: request.body,
  address,
  origin: request,
})

/** The request's id and span are this server's, whatever the client sent. */
function headersOf({ headers }: Request): [string, string][] {
  const requestId = currentRequestId()
  const traceparent = currentRequest()?.span?.traceparent
  const result = [...headers].filter(([name]) => name !== requestIdHeader && name !== traceparentHeader)
  if (requestId !== undefined) result.push([requestIdHeader, requestId])
  if (traceparent !== undefined) result.push([traceparentHeader, traceparent])
  return result
}

/** The function's entry file; undefined for unknown functions. A name must be a single folder name. */
function entryOf(projectDir: string, name: string, settings: FunctionSettings | undefined): string | undefined {
  if (!/^[A-Za-z][\w-]{0,47}$/.test(name) || settings?.enabled === false) return undefined
  const entry = path.join(projectDir, settings?.entrypoint ?? `functions/${name}/index.ts`)
  return statSync(entry, { throwIfNoEntry: false })?.isFile() ? entry : undefined
}

/** @returns the error for a missing or invalid token */
async function tokenErrorMessage(request: Request, tokens: Tokens): Promise<string | undefined> {
  const authorization = request.headers.get('authorization')
  if (!authorization) return 'Missing authorization header'
  const token = /^bearer\s+(\S+)\s*$/i.exec(authorization)?.[1]
  if (!token) return "Auth header is not 'Bearer {token}'"
  try {
    await tokens.verify(token)
    return undefined
  } catch (error) {
    if (error instanceof TokenError) return 'Invalid JWT'
    throw error
  }
}
