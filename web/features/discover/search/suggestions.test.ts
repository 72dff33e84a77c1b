import { beforeEach, describe, expect, it, vi } from 'vitest'
import { addRecentSearch, clearRecentSearches, recentSearches } from './recent-searches.ts'
import { type SuggestedProduct, suggestions } from './suggestions.ts'

function product(name: string, shop = 'Olive Row'): SuggestedProduct {
  return { id: name, name, shop: { name: shop, slug: shop.toLowerCase().replace(' ', '-') } }
}

const texts = (...args: Parameters<typeof suggestions>) =>
  suggestions(...args).map(({ kind, text }) => `${kind}: ${text}`)

describe('search suggestions', () => {
  it('are categories, shops and products that begin with the text, in this order', () => {
    const products = [product('Cherry Cake'), product('Carrot Cake', 'Cake & Co'), product('Cake Pops', 'Cake & Co')]
    expect(texts(' cAke ', products, [])).toEqual([
      'category: Cakes',
      'shop: Cake & Co',
      'product: Cherry Cake',
      'product: Carrot Cake',
      'product: Cake Pops',
    ])
  })

  it('begin with recent searches, of which the text itself is none', () => {
    const recent = ['lemon cake', 'lemon', 'melon', 'Lemon tart', 'lemon curd', 'lemonade']
    expect(texts('lemon', [], recent)).toEqual(['recent: lemon cake', 'recent: Lemon tart', 'recent: lemon curd'])
  })

  it('are recent searches alone for less than two letters', () => {
    expect(texts('', [product('Cherry Cake')], ['rye', 'cherry'])).toEqual(['recent: rye', 'recent: cherry'])
    expect(texts('c', [product('Cherry Cake')], ['rye', 'cherry'])).toEqual(['recent: cherry'])
  })

  it('lead to their pages, with a name that a URL cannot contain as it is', () => {
    expect(suggestions('spec', [product('Special Cake')], ['spec & <b>']).map(({ to }) => to)).toEqual([
      '/search?q=spec%20%26%20%3Cb%3E',
      '/category/Specialty%20Items',
      '/product/Special Cake',
    ])
  })

  it('contain at most five products and two shops', () => {
    const products = Array.from({ length: 9 }, (_, n) => product(`Bun ${n}`, `Bun ${n}`))
    expect(texts('bun', products, []).filter((text) => text.startsWith('product'))).toHaveLength(5)
    expect(texts('bun', products, []).filter((text) => text.startsWith('shop'))).toHaveLength(2)
  })
})

describe('recent searches', () => {
  beforeEach(() => {
    const stored = new Map<string, string>()
    vi.stubGlobal('window', {
      localStorage: {
        getItem: (key: string) => stored.get(key) ?? null,
        setItem: (key: string, text: string) => stored.set(key, text),
        removeItem: (key: string) => stored.delete(key),
      },
    })
  })

  it('are the last eight, newest first, each once', () => {
    for (const text of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'C', '  ']) addRecentSearch(text)
    expect(recentSearches()).toEqual(['C', 'i', 'h', 'g', 'f', 'e', 'd', 'b'])
    clearRecentSearches()
    expect(recentSearches()).toEqual([])
  })

  it('stay one line each', () => {
    addRecentSearch('two\nlines')
    expect(recentSearches()).toEqual(['two lines'])
  })
})
