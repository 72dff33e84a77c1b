/** The basket of an account and its copy in a browser: merging both, and the changes to send. */

import type { ChosenOption } from '#domain/catalogue/chosen-options'
import { type Basket, type BasketLine, isSameLine, maximumQuantity, readBasketLine } from '#domain/checkout/basket'
import { isUuid } from '#domain/values/ids'

export interface BasketCopies {
  /** The account's basket when this browser last read it; empty before the first time. */
  readonly base: Basket
  /** The basket in this browser. */
  readonly local: Basket
  /** The account's basket now. */
  readonly remote: Basket
}

/** Whether nothing was done to a line: it was not added again either. */
const isUnchanged = (line: BasketLine, before: BasketLine | undefined) =>
  line.quantity === before?.quantity && line.addedAt === before.addedAt

const find = (basket: Basket, line: BasketLine) => basket.find((other) => isSameLine(other, line))

/**
 * A line that this browser has changed since `base` stays as it is here; every other line is the account's. A line that
 * both added has the higher quantity. @returns `local` itself if nothing changes
 */
export function mergeBaskets({ base, local, remote }: BasketCopies): Basket {
  const present = local.flatMap((line) => merged(line, find(base, line), find(remote, line)) ?? [])
  const added = remote.filter((line) => !find(local, line) && !find(base, line))
  const basket = [...present, ...added]
  return JSON.stringify(basket) === JSON.stringify(local) ? local : basket
}

function merged(line: BasketLine, before: BasketLine | undefined, remote: BasketLine | undefined): BasketLine | null {
  const isChanged = !isUnchanged(line, before)
  if (!remote) return isChanged ? line : null
  if (!before) return { ...remote, quantity: Math.min(maximumQuantity, Math.max(line.quantity, remote.quantity)) }
  return isChanged ? line : remote
}

export interface BasketChanges {
  /** New lines, lines that were added again, and lines with another quantity. */
  readonly saved: Basket
  readonly removed: Basket
}

/** What turns one basket into the other. Products without a valid id stay in the browser. */
export function basketChanges(from: Basket, to: Basket): BasketChanges {
  const isStorable = ({ product }: BasketLine) => isUuid(product.id)
  return {
    saved: to.filter((line) => isStorable(line) && !isUnchanged(line, find(from, line))),
    removed: from.filter((line) => isStorable(line) && !find(to, line)),
  }
}

/** A row of `basket_lines`, without its id and owner. */
interface BasketRow {
  readonly product_id: string
  readonly variation: string | null
  readonly options: readonly ChosenOption[]
  readonly personalization: string | null
  readonly custom_request_details: string | null
  readonly quantity: number
}

export function basketRow({
  product,
  variation,
  options,
  personalization,
  customRequestDetails,
  quantity,
}: BasketLine) {
  const { id, name, pricePence, image, shop } = product
  return {
    product_id: id,
    variation,
    options: [...options],
    personalization,
    custom_request_details: customRequestDetails,
    quantity,
    snapshot: { name, pricePence, image, shop: { name: shop.name, slug: shop.slug } },
  } satisfies BasketRow & { snapshot: object }
}

/** As the database returns it. */
export interface StoredBasketRow extends Omit<BasketRow, 'options'> {
  readonly options: unknown
  readonly snapshot: unknown
}

/** Null if the snapshot is of another version. */
export function lineOfRow({ snapshot, ...row }: StoredBasketRow): BasketLine | null {
  return readBasketLine({
    product: typeof snapshot === 'object' && { ...snapshot, id: row.product_id },
    variation: row.variation,
    options: row.options,
    personalization: row.personalization,
    customRequestDetails: row.custom_request_details,
    quantity: row.quantity,
  })
}
