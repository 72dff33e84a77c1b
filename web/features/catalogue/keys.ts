/** The query keys of product listings. */
export const catalogueKeys = {
  listings: (scope: object) => ['catalogue', 'listing', scope] as const,
  listing: <Request extends object>(scope: object, request: Request) =>
    ['catalogue', 'listing', scope, request] as const,
  category: (name: string | null) => ['catalogue', 'category', name] as const,
} as const
