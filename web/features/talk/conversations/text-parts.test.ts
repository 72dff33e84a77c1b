import { describe, expect, it } from 'vitest'
import { textParts } from './text-parts.ts'

const links = (text: string) =>
  textParts(text).flatMap(({ href, text: shown }) => (href === undefined ? [] : [[shown, href]]))

describe('the URLs in a message', () => {
  it.each([
    ['See https://example.com/cake.', [['https://example.com/cake', 'https://example.com/cake']]],
    ['(http://example.com/a_(b))!', [['http://example.com/a_(b)', 'http://example.com/a_(b)']]],
    ['HTTPS://Example.com?a=1&b=2, yes', [['HTTPS://Example.com?a=1&b=2', 'https://example.com/?a=1&b=2']]],
    [
      'two https://a.example https://b.example',
      [
        ['https://a.example', 'https://a.example/'],
        ['https://b.example', 'https://b.example/'],
      ],
    ],
    ['javascript:alert(1) data:text/html,x ftp://a.example', []],
    ['<a href="https://a.example">x</a>', [['https://a.example', 'https://a.example/']]],
    ['https://tuckbox.example@evil.example/pay', []],
    ['https:// and xhttps://a.example', []],
  ])('are found in %s', (text, expected) => {
    expect(links(text)).toEqual(expected)
  })

  it('do not change the text', () => {
    for (const text of [
      '',
      'plain',
      'https://a.example',
      ' a https://a.example/x... b\nhttps://b.example)',
      'https://%',
      '.'.repeat(4_000),
    ])
      expect(
        textParts(text)
          .map((part) => part.text)
          .join(''),
      ).toBe(text)
    expect(
      textParts(`https://a.example/${'.)'.repeat(1_900)}`)
        .map((part) => part.text)
        .join(''),
    ).toHaveLength(3_818)
  })
})
