/** The basket's rules: equal lines, quantity limits, and validation of stored baskets. */
import type { Personalisation } from '../catalogue/categories.ts'
import { personalisations } from '../catalogue/categories.ts'
import { areSameOptions, type ChosenOption, storedOptions } from '../catalogue/chosen-options.ts'
import { isRecord } from '../values/is-record.ts'

/** A product as it was when added to the basket. For display only; the server charges the current price. */
interface BasketProduct {
  readonly id: string
  readonly name: string
  /** For one unit, with its variation and options. */
  readonly pricePence: number
  readonly image: string | null
  readonly shop: { readonly name: string; readonly slug: string }
}

export interface BasketLine {
  readonly product: BasketProduct
  readonly variation: string | null
  /** In order of their ids, as `sortedOptions` returns them. */
  readonly options: readonly ChosenOption[]
  readonly personalization: Personalisation | null
  /** The buyer's own words, if the personalization is `custom`. */
  readonly customRequestDetails: string | null
  readonly quantity: number
  /**
   * When it was added in this browser, in milliseconds since 1970; absent once it has come from the account. It tells a line that was
   * bought and added again from the one before.
   */
  readonly addedAt?: number
}

export type Basket = readonly BasketLine[]

/** The maximum of one line. */
export const maximumQuantity = 99
const maximumCustomLength = 200

export const emptyBasket: Basket = []

/** A custom message is part of the personalization, so two cakes for two people stay two lines. */
export function isSameLine(one: BasketLine, other: BasketLine): boolean {
  return (
    one.product.id === other.product.id &&
    one.variation === other.variation &&
    areSameOptions(one.options, other.options) &&
    one.personalization === other.personalization &&
    one.customRequestDetails === other.customRequestDetails
  )
}

/** The quantity of a product in the basket, over all variations. */
export function quantityOf(basket: Basket, productId: string): number {
  return basketCount(basket.filter(({ product }) => product.id === productId))
}

/**
 * Raises the quantity of an equal line, or appends a new one. Limited to the stock over all lines of the product,
 * and to 99 a line. `added` is the quantity added.
 */
export function addToBasket(basket: Basket, line: BasketLine, stock: number): { basket: Basket; added: number } {
  const position = basket.findIndex((present) => isSameLine(present, line))
  const before = basket[position]?.quantity ?? 0
  const room = Math.min(maximumQuantity - before, stock - quantityOf(basket, line.product.id))
  const added = Math.max(0, Math.min(line.quantity, room))
  if (added === 0) return { basket, added }
  // The newest snapshot replaces the older one.
  const changed = { ...line, quantity: before + added }
  return { basket: position === -1 ? [...basket, changed] : basket.with(position, changed), added }
}

export function removeFromBasket(basket: Basket, position: number): Basket {
  return basket.filter((_, index) => index !== position)
}

/** Ignores a quantity below 1 or NaN. `most` limits a higher one. */
export function setBasketQuantity(basket: Basket, position: number, quantity: number, most = maximumQuantity): Basket {
  const line = basket[position]
  if (!line || !(quantity >= 1)) return basket
  return basket.with(position, { ...line, quantity: atMost(quantity, most) })
}

export function basketCount(basket: Basket): number {
  return basket.reduce((sum, { quantity }) => sum + quantity, 0)
}

export function basketTotalPence(basket: Basket): number {
  return basket.reduce((sum, { product, quantity }) => sum + product.pricePence * quantity, 0)
}

/** A typed whole number; null if it is below 1 or no number. */
export function typedQuantity(text: string): number | null {
  const typed = text.trim()
  // Digits only, because Number also accepts '1e3' and '0x1f'.
  if (!/^\d+([.,]\d*)?$/.test(typed)) return null
  const quantity = Math.floor(Number(typed.replace(',', '.')))
  return quantity >= 1 ? quantity : null
}

/** On a product page an invalid quantity becomes 1. */
export function readQuantity(text: string): number {
  return typedQuantity(text) ?? 1
}

/** The maximum of a line with this stock left: 1 at least, since 0 is no quantity, and 99 at most. */
export function purchaseLimit(stock: number): number {
  return Math.max(1, Math.min(maximumQuantity, stock))
}

function atMost(quantity: number, most: number): number {
  return Math.max(1, Math.min(Math.floor(quantity), most, maximumQuantity))
}

/** Parses a stored basket. Invalid entries (truncated, of another version, tampered with) are skipped. */
export function readBasket(text: string | null): Basket {
  if (text === null) return emptyBasket
  try {
    const stored: unknown = JSON.parse(text)
    return Array.isArray(stored) ? stored.map(readBasketLine).filter((line) => line !== null) : emptyBasket
  } catch {
    // Invalid JSON: nothing can be recovered.
    return emptyBasket
  }
}

/** Null if it is invalid. */
export function readBasketLine(stored: unknown): BasketLine | null {
  if (!isRecord(stored)) return null
  const product = readProduct(stored.product)
  const { quantity, addedAt } = stored
  if (!product || typeof quantity !== 'number' || !(quantity >= 1)) return null
  const personalization = personalisations.find((known) => known === stored.personalization) ?? null
  return {
    product,
    variation: readText(stored.variation, 60),
    options: storedOptions(stored.options),
    personalization,
    customRequestDetails:
      personalization === 'custom' ? readText(stored.customRequestDetails, maximumCustomLength) : null,
    quantity: atMost(quantity, maximumQuantity),
    ...(typeof addedAt === 'number' && { addedAt }),
  }
}

function readProduct(stored: unknown): BasketProduct | null {
  if (!isRecord(stored) || !isRecord(stored.shop)) return null
  const id = readText(stored.id, 36)
  const name = readText(stored.name, 150)
  const shopName = readText(stored.shop.name, 50)
  const shopSlug = readText(stored.shop.slug, 80)
  const { pricePence } = stored
  if (id === null || name === null || shopName === null || shopSlug === null) return null
  if (typeof pricePence !== 'number' || !Number.isInteger(pricePence)) return null
  if (pricePence < 0 || pricePence > highestPricePence) return null
  return { id, name, pricePence, image: readText(stored.image, 2000), shop: { name: shopName, slug: shopSlug } }
}

/** Twice the highest product price, because options may add as much again. */
const highestPricePence = 2 * 9_999_999

function readText(value: unknown, longest: number): string | null {
  return typeof value === 'string' && value.trim() !== '' && value.length <= longest ? value : null
}
