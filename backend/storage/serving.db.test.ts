import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { picture } from './testing/picture.ts'
import { callers, folder, openTestbed, type Testbed } from './testing/testbed.ts'

let bed: Testbed
/** Larger than one read, so that ranges and whole bodies are streamed. */
const long = new Uint8Array(700_000).map((_, index) => (index * 7) % 251)

beforeAll(async () => {
  bed = await openTestbed()
  const files = bed.as(callers.alice).from('letters')
  await files.upload(at('long.bin'), long, { contentType: 'application/octet-stream', cacheControl: '60' })
  await files.upload(at('short.txt'), '0123456789', { contentType: 'text/plain', cacheControl: '60' })
  await files.upload(at('empty.txt'), '', { contentType: 'text/plain' })
})
afterAll(() => bed.close())

const at = (name: string) => `${folder.alice}/${name}`
const get = (name: string, headers: Record<string, string> = {}, query = '', method = 'GET') =>
  bed.request(callers.alice, `/object/authenticated/letters/${at(name)}${query}`, { method, headers })

describe('serving', () => {
  it('sends long and empty objects whole, with their length', async () => {
    const response = await get('long.bin')
    expect(response.headers.get('content-length')).toBe('700000')
    expect(Buffer.from(await response.arrayBuffer()).equals(long)).toBe(true)
    const empty = await get('empty.txt')
    expect([empty.status, empty.headers.get('content-length'), await empty.text()]).toEqual([200, '0', ''])
  })

  it('responds to HEAD with the headers only', async () => {
    const response = await get('short.txt', {}, '', 'HEAD')
    expect(response.headers.get('content-length')).toBe('10')
    expect(response.headers.get('content-type')).toBe('text/plain')
    expect(await response.text()).toBe('')
  })

  it.each([
    ['bytes=0-0', '0', 'bytes 0-0/10'],
    ['bytes=2-4', '234', 'bytes 2-4/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=-99', '0123456789', 'bytes 0-9/10'],
    ['bytes=8-99', '89', 'bytes 8-9/10'],
  ])('responds to %s with 206 and that part', async (range, body, contentRange) => {
    const response = await get('short.txt', { range })
    expect(response.status).toBe(206)
    expect(response.headers.get('content-range')).toBe(contentRange)
    expect(response.headers.get('content-length')).toBe(String(body.length))
    expect(await response.text()).toBe(body)
  })

  it('streams a long range from the middle', async () => {
    const response = await get('long.bin', { range: 'bytes=100000-499999' })
    expect(Buffer.from(await response.arrayBuffer()).equals(long.subarray(100_000, 500_000))).toBe(true)
  })

  it.each(['bytes=10-', 'bytes=99-100', 'bytes=-0'])('refuses %s, which is out of range, with 416', async (range) => {
    const response = await get('short.txt', { range })
    expect(response.status).toBe(416)
    expect(await response.json()).toMatchObject({ statusCode: '416', error: 'invalid_range' })
  })

  it.each(['bytes=5-2', 'bytes=0-1,3-4', 'lines=1-2', 'bytes=-', 'bytes=a-b'])(
    'ignores an unsupported range: %s',
    async (range) => {
      const response = await get('short.txt', { range })
      expect([response.status, await response.text()]).toEqual([200, '0123456789'])
    },
  )

  it('responds with 304 by ETag first, else by date', async () => {
    const first = await get('short.txt')
    const eTag = first.headers.get('etag') ?? ''
    const modified = first.headers.get('last-modified') ?? ''
    expect(eTag).toMatch(/^"[0-9a-f]{32}"$/)
    const repeat = await get('short.txt', { 'if-none-match': `"other", W/${eTag}` })
    expect([repeat.status, await repeat.text(), repeat.headers.get('etag')]).toEqual([304, '', eTag])
    expect((await get('short.txt', { 'if-none-match': '*' })).status).toBe(304)
    expect((await get('short.txt', { 'if-modified-since': modified })).status).toBe(304)
    expect((await get('short.txt', { 'if-modified-since': modified, 'if-none-match': '"x"' })).status).toBe(200)
    expect((await get('short.txt', { 'if-modified-since': 'yesterday' })).status).toBe(200)
  })

  it('continues a range only of the same version', async () => {
    const eTag = (await get('short.txt')).headers.get('etag') ?? ''
    expect((await get('short.txt', { range: 'bytes=0-1', 'if-range': eTag })).status).toBe(206)
    expect((await get('short.txt', { range: 'bytes=0-1', 'if-range': '"older"' })).status).toBe(200)
  })

  it('marks private objects as private for caches', async () => {
    expect((await get('short.txt')).headers.get('cache-control')).toBe('private, max-age=60')
  })

  it('offers a download under the requested name', async () => {
    const disposition = async (query: string) => (await get('short.txt', {}, query)).headers.get('content-disposition')
    expect(await disposition('')).toBeNull()
    expect(await disposition('?download')).toBe('attachment')
    const longest = '%F0%9F%8E%82'.repeat(255)
    expect(await disposition(`?download=${'%F0%9F%8E%82'.repeat(20_000)}`)).toBe(
      `attachment; filename="${longest}"; filename*=UTF-8''${longest}`,
    )
    expect(await disposition('?download=caf%C3%A9%22%0d%0a.txt')).toBe(
      `attachment; filename="caf%C3%A9%22%0D%0A.txt"; filename*=UTF-8''caf%C3%A9%22%0D%0A.txt`,
    )
  })

  it('stops reading when the client disconnects', async () => {
    const response = await get('long.bin')
    const reader = response.body?.getReader()
    await reader?.read()
    await reader?.cancel()
    expect((await (await get('long.bin')).arrayBuffer()).byteLength).toBe(long.length)
  })
})

