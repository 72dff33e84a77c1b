/** The sample's sales: one for each review, and the orders without a review. Pure. */
import { deliveryPence } from '../../domain/delivery/delivery.ts'
import { toPence } from '../../domain/values/money.ts'
import { orders, type SampleOrder } from './orders.ts'
import type { BuyerKey } from './people.ts'
import { type ProductKey, products } from './products.ts'
import { reviews, type SampleReview } from './reviews.ts'
import type { SampleProduct } from './sample-product.ts'
import type { ShopKey } from './shops.ts'

interface SoldItem {
  readonly key: string
  readonly product: ProductKey
  readonly quantity: number
  readonly pricePence: number
  readonly variation?: string
  readonly personalization?: string
  readonly review?: SampleReview
}

export interface Sale {
  readonly key: string
  readonly shop: ShopKey
  readonly buyer: BuyerKey
  readonly status: SampleOrder['status']
  readonly isPickedUp: boolean
  readonly daysAgo: number
  readonly items: readonly SoldItem[]
  readonly subtotalPence: number
  readonly deliveryPence: number
  readonly note?: string
  readonly cancelReason?: string
}

/** Days between an order and its review. */
const reviewDelayDays = 3

function shopOf(product: ProductKey): ShopKey {
  return products[product].shop
}

/** The unit price paid. A bespoke product was sold at the middle of its price range. */
function soldPricePence({ price, variations }: SampleProduct): number {
  if (typeof price !== 'number') {
    const [least, most] = price.range ?? [30, 30]
    return Math.round((toPence(least) + toPence(most)) / 2)
  }
  return toPence(price) + toPence(variations?.[0]?.[1] ?? 0)
}

function sale(
  key: string,
  buyer: BuyerKey,
  items: readonly SoldItem[],
  facts: Pick<SampleOrder, 'status' | 'isPickedUp' | 'daysAgo' | 'note' | 'cancelReason'>,
): Sale {
  const [first] = items
  if (!first) throw new Error(`The sale ${key} has no items`)
  const subtotalPence = items.reduce((sum, { pricePence, quantity }) => sum + pricePence * quantity, 0)
  return {
    key,
    shop: shopOf(first.product),
    buyer,
    items,
    subtotalPence,
    deliveryPence: facts.isPickedUp ? 0 : deliveryPence(subtotalPence),
    ...facts,
  }
}

function reviewedItem(review: SampleReview, key: string): SoldItem {
  const product: SampleProduct = products[review.product]
  return {
    key,
    product: review.product,
    quantity: 1,
    pricePence: soldPricePence(product),
    variation: product.variations?.[0]?.[0],
    review,
  }
}

/** One order for each review. */
function reviewedSales(): Sale[] {
  return reviews.map((review, n) => {
    const key = `review ${review.product} ${review.buyer} ${review.daysAgo}`
    const product: SampleProduct = products[review.product]
    return sale(key, review.buyer, [reviewedItem(review, `${key} 0`)], {
      status: 'delivered',
      isPickedUp: product.isDelivered === false || (product.isPickedUp === true && n % 3 === 0),
      daysAgo: review.daysAgo + reviewDelayDays,
    })
  })
}

/** The key of the sale of an order without a review. */
export const orderKey = (name: string) => `order ${name}`

export function sales(): Sale[] {
  const others = orders.map(({ key: name, buyer, items, ...facts }) => {
    const key = orderKey(name)
    const sold = items.map(({ price, ...item }, line) => ({
      ...item,
      key: `${key} ${line}`,
      pricePence: toPence(price),
    }))
    return sale(key, buyer, sold, facts)
  })
  return [...reviewedSales(), ...others]
}
