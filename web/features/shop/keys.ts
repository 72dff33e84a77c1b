/** The query keys of shop pages. */
export const shopKeys = {
  all: ['shop'],
  one: (slug: string) => ['shop', slug] as const,
} as const
