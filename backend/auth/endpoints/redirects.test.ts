import { describe, expect, test } from 'vitest'
import { defaultAuthSettings } from '../settings.ts'
import { allowedRedirect, isAllowedRedirect, withParameters } from './redirects.ts'

const settings = {
  ...defaultAuthSettings({ siteUrl: 'https://shop.example' }),
  additionalRedirectUrls: [
    'https://preview-*.shop.dev/**',
    'https://*.partner.example/callback',
    'https://**.wide.example/**',
    'http://localhost:5173/*',
    'https://exact.example/a?b=c',
    'com.shop.app://callback',
  ],
}

describe('a redirect is allowed to', () => {
  test.each([
    'https://shop.example',
    'https://shop.example/',
    'https://shop.example/a/b?c=d#e',
    'https://shop.example:443/a',
    'HTTPS://SHOP.EXAMPLE/a',
    'https://preview-7.shop.dev/any/where?x=y',
    'https://one.partner.example/callback',
    'https://a.b.wide.example/x/y',
    'https://exact.example/a?b=c',
    'com.shop.app://callback',
    'com.shop.app://callback#kept',
  ])('%s', (url) => {
    expect(isAllowedRedirect(url, settings)).toBe(true)
    expect(allowedRedirect(url, settings)).toBe(url)
  })
})

test('a redirect to a loopback name is refused unless the site’s own host is one', () => {
  const open = { ...settings, additionalRedirectUrls: ['http://**', 'http://*:*/**'] }
  const names = [
    'localhost',
    'app.localhost',
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0.0.0.0',
    '[::1]',
    '[::ffff:127.0.0.1]',
    'LOCALHOST',
  ]
  for (const name of names) {
    const url = `http://${name}:4000/welcome`
    expect([url, isAllowedRedirect(url, open)]).toEqual([url, false])
    expect([url, isAllowedRedirect(url, { ...open, siteUrl: 'http://localhost:3000' })]).toEqual([url, true])
  }
})

describe('a redirect is refused to', () => {
  test.each([
    ['another site', 'https://evil.example/'],
    ['the visitor’s own machine, although the list allows it', 'http://localhost:5173/welcome'],
    ['a site whose name starts with ours', 'https://shop.example.evil.example/'],
    ['a site whose name ends in ours', 'https://evilshop.example/'],
    ['a path', '/welcome'],
    ['a scheme-less address', '//evil.example'],
    ['a scheme-less address with a backslash', '/\\evil.example'],
    ['an address behind user info', 'https://shop.example@evil.example/'],
    ['our address with user info', 'https://user:secret@shop.example/'],
    ['an address behind an encoded @', 'https://shop.example%40evil.example/'],
    ['a backslash before the host', 'https:\\\\evil.example/'],
    ['a backslash in the host', 'https://evil.example\\@shop.example/'],
    ['another backslash in the host', 'https://shop.example\\.evil.example/'],
    ['too few slashes', 'https:evil.example'],
    ['too few slashes and our name', 'https:/shop.example/'],
    ['too many slashes', 'https:///evil.example'],
    ['a tab in the scheme', 'https\t://shop.example/'],
    ['a leading tab', '\thttps://evil.example/'],
    ['a leading space', ' https://shop.example/'],
    ['a line break', 'https://shop.example/\r\nSet-Cookie: a=b'],
    ['a NUL', 'https://shop.example/\u0000'],
    ['a script', 'javascript:alert(1)'],
    ['a script with our host', 'javascript://shop.example/%0aalert(1)'],
    ['data', 'data:text/html,<script>alert(1)</script>'],
    ['another port', 'https://shop.example:8443/'],
    ['another scheme', 'http://shop.example/'],
    ['another scheme of ours', 'ftp://shop.example/'],
    ['a number for an address', 'https://2130706433/'],
    ['a full stop where a pattern has one label', 'https://preview-1.evil.shop.dev/'],
    ['a host that carries the pattern in its path', 'https://evil.example/x.wide.example/y'],
    ['a host that carries the pattern in its query', 'https://evil.example/?.wide.example/y'],
    ['a path that a pattern does not have', 'https://one.partner.example/other'],
    ['a deeper path than one star reaches', 'http://localhost:5173/a/b'],
    ['nothing', ''],
    ['a very long URL', `https://shop.example/${'a'.repeat(3000)}`],
    ['an incomplete URL', 'https://'],
    ['full-width letters', 'https://evil.example\uff0f.shop.example/'],
  ])('%s', (_, url) => {
    expect(isAllowedRedirect(url, settings)).toBe(false)
    expect(allowedRedirect(url, settings)).toBe('https://shop.example')
  })

  test('schemes that run or open their content, even if the list allows them', () => {
    const careless = { ...settings, additionalRedirectUrls: ['**'] }
    expect(isAllowedRedirect('javascript:alert(1)', careless)).toBe(false)
    expect(isAllowedRedirect('data:text/html,x', careless)).toBe(false)
    expect(isAllowedRedirect('https://anywhere.example/', careless)).toBe(true)
  })
})

test('loopback names are one site, if their ports are equal', () => {
  const local = defaultAuthSettings({ siteUrl: 'http://localhost:3000' })
  expect(isAllowedRedirect('http://127.0.0.1:3000/a', local)).toBe(true)
  expect(isAllowedRedirect('http://localhost:3001/a', local)).toBe(false)
  expect(isAllowedRedirect('http://localhost.evil.example:3000/a', local)).toBe(false)
  expect(isAllowedRedirect('http://127.0.0.1:3000/a', settings)).toBe(false)
})

test('parameters are added to the existing query and replace the fragment', () => {
  const code = new URLSearchParams({ code: 'x y' })
  expect(withParameters('https://shop.example/a?b=c#d', { query: code })).toBe('https://shop.example/a?b=c&code=x+y')
  expect(withParameters('https://shop.example/a?b=c#d', { fragment: code })).toBe('https://shop.example/a?b=c#code=x+y')
})
