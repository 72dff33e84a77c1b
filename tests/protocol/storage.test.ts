/** Storage over HTTP with supabase-js and plain requests, with the project's buckets and policies. */
import { request as httpRequest, type OutgoingHttpHeaders } from 'node:http'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { databases, startServer, type TestServer } from '../harness.ts'
import { baker, photo, storageOf } from './baker-storage.ts'

// supabase-js needs a WebSocket to start, and Node 20 has none.
vi.stubGlobal('WebSocket', WebSocket)

const other = '44444444-4444-4444-8444-444444444444'
const megabyte = 1024 * 1024

/** Sends a request without URL normalisation of its path. */
function rawRequest(server: TestServer, rawPath: string, headers: OutgoingHttpHeaders = {}, method = 'GET') {
  const { hostname, port } = new URL(server.url)
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    const sent = httpRequest({ hostname, port, path: rawPath, method, headers }, (response) => {
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (text: string) => {
        body += text
      })
      response.on('end', () => {
        sent.destroy()
        resolve({ status: response.statusCode ?? 0, body })
      })
    })
    sent.on('error', reject)
    if (method === 'GET') sent.end()
    else sent.flushHeaders()
  })
}

/** A GIF with a comment before its end. */
const withComment = (gif: Buffer, words: string) =>
  Buffer.concat([
    gif.subarray(0, -1),
    Buffer.from([0x21, 0xfe, words.length]),
    Buffer.from(words),
    Buffer.from([0, 0x3b]),
  ])

