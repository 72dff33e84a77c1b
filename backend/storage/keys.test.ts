import { describe, expect, it } from 'vitest'
import { validBucketName, validKey } from './keys.ts'

describe('object keys', () => {
  it.each([
    'a',
    'a/b/c.png',
    "it's (a) file! @ $5 & more = + , ; : ?*.jpg",
    'Törtchen/蛋糕/🍰.webp',
    '...',
    'a..b/.hidden/x.',
    'e\u0301',
    'x'.repeat(1024),
  ])('may be %s', (key) => {
    expect(validKey(key)).toBe(key)
  })

  it.each([
    '',
    '/',
    '/a',
    'a/',
    'a//b',
    '.',
    '..',
    '../a',
    'a/../b',
    'a/.',
    'a\\b',
    'a\0b',
    'a\nb',
    'a\u007fb',
    'a%2fb',
    'a#b',
    'a<b>',
    'a{b}',
    'a"b',
    '\u202egpj.exe',
    'zero\u200bwidth',
    'lone\ud800surrogate',
    'x'.repeat(1025),
    'é'.repeat(513),
  ])('may not be %o', (key) => {
    expect(() => validKey(key)).toThrow(/Invalid key/)
  })
})

describe('bucket names', () => {
  it.each(['pictures', 'my bucket.v1', 'A_b-c!', 'x'.repeat(100)])('may be %s', (name) => {
    expect(validBucketName(name)).toBe(name)
  })

  it.each(['', ' a', 'a ', 'a/b', '.', '..', 'a\\b', 'ä', 'a\n', 'x'.repeat(101)])('may not be %o', (name) => {
    expect(() => validBucketName(name)).toThrow('Bucket name invalid')
  })
})
