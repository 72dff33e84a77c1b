import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { picture } from '../testing/picture.ts'
import { callers, folder, openTestbed, type Testbed } from '../testing/testbed.ts'

let bed: Testbed
const at = (name: string) => `${folder.alice}/${name}`
const browser = { accept: 'image/avif,image/webp,image/png,image/*;q=0.8,*/*;q=0.5' }

const render = (name: string, query: string, headers: Record<string, string> = browser, method = 'GET') =>
  bed.request(null, `/render/image/public/pictures/${at(name)}?${query}`, { headers, method })

async function imageMetadata(response: Response) {
  const bytes = Buffer.from(await response.arrayBuffer())
  const { format, width, height } = await sharp(bytes).metadata()
  return { format, width, height }
}

beforeAll(async () => {
  bed = await openTestbed()
  const files = bed.as(callers.alice).from('pictures')
  await files.upload(at('wide.jpg'), await picture('jpeg', 400, 200), { contentType: 'image/jpeg' })
  await files.upload(at('wide.png'), await picture('png', 200, 100), { contentType: 'image/png' })
  // Like a photo from an upright phone: 200 x 100 pixels with an EXIF rotation.
  const turned = await sharp(await picture('jpeg', 200, 100))
    .withExif({ IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  await files.upload(at('turned.jpg'), turned, { contentType: 'image/jpeg' })
  await bed
    .as(callers.alice)
    .from('letters')
    .upload(at('private.jpg'), await picture('jpeg', 300, 300))
  await bed.as(callers.alice).from('letters').upload(at('notes.txt'), 'no picture')
})
afterAll(() => bed.close())

describe('rendering', () => {
  it.each([
    ['width=64', { width: 64, height: 32 }],
    ['height=64', { width: 128, height: 64 }],
    ['width=64&height=64', { width: 64, height: 64 }],
    ['width=64&height=64&resize=contain', { width: 64, height: 32 }],
    ['width=64&height=64&resize=fill', { width: 64, height: 64 }],
    ['quality=20', { width: 400, height: 200 }],
  ])('renders %s at %o', async (query, size) => {
    expect(await imageMetadata(await render('wide.jpg', query))).toEqual({ format: 'webp', ...size })
  })

  it('rounds a width up to the next supported one', async () => {
    expect(await imageMetadata(await render('wide.jpg', 'width=61'))).toMatchObject({ width: 64 })
    expect(await imageMetadata(await render('wide.jpg', 'width=61&height=61'))).toMatchObject({ width: 64, height: 64 })
  })

  it.each([
    ['width=1280', { width: 400, height: 200 }],
    ['width=800&height=800', { width: 200, height: 200 }],
    ['width=800&height=800&resize=contain', { width: 400, height: 200 }],
    ['width=99999', { width: 400, height: 200 }],
  ])('never enlarges the original: %s is %o', async (query, size) => {
    expect(await imageMetadata(await render('wide.jpg', query))).toMatchObject(size)
  })

  it('applies the EXIF orientation and removes the location', async () => {
    const response = await render('turned.jpg', 'width=64')
    const bytes = Buffer.from(await response.arrayBuffer())
    const { width, height, exif, orientation } = await sharp(bytes).metadata()
    expect({ width, height, exif, orientation }).toEqual({
      width: 64,
      height: 128,
      exif: undefined,
      orientation: undefined,
    })
  })

  it('sends WebP to clients that accept it, the original format to others, and sets Vary', async () => {
    const formats = async (name: string, accept: string, query = 'width=32') => {
      const response = await render(name, query, { accept })
      expect(response.headers.get('vary')).toBe('Accept')
      expect(response.headers.get('content-type')).toBe(`image/${(await imageMetadata(response.clone())).format}`)
      return (await imageMetadata(response)).format
    }
    expect(await formats('wide.jpg', browser.accept)).toBe('webp')
    expect(await formats('wide.jpg', '*/*')).toBe('jpeg')
    expect(await formats('wide.png', 'image/png')).toBe('png')
    expect(await formats('wide.png', browser.accept, 'width=32&format=origin')).toBe('png')
  })

  it.each([
    ['height=20&width=10&resize=contain&quality=61', 'height:20,width:10,resizing_type:fit,quality:61'],
    ['width=10&resize=fill&format=avif', 'width:10,resizing_type:force,format:avif'],
    ['width=10', 'width:10,resizing_type:fill'],
    ['format=origin', ''],
  ])('names the transformations of %s', async (query, transformations) => {
    expect((await render('wide.jpg', query)).headers.get('x-transformations')).toBe(transformations)
  })

  it('renders AVIF only if it is requested by name', async () => {
    const response = await render('wide.jpg', 'width=32&format=avif')
    expect(response.headers.get('content-type')).toBe('image/avif')
    expect(await imageMetadata(response)).toMatchObject({ format: 'heif', width: 32 })
  })

  it.each([
    'width=-1',
    'width=0',
    'width=abc',
    'width=1.5',
    'height=1e9',
    'quality=5',
    'quality=101',
    'resize=explode',
    'format=svg',
    'width=',
  ])('refuses %s with 400', async (query) => {
    const response = await render('wide.jpg', query)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ statusCode: '400' })
  })

  it('refuses an object that is not an image', async () => {
    const response = await bed.request(callers.alice, `/render/image/authenticated/letters/${at('notes.txt')}?width=64`)
    expect(await response.json()).toMatchObject({ statusCode: '415' })
  })

  it('serves a private image only to callers who may read it', async () => {
    const path = `/render/image/authenticated/letters/${at('private.jpg')}?width=64`
    const mine = await bed.request(callers.alice, path)
    expect(mine.headers.get('cache-control')).toMatch(/^private/)
    expect(await imageMetadata(mine)).toMatchObject({ width: 64 })
    expect(await (await bed.request(callers.bob, path)).json()).toMatchObject({ statusCode: '404' })
    expect(await (await bed.request(null, path)).json()).toMatchObject({ statusCode: '403' })
  })

  it('supports transformed downloads of storage-js', async () => {
    const transform = { width: 64, height: 64, resize: 'contain' } as const
    const { data } = await bed.as(callers.alice).from('letters').download(at('private.jpg'), { transform })
    expect(data && (await sharp(await data.arrayBuffer()).metadata()).width).toBe(64)
  })
})

