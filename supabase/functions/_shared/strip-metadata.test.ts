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

it('A picture of another type stays as it is', async () => {
  const gif = await bytesOf(picture().gif())
  expect(stripMetadata(gif, 'image/gif')).toBe(gif)
})