describe('an uploaded file in a browser', () => {
  const page = '<!doctype html><script>alert(1)</script>'
  const upload = (name: string, contentType: string, body = page) =>
    bed.as(callers.alice).from('letters').upload(at(name), body, { contentType, upsert: true })

  it('is never sniffed and may not run scripts or load resources', async () => {
    const { headers } = await get('short.txt')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/)
  })

  it('is served as text if it is HTML', async () => {
    await upload('page.html', 'text/html')
    expect((await get('page.html')).headers.get('content-type')).toBe('text/plain; charset=utf-8')
  })

  it.each(['application/xhtml+xml', 'text/javascript', 'application/xml', 'application/wasm', 'TEXT/HTML;charset=x'])(
    'is downloaded or neutralised if its type is %s',
    async (type) => {
      await upload('active.bin', type)
      const { headers } = await get('active.bin')
      const isDownload = headers.get('content-disposition') === 'attachment'
      expect(isDownload || headers.get('content-type') === 'text/plain; charset=utf-8').toBe(true)
    },
  )
})

describe('Cache-Control', () => {
  it.each([
    ['max-age=31536000, immutable', 'public, max-age=31536000, immutable'],
    ['PUBLIC, MAX-AGE=5', 'public, max-age=5'],
    ['no-store', 'no-store'],
    ['private, max-age=5', 'private, max-age=5'],
    ['max-age=x, set-cookie=1', 'public, no-cache'],
    ['', 'public, no-cache'],
  ])('keeps known directives: "%s" is served as "%s"', async (sent, served) => {
    const headers = { 'content-type': 'image/jpeg', 'cache-control': sent, 'x-upsert': 'true' }
    const body = await picture('jpeg')
    await bed.request(callers.alice, `/object/pictures/${at('cached.jpg')}`, { method: 'POST', headers, body })
    const response = await bed.request(null, `/object/public/pictures/${at('cached.jpg')}`)
    expect(response.headers.get('cache-control')).toBe(served)
  })
})
