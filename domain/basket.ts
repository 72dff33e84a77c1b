/** The basket's rules: which lines are one and the same, how many there may be of each, and what is trusted of what was kept. */
import type { Personalisation } from './categories.ts'
import { personalisations } from './categories.ts'

/** A product as it was when it was put into the basket: to be shown, never to be charged by. */
export interface BasketProduct {
  readonly id: string
  readonly name: string
  /** Of one, with its variation. */
  readonly pricePence: number
  readonly image: string | null
  readonly shop: { readonly name: string; readonly slug: string }
}

export interface BasketLine {
  readonly product: BasketProduct
  readonly variation: string | null
  readonly personalization: Personalisation | null
  /** The buyer's own words, where the personalization is `custom`. */
  readonly customRequestDetails: string | null
  readonly quantity: number
}

export type Basket = readonly BasketLine[]

/** Of one line. */
export const maximumQuantity = 99
export const maximumCustomLength = 200

export const emptyBasket: Basket = []

/** A message of one's own is part of the personalization: two cakes for two people stay two lines. */
function isSameLine(one: BasketLine, other: BasketLine): boolean {
  return (
    one.product.id === other.product.id &&
    one.variation === other.variation &&
    one.personalization === other.personalization &&
    one.customRequestDetails === other.customRequestDetails
  )
}

/** How many of a product lie in the basket, whatever their variation. */
export function quantityOf(basket: Basket, productId: string): number {
  return basketCount(basket.filter(({ product }) => product.id === productId))
}

/**
 * Raises the quantity of the line that is the same, or appends a new one. No more than the stock goes in, counting all lines of the
 * product, and no more than 99 into a line: `added` says how many did.
 */
export function addToBasket(basket: Basket, line: BasketLine, stock: number): { basket: Basket; added: number } {
  const position = basket.findIndex((present) => isSameLine(present, line))
  const before = basket[position]?.quantity ?? 0
  const room = Math.min(maximumQuantity - before, stock - quantityOf(basket, line.product.id))
  const added = Math.max(0, Math.min(line.quantity, room))
  if (added === 0) return { basket, added }
  // The newest snapshot takes the place of the older one.
  const changed = { ...line, quantity: before + added }
  return { basket: position === -1 ? [...basket, changed] : basket.with(position, changed), added }
}

export function removeFromBasket(basket: Basket, position: number): Basket {
  return basket.filter((_, index) => index !== position)
}

/** A quantity below 1, or one that is no number, is ignored; one above `most` becomes that. */
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

/** The whole number somebody typed; null where it is below 1 or no number. */
export function typedQuantity(text: string): number | null {
  const typed = text.trim()
  // The digits only: Number would also take '1e3' and '0x1f', which nobody means.
  if (!/^\d+([.,]\d*)?$/.test(typed)) return null
  const quantity = Math.floor(Number(typed.replace(',', '.')))
  return quantity >= 1 ? quantity : null
}

/** On a product's page, what is no quantity becomes 1. */
export function readQuantity(text: string): number {
  return typedQuantity(text) ?? 1
}

/** At least 1 of what can be bought at all. */
export function mostToBuy(stock: number): number {
  return Math.max(1, Math.min(maximumQuantity, stock))
}

function atMost(quantity: number, most: number): number {
  return Math.max(1, Math.min(Math.floor(quantity), most, maximumQuantity))
}

/** The basket kept as text. Whatever else lies there (torn, of another version, tampered with) costs only the lines it spoils. */
export function readBasket(text: string | null): Basket {
  if (text === null) return emptyBasket
  try {
    const kept: unknown = JSON.parse(text)
    return Array.isArray(kept) ? kept.map(readLine).filter((line) => line !== null) : emptyBasket
  } catch {
    // Not JSON: nothing in it can be told from anything else.
    return emptyBasket
  }
}

function readLine(kept: unknown): BasketLine | null {
  if (!isRecord(kept)) return null
  const product = readProduct(kept.product)
  const { quantity } = kept
  if (!product || typeof quantity !== 'number' || !(quantity >= 1)) return null
  const personalization = personalisations.find((known) => known === kept.personalization) ?? null
  return {
    product,
    variation: readText(kept.variation, 60),
    personalization,
    customRequestDetails:
      personalization === 'custom' ? readText(kept.customRequestDetails, maximumCustomLength) : null,
    quantity: atMost(quantity, maximumQuantity),
  }
}

function readProduct(kept: unknown): BasketProduct | null {
  if (!isRecord(kept) || !isRecord(kept.shop)) return null
  const id = readText(kept.id, 36)
  const name = readText(kept.name, 150)
  const shopName = readText(kept.shop.name, 50)
  const shopSlug = readText(kept.shop.slug, 80)
  const { pricePence } = kept
  if (id === null || name === null || shopName === null || shopSlug === null) return null
  if (typeof pricePence !== 'number' || !Number.isInteger(pricePence)) return null
  if (pricePence < 0 || pricePence > highestPricePence) return null
  return { id, name, pricePence, image: readText(kept.image, 2000), shop: { name: shopName, slug: shopSlug } }
}

/** Twice the highest price of a product: its variation may add as much again. */
const highestPricePence = 2 * 9_999_999

function readText(value: unknown, longest: number): string | null {
  return typeof value === 'string' && value.trim() !== '' && value.length <= longest ? value : null
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
