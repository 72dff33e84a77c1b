import { cp, mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createClient, FunctionsFetchError, FunctionsHttpError } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { createTokens } from '#backend/tokens'
import { createBundles } from './bundles.ts'
import { createFunctions, type Functions } from './index.ts'

const tokens = createTokens('a secret for tests that is long enough')
const inAnHour = () => Math.floor(Date.now() / 1000) + 3600
const anonKey = await tokens.sign({ role: 'anon', exp: inAnHour() })

/** The functions of a test project. */
const sources = {
  'functions/echo/index.ts': `
    import { z } from 'npm:zod@4'
    import { shout } from '../_shared/shout.ts'
    import { name } from 'named'
    interface Input { name: string }
    const input = z.object({ name: z.string() })
    Deno.serve(async (request: Request, info: { remoteAddr: { hostname: string } }) => {
      const url = new URL(request.url)
      const type = request.headers.get('content-type') ?? ''
      if (type.startsWith('multipart/form-data')) {
        const form = await request.formData()
        const file = form.get('file') as File
        return Response.json({ name: form.get('name'), file: file.name, text: await file.text() })
      }
      if (type === 'application/octet-stream') return new Response(await request.arrayBuffer(), { headers: { 'content-type': 'application/octet-stream' } })
      const body: Input = input.parse(await request.json())
      return Response.json({
        said: shout(body.name), path: url.pathname, query: url.search, method: request.method, map: name, address: info.remoteAddr.hostname,
        greeting: Deno.env.get('GREETING') ?? null, path_variable: process.env.PATH ?? null, bearer: request.headers.get('authorization')?.slice(0, 7),
      }, { status: 201, headers: { 'x-made-by': 'echo', 'access-control-allow-origin': 'https://app.example' } })
    })`,
  'functions/echo/deno.json': JSON.stringify({ imports: { named: '../_shared/named.ts' } }),
  'functions/_shared/shout.ts': 'export const shout = (text: string): string => text.toUpperCase()',
  'functions/_shared/named.ts': `export const name = 'by the import map'`,
  'functions/public/index.ts': `
    Deno.serve({ onError: () => new Response('mended', { status: 500 }) }, (request) => {
      if (request.method === 'OPTIONS') return new Response('preflight', { headers: { 'access-control-allow-origin': '*' } })
      if (new URL(request.url).pathname === '/public/throw') throw new Error('by design')
      return new Response(null, { status: 204 })
    })`,
  'functions/throws/index.ts': `Deno.serve(() => { throw new Error('a secret in the message') })`,
  'functions/nonsense/index.ts': `Deno.serve(() => ({ not: 'a response' }) as unknown as Response)`,
  'functions/stream/index.ts': `
    Deno.serve((request) => {
      let sent = 0
      return new Response(new ReadableStream({
        async pull(controller) {
          if (sent === 3) return controller.close()
          sent += 1
          controller.enqueue(new TextEncoder().encode('data: ' + sent + '\\n\\n'))
          if (new URL(request.url).searchParams.has('break') && sent === 2) controller.error(new Error('broken off'))
        },
      }), { headers: { 'content-type': 'text/event-stream' } })
    })`,
  'functions/both-ways/index.ts': `
    Deno.serve((request) => {
      if (new URL(request.url).searchParams.has('ignore')) return new Response('not read')
      if (!request.body) return new Response('no body: ' + request.method + ' ' + request.headers.get('x-wish'))
      const shouting = new TransformStream({ transform: (chunk, controller) => controller.enqueue(new TextEncoder().encode(new TextDecoder().decode(chunk).toUpperCase())) })
      return new Response(request.body.pipeThrough(shouting), { headers: { 'content-type': 'text/event-stream' } })
    })`,
  'functions/endless/index.ts': `
    let made = 0
    Deno.serve((request) => {
      if (new URL(request.url).pathname === '/endless/made') return Response.json({ made })
      return new Response(new ReadableStream({
        pull(controller) {
          made += 1
          controller.enqueue(new Uint8Array(100_000))
        },
        cancel() { made = -1 },
      }))
    })`,
  'functions/waits/index.ts': `
    let waiting = 0
    Deno.serve(async (request) => {
      if (new URL(request.url).pathname === '/waits/count') return Response.json({ waiting })
      waiting += 1
      request.signal.addEventListener('abort', () => { waiting -= 1 })
      return new Promise<Response>(() => {})
    })`,
  'functions/spins/index.ts': `Deno.serve(() => { for (;;) {} })`,
  'functions/eats/index.ts': `Deno.serve(() => { const all: number[][] = []; for (;;) all.push(new Array(100_000).fill(all.length)) })`,
  'functions/exits/index.ts': `Deno.serve(() => { setTimeout(() => { throw new Error('later') }, 1); return new Promise<Response>(() => {}) })`,
  'functions/no-boot/index.ts': `throw new Error('at the top'); Deno.serve(() => new Response('never'))`,
  'functions/bad-import/index.ts': `import { x } from 'jsr:@std/x'; Deno.serve(() => new Response(String(x)))`,
  'functions/not-typescript/index.ts': `this is not a program`,
  'functions/turned-off/index.ts': `Deno.serve(() => new Response('never'))`,
  'functions/later/index.ts': `
    import { writeFileSync } from 'node:fs'
    Deno.serve(async (request) => {
      const { file } = await request.json()
      EdgeRuntime.waitUntil(new Promise<void>((resolve) => setTimeout(() => { writeFileSync(file, 'done'); resolve() }, 300)))
      return new Response('accepted', { status: 202 })
    })`,
}

