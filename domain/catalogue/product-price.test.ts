import { describe, expect, it } from 'vitest'
import { priceLabel } from './product-price.ts'

describe('priceLabel', () => {
  it('shows a fixed price with two decimals', () => {
    expect(priceLabel({ product_type: 'standardized', price: 4.5, min_price: null, max_price: null })).toBe('£4.50')
  })

  it('shows the range of a bespoke product, whose own price is 0', () => {
    expect(priceLabel({ product_type: 'bespoke', price: 0, min_price: '20', max_price: 35.5 })).toBe('£20.00 - £35.50')
  })

  it('shows Custom pricing for a bespoke product without a complete range', () => {
    const bespoke = { product_type: 'bespoke', price: 0, min_price: null, max_price: null }
    expect(priceLabel(bespoke)).toBe('Custom pricing')
    expect(priceLabel({ ...bespoke, min_price: 20 })).toBe('Custom pricing')
    expect(priceLabel({ ...bespoke, max_price: 20 })).toBe('Custom pricing')
  })

  it('shows the fixed price for a standardised product that has a range', () => {
    expect(priceLabel({ product_type: 'standardized', price: 9, min_price: 1, max_price: 2 })).toBe('£9.00')
  })
})
