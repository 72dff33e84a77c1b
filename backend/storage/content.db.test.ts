import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { picture } from './testing/picture.ts'
import { callers, folder, openTestbed, type Testbed } from './testing/testbed.ts'

let bed: Testbed
beforeAll(async () => {
  bed = await openTestbed({
    fileSizeLimitBytes: 200_000,
    imageLimits: { pixels: 1_000_000, decodedBytes: 3_000_000, memoryBytes: 1_000_000 },
  })
})
afterAll(() => bed.close())
beforeEach(() => bed.clear())

const path = `${folder.alice}/cake`
const upload = (bucket: string, body: BodyInit, contentType: string) =>
  bed
    .as(callers.alice)
    .from(bucket)
    .upload(path, body as ArrayBuffer, { contentType })
const storedType = async (bucket: string) => (await bed.as(callers.alice).from(bucket).info(path)).data?.contentType

const svg = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
const html = '<!doctype html><html><body><script>alert(1)</script></body></html>'

describe('the content of an upload', () => {
  it.each([
    ['HTML', html, 'image/png'],
    ['an SVG', svg, 'image/jpeg'],
    ['HTML', html, 'image/svg+xml'],
    ['plain text', 'just text', 'image/webp'],
    ['nothing at all', '', 'image/png'],
    ['a script', '#!/bin/sh', 'application/pdf'],
    ['an unheard-of image type', 'abc', 'image/x-made-up'],
  ])('is refused if it does not match its type: %s (%o) as %s', async (_what, body, type) => {
    for (const bucket of ['letters', 'pictures']) {
      const { error } = await upload(bucket, body, type)
      expect(error).toMatchObject({ statusCode: '415', message: expect.stringContaining('is not supported') })
    }
    expect(await bed.blobs()).toEqual([])
  })

  it('is refused if only its first bytes are an image', async () => {
    const fake = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from(html.repeat(10))])
    expect((await upload('pictures', fake, 'image/png')).error).toMatchObject({ statusCode: '415' })
    expect(await bed.blobs()).toEqual([])
  })

  it.each(['jpeg', 'png', 'webp'] as const)(
    'is stored with the type of its bytes if it is a %s with another image type or a generic one',
    async (format) => {
      for (const claimed of ['image/jpeg', 'image/x-png', 'application/octet-stream', 'text/plain;charset=UTF-8']) {
        await bed.clear()
        expect((await upload('pictures', await picture(format), claimed)).error).toBeNull()
        expect(await storedType('pictures')).toBe(`image/${format}`)
      }
    },
  )

  it('is accepted if it is a real SVG in a bucket that allows SVG', async () => {
    expect((await upload('letters', svg, 'image/svg+xml')).error).toBeNull()
    expect((await upload('pictures', svg, 'image/svg+xml')).error).toMatchObject({ statusCode: '415' })
  })

  it('is checked by the type of its bytes against the bucket’s allowed types', async () => {
    const gif = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .gif()
      .toBuffer()
    expect((await upload('pictures', gif, 'image/png')).error).toMatchObject({
      statusCode: '415',
      message: 'mime type image/gif is not supported',
    })
  })

  it('is checked against wildcards in the bucket’s allowed types', async () => {
    await bed.as(callers.service).createBucket('any-image', { public: false, allowedMimeTypes: ['image/*'] })
    expect((await upload('any-image', 'text', 'text/plain')).error).toMatchObject({ statusCode: '415' })
    expect((await upload('any-image', await picture('png'), 'image/png')).error).toBeNull()
  })

  it('is refused with an invalid content type', async () => {
    const headers = { 'content-type': 'a/b"><script>' }
    const response = await bed.request(callers.alice, `/object/letters/${path}`, { method: 'POST', body: 'x', headers })
    expect(await response.json()).toMatchObject({ statusCode: '415', error: 'invalid_mime_type' })
  })
})

