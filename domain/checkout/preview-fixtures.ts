/** Previews for tests. */
import type { BasketLine } from './basket.ts'
import { type Preview, previewSchema, requestedItem } from './preview.ts'

const noSums = { subtotal: 0, discount: 0, delivery_discount: 0, delivery_fee: 0, tip: 0, total: 0, voucher_amount: 0 }

export function basketLine(id: string, more: Partial<BasketLine> = {}): BasketLine {
  return {
    product: { id, name: id, pricePence: 900, image: null, shop: { name: 'Honey', slug: 'honey' } },
    variation: 'Plain',
    options: [],
    personalization: null,
    customRequestDetails: null,
    quantity: 1,
    ...more,
  }
}

/** A line as `preview_order` answers it. */
export function lineOf(id: string, more: object = {}) {
  return {
    position: 0,
    product_id: id,
    name: id,
    image: null,
    description: null,
    ingredients: null,
    diets: [],
    price: 1000,
    total: 1000,
    discount: 0,
    options: [],
    allergens: { milk: 'contains' },
    max: 9,
    is_of_drop: false,
    problem: null,
    ...more,
  }
}

export function shopOf(id: string, lines: readonly object[], more: object = {}) {
  return {
    ...noSums,
    shop_id: id,
    name: id,
    slug: id,
    cancellation: { hours_before: 48, refund_percent: 50 },
    kitchen: null,
    fulfilment: null,
    fulfilments: [],
    delivery: null,
    lines,
    ...more,
  }
}

/** @param asked the lines of the basket; without them, one for each line of the preview */
export function previewOf(shops: readonly object[], more: object = {}, asked?: readonly BasketLine[]): Preview {
  const preview = previewSchema.parse({
    ...noSums,
    balance: 0,
    due: 0,
    short_of_free_delivery: 0,
    problems: [],
    shops,
    ...more,
  })
  const all = preview.shops.flatMap(({ lines }) => lines.map(({ product_id: id }) => basketLine(id)))
  return { ...preview, asked: (asked ?? all).map(requestedItem) }
}
