import { describe, expect, it } from 'vitest'
import type { OfferedVariation, OptionGroup } from '../catalogue/options.ts'
import type { BasketLine } from './basket.ts'
import { type OnSale, reviewBasket } from './basket-review.ts'

const cake: OnSale = {
  id: 'cake',
  product_type: 'standardized',
  price: 24,
  min_price: null,
  max_price: null,
  name: 'Loaf',
  image: null,
  stock: 5,
  is_made_to_order: false,
  is_personalisable: true,
  personalisation_price: 0,
  personalisation_max_length: 200,
  option_groups: [],
  questions: [],
  allergens_declared: true,
  diets: [],
  description: null,
  ingredients: null,
  is_listed: true,
  available_for_delivery: true,
  available_for_pickup: true,
  allergens: null,
  required_allergens: {},
  shop: {
    id: 'honey',
    name: 'Honey',
    slug: 'honey',
    lat: 51.5,
    lon: -0.09,
    delivery_radius_miles: null,
    delivery_terms: null,
    cancel_hours_before: null,
    cancel_refund_percent: null,
    kitchen: null,
  },
  variations: [],
}
const sized = (name: string, more: Partial<OfferedVariation> = {}): OfferedVariation => ({
  name,
  price_delta: 0,
  stock: null,
  allergens: {},
  ...more,
})
const line: BasketLine = {
  product: { id: 'cake', name: 'Cake', pricePence: 2000, image: null, shop: { name: 'Honey', slug: 'honey' } },
  variation: null,
  options: [],
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

  it('has a shop’s own fee for the shopper’s place, and none for what is not delivered there', () => {
    const zones = [
      { miles: 2, fee: 3 },
      { miles: 5, fee: 4 },
    ]
    const terms = { basis: 'distance', fee: null, zones, free_from: 60, minimum_order: null }
    const own = { ...cake, shop: { ...cake.shop, delivery_terms: terms } }
    const at = (lat: number) => reviewBasket([line], [own], { place: { lat, lon: -0.09 }, postcode: null })
    expect(at(51.51)).toMatchObject({ deliveryPence: 300, shortOfFreeDeliveryPence: 0, totalPence: 5100 })
    expect(at(51.51).deliveries.get('honey')).toMatchObject({ shortOfFreePence: 1200 })
    expect(at(51.55)).toMatchObject({ deliveryPence: 400 })
    expect(at(52)).toMatchObject({ deliveryPence: 0 })
    expect(at(52).deliveries.get('honey')).toMatchObject({ kind: 'outside', reachMiles: 5 })
    // Without a place, the least that it can cost.
    expect(reviewBasket([line], [own])).toMatchObject({ deliveryPence: 300 })
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
    expect(unavailableReasons({ variations: [sized('6 inch'), sized('8 inch')] })).toEqual(['variation-gone'])
    expect(unavailableReasons({ stock: 1 })).toEqual(['too-many'])
  })

  it('gives the stock of a product to its first lines', () => {
    const chocolate: BasketLine = { ...line, personalization: 'thank_you' }
    expect(unavailableReasons({ stock: 3 }, line, chocolate)).toEqual([null, 'too-many'])
    expect(
      reviewBasket([line, chocolate], [{ ...cake, stock: 3 }]).lines.map(({ maxQuantity }) => maxQuantity),
    ).toEqual([3, 1])
  })

  it('gives the stock of a choice to its first lines, whatever the stock of the product', () => {
    const topping: OptionGroup = {
      id: '5b0f0000-0000-4000-8000-000000000001',
      name: 'Topping',
      is_required: true,
      max_choices: 1,
      choices: [
        {
          id: '5b0f0000-0000-4000-8000-00000000000a',
          ...sized('Walnut', { stock: 3, price_delta: 2.5, allergens: { walnut: 'contains' } }),
        },
        { id: '5b0f0000-0000-4000-8000-00000000000b', ...sized('Cherry') },
      ],
    }
    const choosing = (choice: number): BasketLine => ({
      ...line,
      options: [{ group_id: topping.id, choice_ids: [topping.choices[choice]?.id ?? ''] }],
    })
    const product = { option_groups: [topping], stock: 0, is_made_to_order: true, allergens: { nuts: 'free' } }
    const thanks: BasketLine = { ...choosing(0), personalization: 'thank_you' }
    expect(unavailableReasons(product, choosing(0), thanks, choosing(1))).toEqual([null, 'too-many', null])
    expect(unavailableReasons(product, line)).toEqual(['option-gone'])
    expect(reviewBasket([choosing(0)], [{ ...cake, ...product }]).lines).toMatchObject([
      {
        pricePence: 2650,
        options: ['Topping: Walnut'],
        allergens: { nuts: 'contains', walnut: 'contains' },
        maxQuantity: 3,
      },
    ])
  })

  it('costs nothing and cannot be checked out while it is empty', () => {
    expect(reviewBasket([], [])).toMatchObject({ totalPence: 0, canCheckOut: false, shortOfFreeDeliveryPence: 0 })
  })
})
