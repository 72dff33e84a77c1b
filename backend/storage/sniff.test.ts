import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { detect, isAllowedType, verifiedType } from './sniff.ts'

const blank = sharp({ create: { width: 9, height: 9, channels: 3, background: 'teal' } })
const ftyp = (...brands: string[]) =>
  Buffer.from(`\0\0\0${String.fromCharCode(8 + 4 * brands.length + 4)}ftyp${brands.join('\0\0\0\0')}`)

describe('type detection', () => {
  it.each(['jpeg', 'png', 'webp', 'gif', 'avif', 'tiff'] as const)(
    'recognises %s as sharp writes it',
    async (format) => {
      expect(detect(await blank.clone().toFormat(format).toBuffer())).toBe(`image/${format}`)
    },
  )

  it.each([
    [ftyp('heic'), 'image/heic'],
    [ftyp('mif1', 'heic'), 'image/heic'],
    [ftyp('isom'), 'video/mp4'],
    [Buffer.from('%PDF-1.7'), 'application/pdf'],
    [Buffer.from('<html>'), null],
    [Buffer.from('<svg xmlns="x">'), null],
    [Buffer.from('BM is how this sentence starts, which makes no bitmap'), null],
    [Buffer.from('RIFF1234WHAT'), null],
    [Buffer.alloc(0), null],
    [Buffer.from([0xff]), null],
  ])('of %s returns %s', (head, type) => {
    expect(detect(head)).toBe(type)
  })
})

describe('the type to store', () => {
  const bytes = (text: string) => new TextEncoder().encode(text)

  it('is the claimed type if the bytes have no signature', () => {
    expect(verifiedType('text/csv', bytes('a,b'))).toBe('text/csv')
    expect(verifiedType('', bytes('a,b'))).toBe('application/octet-stream')
    expect(verifiedType('text/plain;charset=UTF-8', bytes('hi'))).toBe('text/plain;charset=UTF-8')
  })

  it('is SVG only with an svg element and without an HTML page around it', () => {
    expect(verifiedType('image/svg+xml', bytes('  <!-- x --><svg/>'))).toBe('image/svg+xml')
    for (const text of ['<html><svg/></html>', 'svg', '{}', '']) {
      expect(() => verifiedType('image/svg+xml', bytes(text))).toThrow('mime type image/svg+xml is not supported')
    }
  })
})

describe('a bucket’s allowed types', () => {
  it.each([
    ['image/png', null, true],
    ['image/png', [], true],
    ['image/png', ['image/png'], true],
    ['IMAGE/PNG; q=1', ['image/png'], true],
    ['image/png', ['image/*'], true],
    ['image/png', ['*/*'], true],
    ['imagery/png', ['image/*'], false],
    ['image/png', ['image/jpeg', 'text/*'], false],
  ])('%s against %o: %s', (type, allowed, isAllowed) => {
    expect(isAllowedType(type, allowed)).toBe(isAllowed)
  })
})
