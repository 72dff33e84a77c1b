import { describe, expect, it } from 'vitest'
import { chosenPriceLabel, type Varied, variationsOf } from './product-variations.ts'

const sponge: Varied = {
  product_type: 'standardized',
  category: 'Cakes',
  price: 24,
  min_price: null,
  max_price: null,
  variations: [
    { name: '6 inch', price_delta: 0 },
    { name: '8 inch', price_delta: 9.5 },
  ],
}

describe('variations', () => {
  it('are the seller’s own, each with its price', () => {
    expect(variationsOf(sponge)).toEqual([
      { name: '6 inch', pricePence: 2400 },
      { name: '8 inch', pricePence: 3350 },
    ])
  })

  it.each([
    ['Cakes', ['Vanilla', 'Chocolate', 'Red Velvet']],
    ['Cookies', ['Original', 'Chocolate Chip', 'Oatmeal']],
    ['Bread', ['Standard', 'Deluxe', 'Premium']],
    [null, ['Standard', 'Deluxe', 'Premium']],
  ])('are those of the category %s if the seller set none, all at the product’s price', (category, names) => {
    const variations = variationsOf({ ...sponge, category, variations: [] })
    expect(variations.map(({ name }) => name)).toEqual(names)
    expect(variations.every(({ pricePence }) => pricePence === 2400)).toBe(true)
  })
})

describe('the price shown', () => {
  it('spans the variations until one is chosen', () => {
    expect(chosenPriceLabel(sponge, null)).toBe('£24.00 - £33.50')
    expect(chosenPriceLabel(sponge, { name: '8 inch', pricePence: 3350 })).toBe('£33.50')
  })

  it('is one price if all variations cost the same', () => {
    expect(chosenPriceLabel({ ...sponge, variations: [] }, null)).toBe('£24.00')
  })

  it('is the range of a bespoke product', () => {
    const bespoke = { ...sponge, product_type: 'bespoke', price: 0 }
    expect(chosenPriceLabel({ ...bespoke, min_price: 28, max_price: 35 }, null)).toBe('£28.00 - £35.00')
    expect(chosenPriceLabel(bespoke, null)).toBe('Custom pricing')
  })
})
