/** Ordering the same again: what of a past order can be had today, and what has changed. */

import { personalisations } from '../catalogue/categories.ts'
import { leftOfChoices, type Offered, resolveSelection, stockOf, variationAt } from '../catalogue/options.ts'
import { readOptions } from '../catalogue/read-options.ts'
import { changeSentences } from '../food/allergen-changes.ts'
import { readAllergens } from '../food/allergens.ts'
import { type ComposedFood, composed } from '../food/composition.ts'
import { type Fulfilment, fulfilments } from '../pickup/hand-over.ts'
import { type Pounds, toPence } from '../values/money.ts'
import { addToBasket, type Basket, type BasketLine, basketCount, purchaseLimit } from './basket.ts'

/** A product as it is on sale now. */
export interface OnSale extends Offered {
  readonly id: string
  readonly name: string
  readonly image: string | null
  readonly stock: number
  readonly is_made_to_order: boolean
  readonly allergens_declared: boolean
  readonly ingredients: string | null
  /** Input of `readAllergens`. */
  readonly allergens: unknown
  readonly net_quantity: string | null
  readonly is_listed: boolean
  readonly available_for_delivery: boolean
  readonly available_for_pickup: boolean
  readonly shop: { readonly name: string; readonly slug: string }
}

/** Why nothing of a line can be bought. */
type Missing = 'gone' | 'sold-out' | 'variation-gone' | 'undeclared' | 'bespoke'

/** A line of an order, as bought. */
export interface BoughtLine {
  readonly product_id: string | null
  readonly name: string
  readonly price: Pounds
  readonly quantity: number
  readonly variation: string | null
  /** As in `order_items`. */
  readonly options: unknown
  readonly personalization: string | null
  readonly custom_request_details: string | null
  /** The declaration as bought. */
  readonly allergens: unknown
}

/** An order as far as it goes into a basket. */
export interface BoughtOrder {
  readonly fulfilment: string
  readonly items: readonly BoughtLine[]
}

/** What differs from the earlier order. */
export type SameAgainChange = { readonly name: string } & (
  | { readonly kind: 'missing'; readonly why: Missing }
  /** Nothing of it is offered for pickup or delivery. */
  | { readonly kind: 'no-fulfilment' }
  /** `message` names the choice that is gone, or that it needs by now. */
  | { readonly kind: 'choice'; readonly message: string }
  | { readonly kind: 'fewer'; readonly added: number; readonly wanted: number }
  /** It is added, for the other fulfilment. */
  | { readonly kind: 'fulfilment'; readonly was: Fulfilment }
  /** It is declared differently today: 'It now contains walnut.' */
  | { readonly kind: 'allergens'; readonly message: string }
  | { readonly kind: 'price'; readonly wasPence: number; readonly nowPence: number }
)

export interface SameAgain {
  /** The lines for the basket, with the stock of their products, and their food. */
  readonly lines: readonly SameAgainLine[]
  readonly changes: readonly SameAgainChange[]
}

interface SameAgainLine {
  readonly line: BasketLine
  readonly stock: number
  readonly food: ComposedFood
}

/**
 * @param onSale the current data of these products
 * @param basket what it already has reduces what can be added
 */
export function sameAgain(order: BoughtOrder, onSale: readonly OnSale[], basket: Basket): SameAgain {
  const products = new Map(onSale.map((product) => [product.id, product]))
  const was = fulfilments.find((one) => one === order.fulfilment) ?? null
  let filled = basket
  const each = order.items.map((item): SameAgain => {
    const product = item.product_id === null ? undefined : products.get(item.product_id)
    const again = itemAgain(item, product, was, filled)
    filled = again.lines.reduce((lines, { line, stock }) => addToBasket(lines, line, stock).basket, filled)
    return again
  })
  return { lines: each.flatMap(({ lines }) => lines), changes: each.flatMap(({ changes }) => changes) }
}

