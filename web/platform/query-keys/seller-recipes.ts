/** The query keys of a shop's recipe costs. */
import { memberKeys } from './member-keys.ts'

const of = (userId: string) => memberKeys.of(userId, 'seller-recipes')

export const recipeKeys = {
  all: of,
  costing: (userId: string) => [...of(userId), 'costing'] as const,
  products: (userId: string) => [...of(userId), 'products'] as const,
  product: (userId: string, productId: string) => [...of(userId), 'product', productId] as const,
} as const