describe('the size limit', () => {
  it('refuses an announced length over the bucket’s limit before reading the body', async () => {
    const { error } = await upload('pictures', new Uint8Array(100_001), 'image/png')
    expect(error).toMatchObject({ statusCode: '413', message: 'The object exceeded the maximum allowed size' })
  })

  it('stops an endless stream at the limit and stores nothing', async () => {
    let sent = 0
    const endless = () =>
      new ReadableStream<Uint8Array>({
        pull(controller) {
          sent += 10_000
          controller.enqueue(new Uint8Array(10_000))
        },
      })
    const headers = { 'content-type': 'application/octet-stream' }
    const init = { method: 'POST', body: endless(), headers, duplex: 'half' }
    const raw = await bed.request(callers.alice, `/object/letters/${path}`, init)
    expect(await raw.json()).toMatchObject({ statusCode: '413', error: 'Payload too large' })
    expect(sent).toBeLessThan(300_000)
    expect(await bed.blobs()).toEqual([])
  })

  it('stops an endless file in a form at the limit', async () => {
    let isFirst = true
    let sent = 0
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const head = '--b\r\nContent-Disposition: form-data; name=""; filename="x"\r\n\r\n'
        controller.enqueue(isFirst ? Buffer.from(head) : new Uint8Array(10_000))
        isFirst = false
        sent += 10_000
      },
    })
    const headers = { 'content-type': 'multipart/form-data; boundary=b' }
    const init = { method: 'POST', body, headers, duplex: 'half' }
    const response = await bed.request(callers.alice, `/object/letters/${path}`, init)
    expect(await response.json()).toMatchObject({ statusCode: '413' })
    expect(sent).toBeLessThan(300_000)
    expect(await bed.blobs()).toEqual([])
  })

  it('is the server’s if the bucket has none', async () => {
    expect((await upload('letters', new Uint8Array(200_001), '')).error).toMatchObject({ statusCode: '413' })
    expect((await upload('letters', new Uint8Array(200_000), '')).error).toBeNull()
  })

  it('stores nothing of an interrupted upload, which is a client error', async () => {
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(new Uint8Array(5000))
        controller.error(new Error('connection reset'))
      },
    })
    const init = { method: 'POST', body, headers: { 'content-type': 'a/b' }, duplex: 'half' }
    const response = await bed.request(callers.alice, `/object/letters/${path}`, init)
    expect(response.status).toBe(400)
    expect(await bed.blobs()).toEqual([])
  })

  it('refuses an image with more pixels than allowed', async () => {
    const bomb = await sharp({ create: { width: 5000, height: 5000, channels: 3, background: 'white' } })
      .png({ compressionLevel: 9, palette: true, colours: 2 })
      .toBuffer()
    expect(bomb.length).toBeLessThan(100_000)
    const { error } = await upload('pictures', bomb, 'image/png')
    expect(error).toMatchObject({ statusCode: '413', message: 'The image exceeded the size that can be decoded' })
    expect(await bed.blobs()).toEqual([])
  })
})

describe('an uploaded image', () => {
  const flat = (side: number, channels: 3 | 4) =>
    sharp({ create: { width: side, height: side, channels, background: '#a34' } })

  it.each([
    ['interlaced', () => flat(600, 3).png({ progressive: true })],
    ['of sixteen bits a sample', () => flat(800, 3).toColourspace('rgb16').png()],
    ['with four channels of sixteen bits', () => flat(700, 4).toColourspace('rgb16').png()],
    ['a progressive JPEG', () => flat(600, 3).jpeg({ progressive: true })],
    ['WebP, which is decoded as a whole', () => flat(600, 3).webp()],
    ['to be rotated', () => flat(600, 3).withMetadata({ orientation: 6 }).png()],
  ])('is refused if decoding it needs too much memory: %s', async (_, make) => {
    const bytes = await make().toBuffer()
    expect(bytes.length).toBeLessThan(100_000)
    expect((await upload('pictures', bytes, '')).error).toMatchObject({ statusCode: '413' })
    expect(await bed.blobs()).toEqual([])
  })

  it.each([
    ['PNG', () => flat(800, 3).png()],
    ['JPEG', () => flat(800, 3).jpeg({ progressive: false })],
  ])('is accepted if it is decoded line by line, which needs little memory: %s', async (_, make) => {
    expect((await upload('pictures', await make().toBuffer(), '')).error).toBeNull()
  })
})

describe('multipart forms', () => {
  const boundary = 'xyz'
  const send = (body: string, type = `multipart/form-data; boundary=${boundary}`) =>
    bed.request(callers.alice, `/object/letters/${path}`, { method: 'POST', body, headers: { 'content-type': type } })
  const file = '--xyz\r\nContent-Disposition: form-data; name="f"; filename="a.txt"\r\n\r\nhello\r\n'

  it.each([
    ['no file', '--xyz\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--xyz--\r\n'],
    ['no end', file],
    ['an end in the middle of the file', file.slice(0, -4)],
    ['no boundary in the body', 'hello'],
    ['nothing', ''],
    ['a part without a disposition', '--xyz\r\nX: y\r\n\r\nb\r\n--xyz--'],
    ['an endless header', `--xyz\r\nX: ${'y'.repeat(50_000)}`],
    [
      'metadata that is not an object',
      `--xyz\r\nContent-Disposition: form-data; name="metadata"\r\n\r\n[1]\r\n${file}--xyz--`,
    ],
    ['metadata that is no JSON', `--xyz\r\nContent-Disposition: form-data; name="metadata"\r\n\r\n{\r\n${file}--xyz--`],
  ])('with %s are refused and not stored', async (_what, body) => {
    const response = await send(body)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ statusCode: '400' })
    expect(await bed.blobs()).toEqual([])
  })

  it('without a boundary are refused', async () => {
    expect((await send(`${file}--xyz--`, 'multipart/form-data')).status).toBe(400)
  })

  it('are stored byte for byte between the boundaries', async () => {
    expect((await send(`preamble\r\n${file}--xyz--\r\nepilogue`)).status).toBe(200)
    const { data } = await bed.as(callers.alice).from('letters').download(path)
    expect(await data?.text()).toBe('hello')
  })
})