let folder = ''
let functions: Functions
const logged: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tuckbox-functions-'))
  for (const [name, text] of Object.entries(sources)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true })
    await writeFile(path.join(folder, name), text)
  }
  await writeFile(path.join(folder, 'secret.ts'), `Deno.serve(() => new Response('outside'))`)
  functions = open()
})
afterAll(async () => {
  await functions.close()
  await rm(folder, { recursive: true, force: true })
})

function open(
  folders: { cacheDirectory: string; preparedDirectory?: string } = { cacheDirectory: path.join(folder, 'cache') },
): Functions {
  const unverified = { enabled: true, verify_jwt: false }
  return createFunctions({
    projectDir: folder,
    ...folders,
    settings: { public: unverified, 'turned-off': { enabled: false, verify_jwt: false } },
    tokens,
    environment: { GREETING: 'good morning', SUPABASE_URL: 'http://localhost' },
    limits: { responseMs: 4_000, totalMs: 20_000, bootMs: 20_000, unresponsiveMs: 2_000, memoryMb: 64 },
    log: {
      info: (context, message) => logged.push(JSON.stringify(context) + message),
      error: (context, message) =>
        logged.push(`${JSON.stringify(context)}${'err' in context ? context.err : ''}${message}`),
    },
  })
}

const call = async (target: string, init: RequestInit = {}) => {
  const headers = new Headers(init.headers)
  if (!headers.has('authorization')) headers.set('authorization', `Bearer ${anonKey}`)
  if (headers.get('authorization') === 'none') headers.delete('authorization')
  const request = new Request(`http://localhost/functions/v1/${target}`, { ...init, headers })
  const response = await functions.handle(request, { address: '203.0.113.9' })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
const post = (target: string, body: unknown, headers: Record<string, string> = {}) =>
  call(target, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  })

