import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addToBasket,
  type Basket,
  type BasketLine,
  basketCount,
  basketTotalPence,
  emptyBasket,
  purchaseLimit,
  quantityOf,
  readBasket,
  readQuantity,
  removeFromBasket,
  setBasketQuantity,
  typedQuantity,
} from './basket.ts'

const sponge: BasketLine = {
  product: {
    id: '8f0c2a52-0000-4000-8000-000000000001',
    name: 'Victoria Sponge',
    pricePence: 2400,
    image: 'product_images/sponge.webp',
    shop: { name: 'Honey & Crumb', slug: 'honey-crumb' },
  },
  variation: '6 inch',
  options: [],
  personalization: null,
  customRequestDetails: null,
  quantity: 1,
}
const loaf: BasketLine = {
  ...sponge,
  product: { ...sponge.product, id: '8f0c2a52-0000-4000-8000-000000000002', name: 'Loaf', pricePence: 450 },
  variation: null,
  quantity: 3,
}

function basketOf(...lines: BasketLine[]): Basket {
  return lines.reduce<Basket>((basket, line) => addToBasket(basket, line, 1000).basket, emptyBasket)
}

describe('adding to the basket', () => {
  it('appends a line', () => {
    expect(basketOf(sponge, loaf)).toEqual([sponge, loaf])
  })

  it('raises the quantity of the line with the same product, variation and personalization', () => {
    expect(basketOf(sponge, loaf, { ...sponge, quantity: 2 })).toEqual([{ ...sponge, quantity: 3 }, loaf])
  })

  it.each<[string, Partial<BasketLine>]>([
    ['variation', { variation: '8 inch' }],
    ['personalization', { personalization: 'thank_you' }],
    ['custom message', { personalization: 'custom', customRequestDetails: 'For Ada' }],
    ['choice', { options: [{ group_id: 'g', choice_ids: ['c'] }] }],
    ['answer', { options: [{ question_id: 'q', text: 'For Ada' }] }],
    ['product', { product: { ...sponge.product, id: 'another' } }],
  ])('adds a separate line for another %s', (_, difference) => {
    expect(basketOf(sponge, { ...sponge, ...difference })).toHaveLength(2)
  })

  it('keeps different custom messages apart, and merges equal ones', () => {
    const forAda: BasketLine = { ...sponge, personalization: 'custom', customRequestDetails: 'For Ada' }
    const forBen: BasketLine = { ...forAda, customRequestDetails: 'For Ben' }
    expect(basketOf(forAda, forBen, forAda).map(({ quantity }) => quantity)).toEqual([2, 1])
  })

  it('updates the line to its newest name and price', () => {
    const dearer = { ...sponge, product: { ...sponge.product, pricePence: 2600 } }
    expect(basketTotalPence(basketOf(sponge, dearer))).toBe(5200)
  })

  it('adds no more than the stock, over all variations of the product', () => {
    const before = basketOf({ ...sponge, quantity: 3 }, loaf)
    const { basket, added } = addToBasket(before, { ...sponge, variation: '8 inch', quantity: 4 }, 5)
    expect(added).toBe(2)
    expect(quantityOf(basket, sponge.product.id)).toBe(5)
    expect(addToBasket(basket, sponge, 5)).toEqual({ basket, added: 0 })
    expect(addToBasket(emptyBasket, sponge, 0)).toEqual({ basket: emptyBasket, added: 0 })
  })

  it('adds no more than 99 to a line', () => {
    const { basket, added } = addToBasket(basketOf({ ...sponge, quantity: 98 }), { ...sponge, quantity: 5 }, 1000)
    expect([basketCount(basket), added]).toEqual([99, 1])
  })
})

