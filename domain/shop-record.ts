/** A shop between its form and its row in the database. */
import type { ShopForm } from './forms/shop-form.ts'

const temporary = 'temp-'

/** For a shop that only the browser knows of yet. */
export function temporaryShopId(): string {
  return `${temporary}${crypto.randomUUID()}`
}

export interface ShopIdentity {
  /** One that begins with 'temp-' belongs to a new shop, which is saved without it. */
  readonly id: string
  readonly userId: string
  readonly slug: string
}

/** The columns of a shop that every form of it has; what else a form has is added by whoever knows it. */
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
