/** What the search box suggests for the typed text. */
import { productCategories } from '#domain/catalogue/categories'
import { normaliseSearchText, searchUrl } from './search-text.ts'

export interface SearchSuggestion {
  readonly kind: 'recent' | 'category' | 'shop' | 'product'
  readonly text: string
  /** What distinguishes it, such as the shop of a product. */
  readonly detail: string | null
  readonly to: string
}

export interface SuggestedProduct {
  readonly id: string
  readonly name: string
  readonly shop: { readonly name: string; readonly slug: string }
}

const limits = { recent: 3, recentWithoutText: 6, categories: 2, shops: 2, products: 5 }

/** From this many characters on, products are looked up. One letter matches almost everything. */
export const minSuggestionLength = 2

/** @param products the best matches for the text, in order */
export function suggestions(
  typed: string,
  products: readonly SuggestedProduct[],
  recent: readonly string[],
): readonly SearchSuggestion[] {
  const text = normaliseSearchText(typed)
  if (text.length < minSuggestionLength) return recentOnes(recent, text, limits.recentWithoutText)
  const shops = new Map(products.map(({ shop }) => [shop.slug, shop.name]))
  return [
    ...recentOnes(recent, text, limits.recent),
    ...productCategories
      .filter((category) => beginsWord(category, text))
      .slice(0, limits.categories)
      .map((category) => ({
        kind: 'category' as const,
        text: category,
        detail: 'Category',
        to: `/category/${encodeURIComponent(category)}`,
      })),
    ...[...shops]
      .filter(([, name]) => beginsWord(name, text))
      .slice(0, limits.shops)
      .map(([slug, name]) => ({ kind: 'shop' as const, text: name, detail: 'Shop', to: `/shop/${slug}` })),
    ...products.slice(0, limits.products).map(({ id, name, shop }) => ({
      kind: 'product' as const,
      text: name,
      detail: shop.name,
      to: `/product/${id}`,
    })),
  ]
}

/** The text itself is not suggested. */
function recentOnes(recent: readonly string[], text: string, limit: number): readonly SearchSuggestion[] {
  return recent
    .filter((search) => beginsWord(search, text) && search.toLowerCase() !== text.toLowerCase())
    .slice(0, limit)
    .map((search) => ({ kind: 'recent', text: search, detail: null, to: searchUrl(search) }))
}

function beginsWord(text: string, start: string): boolean {
  return ` ${text.toLowerCase()}`.includes(` ${start.toLowerCase()}`)
}