describe('the basket', () => {
  it('counts quantities and sums price times quantity', () => {
    expect(basketCount(basketOf(sponge, loaf))).toBe(4)
    expect(basketTotalPence(basketOf(sponge, loaf))).toBe(2400 + 3 * 450)
    expect([basketCount(emptyBasket), basketTotalPence(emptyBasket)]).toEqual([0, 0])
  })

  it('removes a line by its position, and ignores an unknown position', () => {
    expect(removeFromBasket(basketOf(sponge, loaf), 0)).toEqual([loaf])
    for (const position of [2, -1, Number.NaN]) {
      expect(removeFromBasket(basketOf(sponge, loaf), position)).toEqual([sponge, loaf])
    }
  })

  it('sets a quantity by position', () => {
    expect(setBasketQuantity(basketOf(sponge, loaf), 1, 7)[1]?.quantity).toBe(7)
    expect(setBasketQuantity(basketOf(sponge), 0, 12, 10)[0]?.quantity).toBe(10)
    expect(setBasketQuantity(basketOf(sponge), 0, 1e9)[0]?.quantity).toBe(99)
  })

  it.each([0, -1, 0.5, Number.NaN])('ignores the quantity %s', (quantity) => {
    const basket = basketOf(sponge)
    expect(setBasketQuantity(basket, 0, quantity)).toBe(basket)
  })

  it('ignores an unknown position', () => {
    const basket = basketOf(sponge)
    expect(setBasketQuantity(basket, 4, 2)).toBe(basket)
  })
})

describe('a typed quantity', () => {
  it.each([
    ['3', 3],
    [' 12 ', 12],
    ['2.9', 2],
    ['2,9', 2],
    ['0', 1],
    ['-4', 1],
    ['', 1],
    ['two', 1],
    ['1e3', 1],
    ['Infinity', 1],
  ])('%j is read as %i', (text, quantity) => {
    expect(readQuantity(text)).toBe(quantity)
  })

  it('is null below 1 or for no number, so that the basket ignores it', () => {
    expect(['0', '', 'two', '-4', '0.9'].map(typedQuantity)).toEqual([null, null, null, null, null])
    expect(typedQuantity('7')).toBe(7)
  })

  it('is limited to the stock and to 99', () => {
    expect([purchaseLimit(0), purchaseLimit(12), purchaseLimit(1000)]).toEqual([1, 12, 99])
  })
})

describe('a stored basket', () => {
  it('is restored unchanged', () => {
    const basket = basketOf(
      { ...sponge, addedAt: 1_795_000_000_000 },
      { ...loaf, personalization: 'custom', customRequestDetails: 'For Ada' },
    )
    expect(readBasket(JSON.stringify(basket))).toEqual(basket)
  })

  it.each([null, '', '[{"product":', '{}', '42', 'null', '"[]"'])('is empty for %j', (text) => {
    expect(readBasket(text)).toEqual([])
  })

  it.each<[string, object]>([
    ['a fractional price', { product: { ...sponge.product, pricePence: 12.5 } }],
    ['a negative price', { product: { ...sponge.product, pricePence: -1 } }],
    ['a price out of range', { product: { ...sponge.product, pricePence: 1e15 } }],
    ['no product', { product: null }],
    ['no shop', { product: { ...sponge.product, shop: 'Honey' } }],
    ['an overlong name', { product: { ...sponge.product, name: 'x'.repeat(1000) } }],
    ['no quantity', { quantity: null }],
    ['a quantity as text', { quantity: '3' }],
    ['a quantity below 1', { quantity: 0 }],
  ])('skips the line with %s, and keeps the others', (_, spoilt) => {
    expect(readBasket(JSON.stringify([{ ...sponge, ...spoilt }, loaf]))).toEqual([loaf])
  })

  it('drops invalid fields of a line', () => {
    const odd = {
      ...sponge,
      quantity: 1e9,
      personalization: 'sing_to_me',
      customRequestDetails: 'x',
      variation: 7,
      more: 1,
    }
    expect(readBasket(JSON.stringify([odd]))).toEqual([{ ...sponge, variation: null, quantity: 99 }])
  })

  it('never throws, and never has NaN as count or total', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const basket = readBasket(text)
        return Number.isSafeInteger(basketCount(basket)) && Number.isSafeInteger(basketTotalPence(basket))
      }),
    )
  })
})