describe.each(databases)('Storage over HTTP on %s', (database) => {
  let server: TestServer
  let mine: ReturnType<Awaited<ReturnType<typeof storageOf>>['from']>
  let theirs: typeof mine
  let small: Buffer<ArrayBuffer>
  const jpeg = { contentType: 'image/jpeg' }
  const publicUrl = (name: string) => `${server.url}/storage/v1/object/public/product_images/${baker}/${name}`
  const renderUrl = (name: string, query: string) =>
    `${server.url}/storage/v1/render/image/public/product_images/${baker}/${name}?${query}`

  beforeAll(async () => {
    server = await startServer({ database })
    mine = (await storageOf(server, baker)).from('product_images')
    theirs = (await storageOf(server, other)).from('product_images')
    small = await photo(800, 600)
  })
  afterAll(() => server.stop())

  it('stores a picture from a File and serves it publicly without a key', async () => {
    const file = new File([small], 'cake.jpg', { type: 'image/jpeg' })
    expect((await mine.upload(`${baker}/cake.jpg`, file)).error).toBeNull()
    const response = await fetch(publicUrl('cake.jpg'))
    expect(response.headers.get('content-type')).toBe('image/jpeg')
    expect(response.headers.get('cache-control')).toBe('public, max-age=3600')
    expect(Buffer.from(await response.arrayBuffer()).equals(small)).toBe(true)
  })

  it('stores the pictures of members without the place where they were taken, and refuses what it cannot clean', async () => {
    const gps = { IFD0: { ImageDescription: 'At home' }, IFD3: { GPSLatitude: '53/1 48/1 0/1' } }
    const taken = () => sharp(small).resize(40).withExif(gps)
    const uploads = {
      'a.jpg': [await taken().jpeg().toBuffer(), 'image/jpeg'],
      'a.png': [await taken().png().toBuffer(), 'image/png'],
      'a.webp': [await taken().webp().toBuffer(), 'image/webp'],
      'a.gif': [withComment(await taken().gif().toBuffer(), 'At home'), 'image/gif'],
    } as const
    for (const [name, [bytes, contentType]] of Object.entries(uploads)) {
      expect(bytes.includes('At home'), name).toBe(true)
      expect((await mine.upload(`${baker}/${name}`, bytes, { contentType })).error, name).toBeNull()
      const stored = Buffer.from(await (await fetch(publicUrl(name))).arrayBuffer())
      expect(stored.includes('At home'), name).toBe(false)
      expect((await sharp(stored).metadata()).width, name).toBe(40)
    }
    const { data } = await mine.createSignedUploadUrl(`${baker}/signed.jpg`)
    const [jpegBytes] = uploads['a.jpg']
    expect((await mine.uploadToSignedUrl(`${baker}/signed.jpg`, data?.token ?? '', jpegBytes, jpeg)).error).toBeNull()
    expect(Buffer.from(await (await fetch(publicUrl('signed.jpg'))).arrayBuffer()).includes('At home')).toBe(false)
    const avif = await taken().avif().toBuffer()
    expect((await mine.upload(`${baker}/a.avif`, avif, { contentType: 'image/avif' })).error).not.toBeNull()
  })

  it('sends uploaded files with nosniff and a sandbox policy', async () => {
    const { headers } = await fetch(publicUrl('cake.jpg'))
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain('sandbox')
  })

  it('supports range and conditional requests', async () => {
    const part = await fetch(publicUrl('cake.jpg'), { headers: { range: 'bytes=2-5' } })
    expect(part.status).toBe(206)
    expect(Buffer.from(await part.arrayBuffer())).toEqual(small.subarray(2, 6))
    const headers = { 'if-none-match': part.headers.get('etag') ?? '' }
    expect((await fetch(publicUrl('cake.jpg'), { headers })).status).toBe(304)
  })

  it('renders 24 pictures at the same time', async () => {
    const headers = { accept: 'image/webp,*/*' }
    const widths = Array.from({ length: 24 }, async () => {
      const response = await fetch(renderUrl('cake.jpg', 'width=320&quality=75'), { headers })
      return (await sharp(await response.arrayBuffer()).metadata()).width
    })
    expect(await Promise.all(widths)).toEqual(Array(24).fill(320))
  })

  it('refuses uploads and deletions in another seller’s folder', async () => {
    expect((await theirs.upload(`${baker}/evil.jpg`, small, jpeg)).error).toMatchObject({ statusCode: '403' })
    expect((await theirs.remove([`${baker}/cake.jpg`])).data).toEqual([])
    expect((await fetch(publicUrl('cake.jpg'))).status).toBe(200)
    const visitor = (await storageOf(server)).from('product_images')
    expect((await visitor.upload(`${baker}/evil.jpg`, small, jpeg)).error).toMatchObject({ statusCode: '403' })
    expect((await visitor.list(baker)).data).toEqual([])
  })

  it('refuses a picture over 5 MB with a message, as raw bytes and as a form', async () => {
    const large = Buffer.concat([small, Buffer.alloc(5.1 * megabyte)])
    const asFile = new File([large], 'large.jpg', { type: 'image/jpeg' })
    for (const body of [large, asFile]) {
      expect((await mine.upload(`${baker}/large.jpg`, body, jpeg)).error).toMatchObject({
        statusCode: '413',
        message: 'The object exceeded the maximum allowed size',
      })
    }
    expect((await fetch(publicUrl('cake.jpg'))).status).toBe(200)
  })

  it('refuses an upload of 10 GB by its Content-Length, before it is sent', async () => {
    const key = `Bearer ${server.serviceKey}`
    const headers = { authorization: key, 'content-type': 'image/jpeg', 'content-length': 10 * 1024 * megabyte }
    const refused = await rawRequest(server, `/storage/v1/object/product_images/x.jpg`, headers, 'POST')
    expect(JSON.parse(refused.body)).toMatchObject({ statusCode: '413' })
  })

  it.each([
    '/storage/v1/object/public/product_images/../../../../etc/passwd',
    '/storage/v1/object/public/product_images/..%2f..%2f..%2fetc%2fpasswd',
    '/storage/v1/object/public/product_images/%2e%2e/%2e%2e/etc/passwd',
    '/storage/v1/object/public/..%2f/product_images',
    '/storage/v1/object/public/product_images/a%00b',
    '/storage/v1/object/public/product_images/..\\..\\x',
    '/storage/v1/object/public/product_images/%',
    '/storage/v1/render/image/public/product_images/..%2f..%2fx?width=64',
  ])('refuses a path that leaves its bucket: %s', async (rawPath) => {
    const { status, body } = await rawRequest(server, rawPath)
    expect([400, 404]).toContain(status)
    expect(body).not.toContain('root:')
  })

  it('stores and renders a photograph of nearly 5 MB', async () => {
    const large = await photo(2700, 2100)
    expect(large.length).toBeGreaterThan(3 * megabyte)
    expect(large.length).toBeLessThan(5 * megabyte)
    expect((await mine.upload(`${baker}/photo.jpg`, large, jpeg)).error).toBeNull()
    const response = await fetch(renderUrl('photo.jpg', 'width=640'), { headers: { accept: 'image/webp' } })
    expect(await sharp(await response.arrayBuffer()).metadata()).toMatchObject({ format: 'webp', width: 640 })
  })

  it('has logged no error', () => {
    expect(server.logs()).not.toContain('"level":50')
  })
})