describe('a function of the project', () => {
  const supabase = createClient('http://localhost', anonKey, {
    auth: { persistSession: false },
    realtime: { transport: WebSocket as never },
    global: { fetch: (input, init) => functions.handle(new Request(input, init), { address: '203.0.113.9' }) },
  })

  it('receives what functions.invoke sends and returns its response: JSON, forms, bytes', async () => {
    const { data, error } = await supabase.functions.invoke('echo/deep?x=1', { body: { name: 'cake' } })
    expect(error).toBeNull()
    expect(data).toEqual({
      said: 'CAKE',
      path: '/echo/deep',
      query: '?x=1',
      method: 'POST',
      map: 'by the import map',
      address: '203.0.113.9',
      greeting: 'good morning',
      path_variable: null,
      bearer: 'Bearer ',
    })

    const form = new FormData()
    form.set('name', 'Ann')
    form.set('file', new File(['crumbs'], 'crumbs.txt'))
    expect((await supabase.functions.invoke('echo', { body: form })).data).toEqual({
      name: 'Ann',
      file: 'crumbs.txt',
      text: 'crumbs',
    })

    const bytes = new Uint8Array(300_000).map((_, n) => n % 251)
    const blob: Blob = (await supabase.functions.invoke('echo', { body: new Blob([bytes]) })).data
    expect(Buffer.from(await blob.arrayBuffer()).equals(Buffer.from(bytes))).toBe(true)
  })

  it('sets its own status and headers', async () => {
    const { status, headers } = await post('echo', { name: 'x' })
    expect(status).toBe(201)
    expect(headers.get('x-made-by')).toBe('echo')
    expect(headers.get('access-control-allow-origin')).toBe('https://app.example')
  })

  it('responds 500 without secrets when it throws, and functions.invoke returns a FunctionsHttpError', async () => {
    const { error } = await supabase.functions.invoke('throws')
    expect(error).toBeInstanceOf(FunctionsHttpError)
    expect(error.context.status).toBe(500)
    expect(await error.context.text()).toBe('Internal Server Error')
    await expect.poll(() => logged.join(), { timeout: 15_000 }).toContain('a secret in the message')
    expect(await call('nonsense')).toMatchObject({ status: 500 })
    expect(await call('public/throw')).toMatchObject({ status: 500, text: 'mended' })
  })

  it('streams its response, and an aborted stream is an error for the client', async () => {
    expect(await call('stream')).toMatchObject({ status: 200, text: 'data: 1\n\ndata: 2\n\ndata: 3\n\n' })
    await expect(call('stream?break')).rejects.toThrow('broken off')
  })

  it('reads a body as it arrives, may respond before its end, and need not read it', async () => {
    let send: ReadableStreamDefaultController<Uint8Array> | undefined
    let isCancelled = false
    const open = () =>
      new Request('http://localhost/functions/v1/both-ways', {
        method: 'POST',
        headers: { authorization: `Bearer ${anonKey}` },
        body: new ReadableStream<Uint8Array>({
          start: (controller) => {
            send = controller
          },
          cancel: () => {
            isCancelled = true
          },
        }),
        duplex: 'half',
      } as RequestInit)
    const write = (text: string) => send?.enqueue(new TextEncoder().encode(text))
    const response = await functions.handle(open(), { address: '::1' })
    const reader = response.body?.getReader()
    for (const word of ['first', 'second']) {
      write(word)
      expect(new TextDecoder().decode((await reader?.read())?.value)).toBe(word.toUpperCase())
    }
    send?.close()
    expect((await reader?.read())?.done).toBe(true)

    const broken = await functions.handle(open(), { address: '::1' })
    send?.error(new Error('the client has gone'))
    await expect(broken.text()).rejects.toThrow('the client has gone')

    const ignoring = new Request('http://localhost/functions/v1/both-ways?ignore', open())
    expect(await (await functions.handle(ignoring, { address: '::1' })).text()).toBe('not read')
    await expect.poll(() => isCancelled, { timeout: 15_000 }).toBe(true)
  })

  it('receives the method, headers and body of functions.invoke, and returns text and events', async () => {
    const invoke = supabase.functions.invoke.bind(supabase.functions)
    expect((await invoke('both-ways', { method: 'GET', headers: { 'x-wish': 'cake' } })).data).toBe('no body: GET cake')
    expect((await invoke('both-ways', { method: 'DELETE' })).data).toBe('no body: DELETE null')
    const { data } = await invoke('both-ways', { method: 'PUT', body: 'shout' })
    expect(await data.text()).toBe('SHOUT')
    const { error } = await invoke('waits', { timeout: 300 })
    expect(error).toBeInstanceOf(FunctionsFetchError)
    supabase.functions.setAuth('nonsense')
    const refused = await invoke('echo', { body: { name: 'x' } })
    supabase.functions.setAuth(anonKey)
    expect([refused.error instanceof FunctionsHttpError, refused.response?.status]).toEqual([true, 401])
  })

  it('produces a stream only as fast as it is read, and is notified when the client stops reading', async () => {
    const headers = { authorization: `Bearer ${anonKey}` }
    const request = new Request('http://localhost/functions/v1/endless', { headers })
    const response = await functions.handle(request, { address: '203.0.113.9' })
    const reader = response.body?.getReader()
    for (let chunk = 0; chunk < 3; chunk += 1) await reader?.read()
    await new Promise((resolve) => setTimeout(resolve, 300))
    // The chunks read, and the one that the function's stream buffers.
    expect(JSON.parse((await call('endless/made')).text).made).toBeLessThanOrEqual(4)
    await reader?.cancel()
    await expect.poll(async () => JSON.parse((await call('endless/made')).text).made, { timeout: 15_000 }).toBe(-1)
  })

  it('may continue after its response, also while the server closes', async () => {
    const file = path.join(folder, 'later.txt')
    const other = open()
    const request = new Request('http://localhost/functions/v1/later', {
      method: 'POST',
      body: JSON.stringify({ file }),
      headers: { authorization: `Bearer ${anonKey}` },
    })
    const response = await other.handle(request, { address: '::1' })
    expect([response.status, await response.text()]).toEqual([202, 'accepted'])
    await other.close()
    expect(await readFile(file, 'utf8')).toBe('done')
  })

  it('uses a prebuilt bundle', async () => {
    await post('echo', { name: 'x' })
    const cacheDirectory = path.join(folder, 'untouched')
    const other = open({ cacheDirectory, preparedDirectory: path.join(folder, 'cache') })
    const headers = { authorization: `Bearer ${anonKey}` }
    const request = new Request('http://localhost/functions/v1/echo', { method: 'POST', body: '{"name":"x"}', headers })
    const response = await other.handle(request, { address: '::1' })
    expect([response.status, (await response.json()).said]).toEqual([201, 'X'])
    await other.close()
    await expect(readFile(path.join(cacheDirectory, 'echo.json'))).rejects.toThrow('ENOENT')
  })

  it('uses a prebuilt bundle of the same files in another folder, with other times', async () => {
    await post('echo', { name: 'x' })
    const copy = await mkdtemp(path.join(tmpdir(), 'tuckbox-functions-'))
    await cp(path.join(folder, 'functions'), path.join(copy, 'functions'), { recursive: true })
    await cp(path.join(folder, 'cache'), path.join(copy, 'prepared'), { recursive: true })
    const currentBundle = async () => {
      const bundles = createBundles(path.join(copy, 'cache'), path.join(copy, 'prepared'))
      const url = await bundles.current('echo', path.join(copy, 'functions/echo/index.ts'))
      await bundles.close()
      return url
    }
    expect(await currentBundle()).toContain('/prepared/echo-')
    await writeFile(path.join(copy, 'functions/_shared/shout.ts'), 'export const shout = (text: string) => text')
    expect(await currentBundle()).toContain('/cache/echo-')
    await rm(copy, { recursive: true, force: true })
  })

  it('is bundled again soon after it changed', async () => {
    const file = path.join(folder, 'functions/changing/index.ts')
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, `Deno.serve(() => new Response('first'))`)
    expect((await call('changing')).text).toBe('first')
    await writeFile(file, `Deno.serve(() => new Response('other'))`)
    await utimes(file, new Date(), new Date(Date.now() + 5_000))
    await expect.poll(async () => (await call('changing')).text, { timeout: 10_000 }).toBe('other')
  })
})

