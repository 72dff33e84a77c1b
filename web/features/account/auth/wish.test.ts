import { describe, expect, it, vi } from 'vitest'
import { grantWish, pagePath, readWish, returnUrl, takeWishes } from './wish.ts'

const origin = 'https://tuckbox.test'
const rosie = { id: '1', name: 'Rosie', email: 'rosie@example.com', avatarUrl: null }

describe('the page to return to', () => {
  it('keeps its query, carries the wish and drops the fragment and an earlier wish', () => {
    const page = new URL('/product/1?tab=reviews&wish=old#top', origin)
    expect(pagePath(page)).toBe('/product/1?tab=reviews')
    const path = pagePath(page, 'favourite:product:1')
    expect(readWish(new URL(path, origin))).toBe('favourite:product:1')
    expect(returnUrl(path, origin)).toBe(`${origin}${path}`)
  })

  it('is the origin itself for the home page', () => {
    expect(returnUrl('/', origin)).toBe(origin)
    expect(returnUrl('/?q=cake', origin)).toBe(`${origin}/?q=cake`)
  })

  it.each([
    '//evil.example/a',
    '/\\evil.example',
    'https://evil.example',
    '/..//evil.example',
    'javascript:alert(1)',
    '',
    'checkout',
  ])('is never on another site: %s', (path) => expect(new URL(returnUrl(path, origin)).origin).toBe(origin))
})

describe('a wish', () => {
  it('is granted once, to the feature that knows it', () => {
    const [favourite, other] = [vi.fn(), vi.fn()]
    const stops = [takeWishes('favourite:', favourite), takeWishes('other:', other)]
    grantWish('favourite:shop:2', rosie)
    expect(favourite).toHaveBeenCalledExactlyOnceWith('shop:2', rosie)
    takeWishes('favourite:', favourite)()
    for (const stop of stops) stop()
    expect(favourite).toHaveBeenCalledOnce()
    expect(other).not.toHaveBeenCalled()
  })

  it('waits for a feature that loads later', () => {
    grantWish('favourite:shop:3', rosie)
    const favourite = vi.fn()
    takeWishes('favourite:', favourite)()
    expect(favourite).toHaveBeenCalledExactlyOnceWith('shop:3', rosie)
  })
})