function itemAgain(item: BoughtLine, product: OnSale | undefined, was: Fulfilment | null, basket: Basket): SameAgain {
  const change = unavailable(item, product)
  if (change || !product) return { lines: [], changes: change ? [change] : [] }
  const name = itemName(product.name, item)
  const wanted = lineOf(item, product)
  const { variation, options, chosen, pricePence } = resolveSelection(product, wanted)
  const food = composed(product, chosen)
  const line = { ...wanted, variation, options, product: { ...wanted.product, pricePence } }
  const stock = stockOf(product)
  const quantity = roomFor(line, product, stock, basket)
  const wasPence = toPence(item.price)
  const changes: SameAgainChange[] = []
  if (quantity < item.quantity) changes.push({ kind: 'fewer', name, added: quantity, wanted: item.quantity })
  if (quantity === 0) return { lines: [], changes }
  if (wasPence !== pricePence) changes.push({ kind: 'price', name, wasPence, nowPence: pricePence })
  const sentences = changeSentences('It', readAllergens(item.allergens), food.allergens)
  if (sentences.length > 0) changes.push({ kind: 'allergens', name, message: sentences.join(' ') })
  if (was && !isOffered(product, was)) changes.push({ kind: 'fulfilment', name, was })
  return { lines: [{ line: { ...line, quantity }, stock, food }], changes }
}

/** Why nothing of it can be bought; null if something can. */
function unavailable(item: BoughtLine, product: OnSale | undefined): SameAgainChange | null {
  const name = itemName(item.name, item)
  if (!product?.is_listed) return { kind: 'missing', name, why: 'gone' }
  if (product.product_type === 'bespoke') return { kind: 'missing', name, why: 'bespoke' }
  const { taken, problems } = resolveSelection(product, lineOf(item, product))
  const [problem] = problems
  if (problem?.at === variationAt) return { kind: 'missing', name, why: 'variation-gone' }
  if (problem) return { kind: 'choice', name, message: problem.message }
  if (Math.min(stockOf(product), leftOfChoices(taken)) <= 0) return { kind: 'missing', name, why: 'sold-out' }
  if (!product.allergens_declared) return { kind: 'missing', name, why: 'undeclared' }
  return fulfilments.some((fulfilment) => isOffered(product, fulfilment)) ? null : { kind: 'no-fulfilment', name }
}

function isOffered(product: OnSale, fulfilment: Fulfilment): boolean {
  return fulfilment === 'delivery' ? product.available_for_delivery : product.available_for_pickup
}

/** How much of the line the product, its choices and the limit of a line leave beside the basket. */
function roomFor(line: BasketLine, product: OnSale, stock: number, basket: Basket): number {
  const left = resolveSelection(product, line).taken.flatMap(({ key, stock: ofChoice }) => {
    const used = basket.filter(
      (other) =>
        other.product.id === product.id && resolveSelection(product, other).taken.some((taken) => taken.key === key),
    )
    return ofChoice === null ? [] : [ofChoice - basketCount(used)]
  })
  const room = Math.min(Number.POSITIVE_INFINITY, ...left)
  if (room <= 0) return 0
  return addToBasket(basket, { ...line, quantity: Math.min(line.quantity, purchaseLimit(room)) }, stock).added
}

function lineOf(item: BoughtLine, { id, name, image, shop }: OnSale): Basket[number] {
  const personalization = personalisations.find((known) => known === item.personalization) ?? null
  return {
    product: { id, name, image, pricePence: toPence(item.price), shop: { name: shop.name, slug: shop.slug } },
    variation: item.variation,
    options: readOptions(item.options),
    personalization,
    customRequestDetails: personalization === 'custom' ? item.custom_request_details : null,
    quantity: item.quantity,
  }
}

/** 'Victoria sponge, Vanilla': an order may have several lines of one product. */
function itemName(name: string, { variation }: BoughtLine): string {
  return variation === null ? name : `${name}, ${variation}`
}
