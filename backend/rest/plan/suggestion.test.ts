import { describe, expect, it } from 'vitest'
import { suggest } from './suggestion.ts'

describe('suggest', () => {
  it('finds a name that differs by one or two characters', () => {
    expect(suggest('prodcuts', ['shops', 'products', 'orders'], 0.7)).toBe('products')
    expect(suggest('Products', ['products'], 0.75)).toBe('products')
  })

  it('finds nothing if no name is similar', () => {
    expect(suggest('zzz', ['shops', 'products'], 0.33)).toBeUndefined()
    expect(suggest('', ['shops'], 0.33)).toBeUndefined()
    expect(suggest('shops', [], 0.33)).toBeUndefined()
  })

  it('ignores names that are too long', () => {
    expect(suggest('x'.repeat(100_000), ['x'.repeat(99_999)], 0.1)).toBeUndefined()
  })
})
