import { describe, expect, test } from 'vitest'
import { globToRegExp } from './url-patterns.ts'

describe('a glob', () => {
  test.each([
    ['https://a.example/*', 'https://a.example/b', true],
    ['https://a.example/*', 'https://a.example/b/c', false],
    ['https://a.example/*', 'https://a.example/b.c', false],
    ['https://a.example/**', 'https://a.example/b/c.d?e=f', true],
    ['https://*.example', 'https://a.example', true],
    ['https://*.example', 'https://a.b.example', false],
    ['https://?.example', 'https://a.example', true],
    ['https://?.example', 'https://ab.example', false],
    ['https://[a-c].example', 'https://b.example', true],
    ['https://[a-c].example', 'https://d.example', false],
    ['https://[!a-c].example', 'https://d.example', true],
    ['https://[!a-c].example', 'https://b.example', false],
    ['https://{a,b*}.example', 'https://a.example', true],
    ['https://{a,b*}.example', 'https://bcd.example', true],
    ['https://{a,b*}.example', 'https://c.example', false],
    ['https://a\\*.example', 'https://a*.example', true],
    ['https://a\\*.example', 'https://ab.example', false],
    ['https://a.example', 'https://axexample', false],
    ['https://a.example/(b|c)+$', 'https://a.example/(b|c)+$', true],
    ['https://a.example/[', 'https://a.example/[', true],
    ['https://a.example/{', 'https://a.example/{', true],
    ['https://a.example/\\', 'https://a.example/\\', true],
    ['', '', true],
    ['a', 'ba', false],
    ['a', 'ab', false],
  ])('%s on %s: %s', (glob, text, matches) => {
    expect(globToRegExp(glob).test(text)).toBe(matches)
  })
})
