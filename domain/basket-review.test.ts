import { describe, expect, it } from 'vitest'
import type { BasketLine } from './basket.ts'
import { type OnSale, reviewBasket } from './basket-review.ts'

const cake: OnSale = {
  id: 'cake',
  product_type: 'standardized',
  category: 'Cakes',
  price: 24,
  min_price: null,
  max_price: null,
  name: 'Loaf',
  image: null,
  stock: 5,
  allergens_declared: true,
  is_listed: true,
  available_for_delivery: true,
  available_for_pickup: true,
  allergens: null,
  shop: { id: 'honey', name: 'Honey', slug: 'honey' },
  variations: [],
}
const line: BasketLine = {
  product: { id: 'cake', name: 'Cake', pricePence: 2000, image: null, shop: { name: 'Honey', slug: 'honey' } },
  variation: 'Vanilla',
  personalization: null,
  customRequestDetails: null,
  quantity: 2,
}

/** The unavailable reason of each line. */
const unavailableReasons = (product: Partial<OnSale>, ...lines: BasketLine[]) =>
  reviewBasket(lines.length > 0 ? lines : [line], [{ ...cake, ...product }]).lines.map(
    ({ unavailableReason }) => unavailableReason,
  )

describe('a reviewed basket', () => {
  it('has today’s prices', () => {
    expect(reviewBasket([line], [cake])).toMatchObject({
      lines: [{ pricePence: 2400, unavailableReason: null, maxQuantity: 5 }],
      subtotalPence: 4800,
      deliveryPence: 399,
      shortOfFreeDeliveryPence: 201,
      totalPence: 5199,
      canCheckOut: true,
    })
  })

  it('has the stored prices while today’s are loading, and cannot be checked out', () => {
    expect(reviewBasket([line], null)).toMatchObject({ subtotalPence: 4000, canCheckOut: false })
  })

  it('has free delivery above fifty pounds', () => {
    expect(reviewBasket([{ ...line, quantity: 3 }], [cake])).toMatchObject({
      deliveryPence: 0,
      shortOfFreeDeliveryPence: 0,
      totalPence: 7200,
    })
  })

  it('has no delivery fee if nothing is delivered', () => {
    expect(reviewBasket([line], [{ ...cake, available_for_delivery: false }])).toMatchObject({
      deliveryPence: 0,
      shortOfFreeDeliveryPence: 0,
      totalPence: 4800,
    })
  })

  it('gives a reason for unavailable lines and leaves them out of the sums', () => {
    expect(reviewBasket([line], [])).toMatchObject({
      lines: [{ unavailableReason: 'gone' }],
      totalPence: 0,
      canCheckOut: false,
    })
    expect(unavailableReasons({ is_listed: false })).toEqual(['gone'])
    expect(unavailableReasons({ product_type: 'bespoke', price: 0 })).toEqual(['gone'])
    expect(unavailableReasons({ stock: 0 })).toEqual(['sold-out'])
    expect(unavailableReasons({ allergens_declared: false })).toEqual(['undeclared'])
    expect(unavailableReasons({ variations: [{ name: '6 inch', price_delta: 0 }] })).toEqual(['variation-gone'])
    expect(unavailableReasons({ stock: 1 })).toEqual(['too-many'])
  })

  it('gives the stock of a product to its first lines', () => {
    const chocolate = { ...line, variation: 'Chocolate' }
    expect(unavailableReasons({ stock: 3 }, line, chocolate)).toEqual([null, 'too-many'])
    expect(
      reviewBasket([line, chocolate], [{ ...cake, stock: 3 }]).lines.map(({ maxQuantity }) => maxQuantity),
    ).toEqual([3, 1])
  })

  it('costs nothing and cannot be checked out while it is empty', () => {
    expect(reviewBasket([], [])).toMatchObject({ totalPence: 0, canCheckOut: false, shortOfFreeDeliveryPence: 0 })
  })
})
