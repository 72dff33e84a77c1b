import { describe, expect, it } from 'vitest'
import { newSecret, qrCodeOf, stepOf } from './totp.ts'

/** The key of RFC 6238's examples in base32; its codes are the last six of the eight digits there. */
const rfcSecret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const at = (seconds: number) => new Date(seconds * 1000)

describe('a time-based code', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [20_000_000_000, '353130'],
  ])('is RFC 6238’s at %d seconds', (seconds, code) => {
    expect(stepOf(rfcSecret, code, at(seconds))).toBe(Math.floor(seconds / 30))
  })

  it('is right one step early or late, and no more', () => {
    const step = 1_111_111_080 / 30
    const right = [-60, -30, 0, 30, 60].map((shift) => stepOf(rfcSecret, '081804', at(1_111_111_080 + shift)))
    expect(right).toEqual([undefined, step, step, step, undefined])
  })

  it.each(['', '28708', '2870822', ' 287082', '287 082', '28708a', '２８７０８２'])('is not %j', (code) => {
    expect(stepOf(rfcSecret, code, at(59))).toBeUndefined()
  })
})

describe('a new secret', () => {
  it('has 160 random bits, and a URI that names the site and the account', () => {
    const { secret, uri } = newSecret('shop.example', 'ada@example.com')
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(newSecret('shop.example', 'ada@example.com').secret).not.toBe(secret)
    const { searchParams, href } = new URL(uri)
    expect(decodeURIComponent(href)).toMatch(/^otpauth:\/\/totp\/shop\.example:ada@example\.com\?/)
    expect(Object.fromEntries(searchParams)).toEqual({
      issuer: 'shop.example',
      secret,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    })
  })

  it('has a QR code in SVG that fits into a data URL unescaped', async () => {
    const svg = await qrCodeOf(newSecret('shop.example', 'ada@example.com').uri)
    expect(svg).toMatch(/^<svg [^#]*<\/svg>\n?$/)
  })
})
