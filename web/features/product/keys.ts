/** The query keys of product pages. */
export const productKeys = {
  all: ['product'],
  one: (id: string) => ['product', id] as const,
} as const
