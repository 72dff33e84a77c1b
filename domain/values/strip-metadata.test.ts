import sharp, { type Sharp } from 'sharp'
import { describe, expect, it } from 'vitest'
import { BrokenPicture, stripMetadata } from './strip-metadata.ts'

const gps = { IFD0: { Make: 'A phone', ImageDescription: 'At home' }, IFD3: { GPSLatitude: '53/1 48/1 0/1' } }
const xmp = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><place>Leeds</place></x:xmpmeta>'

/** A picture of two halves, so that turning it shows. */
const picture = () =>
  sharp({ create: { width: 40, height: 20, channels: 3, background: '#b03060' } })
    .composite([{ input: { create: { width: 10, height: 20, channels: 3, background: '#206040' } }, left: 0, top: 0 }])
    .withExif(gps)
    .withXmp(xmp)

const bytesOf = async (made: Sharp) => new Uint8Array(await made.toBuffer())
const pixels = (bytes: Uint8Array) => sharp(bytes).autoOrient().raw().toBuffer()
const padded = (bytes: Uint8Array<ArrayBuffer>) => new Uint8Array([...bytes, ...Array(5_000).fill(65)])

describe.each([
  ['jpeg', () => picture().withMetadata({ orientation: 6 }).withExifMerge(gps).withXmp(xmp).jpeg()],
  ['jpeg', () => picture().jpeg({ progressive: true })],
  ['png', () => picture().png()],
  ['webp', () => picture().webp()],
] as const)('a %s', (format, make) => {
  const type = `image/${format}`

  it('loses its EXIF and XMP and what follows it, and shows the same, turned the same way', async () => {
    const original = await bytesOf(make())
    const before = await sharp(original).metadata()
    expect(before.exif).toBeDefined()
    expect(before.xmp).toBeDefined()
    const stripped = stripMetadata(padded(original), type)
    const after = await sharp(stripped).metadata()
    expect(after.xmp).toBeUndefined()
    expect(Buffer.from(stripped).includes('At home')).toBe(false)
    expect(Buffer.from(stripped).includes('A phone')).toBe(false)
    expect(Buffer.from(stripped).includes('AAAAAAAA')).toBe(false)
    expect([after.width, after.height, after.orientation ?? 1]).toEqual([
      before.width,
      before.height,
      before.orientation ?? 1,
    ])
    expect((await pixels(stripped)).equals(await pixels(original))).toBe(true)
    expect(stripMetadata(stripped, type)).toEqual(stripped)
  })

  it('is refused when it is cut off anywhere', async () => {
    const original = stripMetadata(await bytesOf(make()), type)
    for (let length = 3; length < original.length - 1; length += 7)
      expect(() => stripMetadata(original.slice(0, length), type), `${length} bytes`).toThrow(BrokenPicture)
  })
})

it('An AVIF with EXIF or XMP is refused, and one without it stays as it is', async () => {
  expect(() => stripMetadata(new Uint8Array(), 'image/avif')).not.toThrow()
  const withExif = await bytesOf(picture().avif())
  expect(() => stripMetadata(withExif, 'image/avif')).toThrow(BrokenPicture)
  const withXmp = new TextEncoder().encode('ftypavif mime application/rdf+xml')
  expect(() => stripMetadata(withXmp, 'image/avif')).toThrow(BrokenPicture)
  const without = await bytesOf(sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } }).avif())
  expect(stripMetadata(without, 'image/avif')).toBe(without)
})

describe('a GIF', () => {
  const frame = (background: string) =>
    sharp({ create: { width: 20, height: 20, channels: 3, background } })
      .png()
      .toBuffer()
  const animated = async () =>
    bytesOf(
      sharp([await frame('#b03060'), await frame('#206040')], { join: { animated: true } }).gif({
        loop: 3,
        delay: [70, 90],
      }),
    )
  const text = (words: string) => [words.length, ...Buffer.from(words), 0]
  const comment = [0x21, 0xfe, ...text('At home')]
  const xmpBlock = [0x21, 0xff, 11, ...Buffer.from('XMP DataXMP'), ...text('<place>Leeds</place>')]
  /** After the header and the colours that all frames share. */
  const withBlocks = (gif: Uint8Array, ...blocks: number[]) => {
    const flags = gif[10] ?? 0
    const at = 13 + (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0)
    return new Uint8Array([...gif.subarray(0, at), ...blocks, ...gif.subarray(at)])
  }

  it('loses comments, XMP and what follows it, and moves as before', async () => {
    const gif = await animated()
    const stripped = stripMetadata(padded(withBlocks(gif, ...comment, ...xmpBlock)), 'image/gif')
    expect(stripped).toEqual(gif)
    expect(await sharp(stripped, { animated: true }).metadata()).toMatchObject({ pages: 2, loop: 3, delay: [70, 90] })
  })

  it('is refused when it is cut off anywhere, or has a block of no known kind', async () => {
    const gif = await animated()
    for (let length = 6; length < gif.length - 1; length += 7)
      expect(() => stripMetadata(gif.slice(0, length), 'image/gif'), `${length} bytes`).toThrow(BrokenPicture)
    expect(() => stripMetadata(withBlocks(gif, 0x55, 0), 'image/gif')).toThrow(BrokenPicture)
  })
})

it('A file of another type stays as it is', () => {
  const pdf = new TextEncoder().encode('%PDF-1.7')
  expect(stripMetadata(pdf, 'application/pdf')).toBe(pdf)
})