describe('a request to a function', () => {
  it('requires a token of this project unless config.toml disables it', async () => {
    const forged = await createTokens('another secret, just as long as it').sign({
      role: 'service_role',
      exp: inAnHour(),
    })
    const expired = await tokens.sign({ role: 'authenticated', exp: inAnHour() - 7_200 })
    const refused = async (authorization: string) => {
      const { status, text } = await post('echo', { name: 'x' }, { authorization })
      return [status, JSON.parse(text).message]
    }
    expect(await refused('none')).toEqual([401, 'Missing authorization header'])
    expect(await refused('Basic eDp5')).toEqual([401, "Auth header is not 'Bearer {token}'"])
    expect(await refused('Bearer nonsense')).toEqual([401, 'Invalid JWT'])
    expect(await refused('Bearer eyJhbGciOiJub25lIn0.eyJyb2xlIjoic2VydmljZV9yb2xlIn0.')).toEqual([401, 'Invalid JWT'])
    expect(await refused(`Bearer ${forged}`)).toEqual([401, 'Invalid JWT'])
    expect(await refused(`Bearer ${expired}`)).toEqual([401, 'Invalid JWT'])
    expect(await call('public', { headers: { authorization: 'none' } })).toMatchObject({ status: 204 })
    expect(await call('public', { method: 'OPTIONS', headers: { authorization: 'none' } })).toMatchObject({
      status: 200,
      text: 'preflight',
    })
  })

  it('is found if it exists, and is open if it needs no token', () => {
    const find = (target: string) => functions.find(new Request(`http://localhost/functions/v1/${target}?query`))
    for (const target of ['public', 'public/throw']) expect(find(target)).toEqual({ name: 'public', isOpen: true })
    expect(find('echo')).toEqual({ name: 'echo', isOpen: false })
    for (const target of ['turned-off', 'unknown', 'constructor', '']) expect(find(target)).toBeUndefined()
  })

  it('gets 404 for names that are not a function of the project, in any encoding', async () => {
    const outside = ['..%2fsecret.ts', '%2e%2e%2f%2e%2e%2fetc%2fpasswd', '..\\secret', 'echo%00', 'echo.ts']
    for (const name of ['unknown', '_shared', 'turned-off', 'constructor', '', 'x'.repeat(5_000), ...outside]) {
      const { status, text, headers } = await call(name)
      expect([status, JSON.parse(text)], name).toEqual([
        404,
        { code: 'NOT_FOUND', message: 'Requested function was not found' },
      ])
      expect(headers.get('access-control-allow-origin')).toBe('*')
    }
  })
})

