import { describe, expect, it } from 'vitest'
import { suggest } from './suggestion.ts'

describe('suggest', () => {
  it('finds what differs by a letter or two', () => {
    expect(suggest('prodcuts', ['shops', 'products', 'orders'], 0.7)).toBe('products')
    expect(suggest('Products', ['products'], 0.75)).toBe('products')
  })

  it('says nothing where nothing is near', () => {
    expect(suggest('zzz', ['shops', 'products'], 0.33)).toBeUndefined()
    expect(suggest('', ['shops'], 0.33)).toBeUndefined()
    expect(suggest('shops', [], 0.33)).toBeUndefined()
  })

  it('compares no name of a length that names do not have', () => {
    expect(suggest('x'.repeat(100_000), ['x'.repeat(99_999)], 0.1)).toBeUndefined()
  })
})