describe('renditions', () => {
  it('get a 304 without being rendered if the client has them', async () => {
    const first = await render('wide.jpg', 'width=96')
    const eTag = first.headers.get('etag') ?? ''
    await bed.clearRenditions()
    const again = await render('wide.jpg', 'width=96', { ...browser, 'if-none-match': eTag })
    expect(again.status).toBe(304)
    expect(await bed.renditions()).toEqual([])
    expect((await render('wide.jpg', 'width=128', { ...browser, 'if-none-match': eTag })).status).toBe(200)
  })

  it('have a new ETag and content after the image was overwritten', async () => {
    const files = bed.as(callers.alice).from('pictures')
    const options = { contentType: 'image/jpeg', upsert: true, cacheControl: '86400' }
    await files.upload(at('changing.jpg'), await picture('jpeg', 100, 100), options)
    const before = await render('changing.jpg', 'width=64')
    expect(before.headers.get('cache-control')).toBe('public, max-age=86400')
    await files.upload(at('changing.jpg'), await picture('jpeg', 100, 50), options)
    const after = await render('changing.jpg', 'width=64', {
      ...browser,
      'if-none-match': before.headers.get('etag') ?? '',
    })
    expect(after.status).toBe(200)
    expect(await imageMetadata(after)).toMatchObject({ width: 64, height: 32 })
  })

  it('are removed with the image', async () => {
    const files = bed.as(callers.alice).from('pictures')
    await bed.clearRenditions()
    await files.upload(at('fleeting.jpg'), await picture('jpeg', 100, 100), { contentType: 'image/jpeg' })
    await render('fleeting.jpg', 'width=64')
    expect(await bed.renditions()).toHaveLength(1)
    await files.remove([at('fleeting.jpg')])
    expect(await bed.renditions()).toEqual([])
  })

  it('support ranges and HEAD', async () => {
    const whole = Buffer.from(await (await render('wide.jpg', 'width=64')).arrayBuffer())
    const part = await render('wide.jpg', 'width=64', { ...browser, range: 'bytes=4-11' })
    expect(part.status).toBe(206)
    expect(Buffer.from(await part.arrayBuffer())).toEqual(whole.subarray(4, 12))
    const head = await render('wide.jpg', 'width=64', browser, 'HEAD')
    expect([head.headers.get('content-length'), await head.text()]).toEqual([String(whole.length), ''])
  })
})