describe('a failing function', () => {
  it('is reported as a boot error if it does not start', async () => {
    for (const name of ['no-boot', 'bad-import', 'not-typescript'])
      expect(await call(name), name).toMatchObject({ status: 503, text: expect.stringContaining('BOOT_ERROR') })
    expect(logged.join()).toContain('at the top')
    expect(logged.join()).toContain('jsr:@std/x cannot be imported here')
  })

  it('times out if it never responds, and its thread continues', async () => {
    const started = performance.now()
    expect(await call('waits')).toMatchObject({ status: 504, text: expect.stringContaining('IDLE_TIMEOUT') })
    expect(performance.now() - started).toBeLessThan(20_000)
    expect((await call('waits/count')).text).toBe('{"waiting":0}')
  })

  it('is notified when the client disconnects', async () => {
    const controller = new AbortController()
    const interrupted = call('waits', { signal: controller.signal })
    interrupted.catch(() => {})
    await expect.poll(async () => (await call('waits/count')).text, { timeout: 15_000 }).toBe('{"waiting":1}')
    controller.abort()
    await expect(interrupted).rejects.toThrow('disconnected')
    expect((await call('waits/count')).text).toBe('{"waiting":0}')
  })

  it('is terminated when it blocks its thread, exhausts memory or exits, and others continue', async () => {
    const others = new Set<number>()
    const beat = setInterval(async () => others.add((await call('public')).status), 100)
    expect(await call('spins')).toMatchObject({ status: 546, text: expect.stringContaining('WORKER_LIMIT') })
    expect(await call('eats')).toMatchObject({ status: 546 })
    expect(await call('exits')).toMatchObject({ status: 500, text: expect.stringContaining('WORKER_ERROR') })
    clearInterval(beat)
    expect(others).toEqual(new Set([204]))
  })
})
