/** Converts a shop between its form and its row. */
import type { ShopForm } from './shop-form.ts'

const temporary = 'temp-'

/** The id of a shop that is not saved yet. */
export function temporaryShopId(): string {
  return `${temporary}${crypto.randomUUID()}`
}

export interface ShopIdentity {
  /** An id with 'temp-' belongs to a new shop, which is saved without it. */
  readonly id: string
  readonly userId: string
  readonly slug: string
}

/** The columns common to all shop forms. Each form adds its own. */
export function shopRecord({ id, userId, slug }: ShopIdentity, form: ShopForm) {
  return {
    ...(id.startsWith(temporary) ? {} : { id }),
    user_id: userId,
    name: form.shopName,
    slug,
    description: form.description,
    category: form.category,
    logo: form.logo ?? null,
    banner_image: form.bannerImage ?? null,
  }
}
