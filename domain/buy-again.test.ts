import { describe, expect, it } from 'vitest'
import type { OnSale } from './basket-review.ts'
import { type BoughtLine, buyAgain } from './buy-again.ts'

const item: BoughtLine = {
  product_id: 'bun',
  name: 'Old bun',
  price: 3,
  quantity: 2,
  variation: 'Plain',
  personalization: 'custom',
  custom_request_details: 'For Jo',
}

const bun: OnSale = {
  id: 'bun',
  name: 'Bun',
  image: 'product_images/bun.webp',
  product_type: 'standardized',
  category: 'Bread',
  price: 3,
  min_price: null,
  max_price: null,
  stock: 9,
  allergens: {},
  allergens_declared: true,
  is_listed: true,
  available_for_delivery: true,
  available_for_pickup: true,
  variations: [{ name: 'Plain', price_delta: 0 }],
  shop: { id: 'shop', name: 'Corner', slug: 'corner' },
}

describe('buying again', () => {
  it('adds products still on sale with the same options, by today’s name and price', () => {
    const { lines, changes } = buyAgain([item], [{ ...bun, price: 3.5 }])
    expect(lines).toEqual([
      {
        stock: 9,
        line: {
          product: {
            id: 'bun',
            name: 'Bun',
            image: 'product_images/bun.webp',
            pricePence: 350,
            shop: { name: 'Corner', slug: 'corner' },
          },
          variation: 'Plain',
          personalization: 'custom',
          customRequestDetails: 'For Jo',
          quantity: 2,
        },
      },
    ])
    expect(changes).toEqual([{ kind: 'price', name: 'Bun, Plain', wasPence: 300, nowPence: 350 }])
  })

  it('reports nothing when nothing changed, and leaves low stock to the basket', () => {
    expect(buyAgain([item], [bun]).changes).toEqual([])
    expect(buyAgain([item], [{ ...bun, stock: 1 }])).toMatchObject({ lines: [{ stock: 1 }], changes: [] })
  })

  it.each<[string, OnSale[]]>([
    ['gone', []],
    ['gone', [{ ...bun, is_listed: false }]],
    ['gone', [{ ...bun, is_listed: false, product_type: 'bespoke' }]],
    ['bespoke', [{ ...bun, product_type: 'bespoke' }]],
    ['sold-out', [{ ...bun, stock: 0 }]],
    ['variation-gone', [{ ...bun, variations: [{ name: 'Seeded', price_delta: 0 }] }]],
    ['undeclared', [{ ...bun, allergens_declared: false }]],
  ])('skips a product that is %s', (why, onSale) => {
    expect(buyAgain([item], onSale)).toEqual({ lines: [], changes: [{ kind: 'missing', name: 'Old bun, Plain', why }] })
  })

  it('skips a deleted product', () => {
    expect(buyAgain([{ ...item, product_id: null }, item], [bun])).toMatchObject({
      lines: [{ stock: 9 }],
      changes: [{ kind: 'missing', why: 'gone' }],
    })
  })
})
