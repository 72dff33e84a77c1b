/** Buying a past order again: products still on sale go into the basket at today's price. */
import type { Basket, BasketLine } from './basket.ts'
import { type OnSale, reviewBasket, type UnavailableReason } from './basket-review.ts'
import { personalisations } from './categories.ts'
import { type Pounds, toPence } from './money.ts'

/** A line of an order, as bought. */
export interface BoughtLine {
  readonly product_id: string | null
  readonly name: string
  readonly price: Pounds
  readonly quantity: number
  readonly variation: string | null
  readonly personalization: string | null
  readonly custom_request_details: string | null
}

/** Why an item is not available as before. `price` is information only. */
export type BuyAgainChange =
  | {
      readonly kind: 'missing'
      readonly name: string
      readonly why: Exclude<UnavailableReason, 'too-many'> | 'bespoke'
    }
  | { readonly kind: 'price'; readonly name: string; readonly wasPence: number; readonly nowPence: number }

export interface BuyAgain {
  /** The lines for the basket, with the stock of their products. */
  readonly lines: readonly { readonly line: BasketLine; readonly stock: number }[]
  readonly changes: readonly BuyAgainChange[]
}

/** @param onSale the current data of these products */
export function buyAgain(items: readonly BoughtLine[], onSale: readonly OnSale[]): BuyAgain {
  const products = new Map(onSale.map((product) => [product.id, product]))
  const each = items.map((item) =>
    buyItemAgain(item, item.product_id === null ? undefined : products.get(item.product_id)),
  )
  return { lines: each.flatMap(({ lines }) => lines), changes: each.flatMap(({ changes }) => changes) }
}

function buyItemAgain(item: BoughtLine, product: OnSale | undefined): BuyAgain {
  const missing = (why: Extract<BuyAgainChange, { kind: 'missing' }>['why']): BuyAgain => ({
    lines: [],
    changes: [{ kind: 'missing', name: itemName(item.name, item), why }],
  })
  if (!product) return missing('gone')
  if (product.is_listed && product.product_type === 'bespoke') return missing('bespoke')
  const wanted = lineOf(item, product)
  const [reviewed] = reviewBasket([wanted], [product]).lines
  if (!reviewed) return missing('gone')
  const { unavailableReason, pricePence } = reviewed
  // The basket limits the quantity to the stock.
  if (unavailableReason !== null && unavailableReason !== 'too-many') return missing(unavailableReason)
  const line = { ...wanted, product: { ...wanted.product, pricePence } }
  const wasPence = toPence(item.price)
  return {
    lines: [{ line, stock: product.stock }],
    changes:
      wasPence === pricePence
        ? []
        : [{ kind: 'price', name: itemName(product.name, item), wasPence, nowPence: pricePence }],
  }
}

function lineOf(item: BoughtLine, { id, name, image, shop }: OnSale): Basket[number] {
  const personalization = personalisations.find((known) => known === item.personalization) ?? null
  return {
    product: { id, name, image, pricePence: toPence(item.price), shop: { name: shop.name, slug: shop.slug } },
    variation: item.variation,
    personalization,
    customRequestDetails: personalization === 'custom' ? item.custom_request_details : null,
    quantity: item.quantity,
  }
}

/** 'Victoria sponge, Vanilla': an order may have several lines of one product. */
function itemName(name: string, { variation }: BoughtLine): string {
  return variation === null ? name : `${name}, ${variation}`
}
