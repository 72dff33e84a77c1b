/** The query keys of product listings. */
export const catalogueKeys = {
  /** @param fit what the household asks for: results for others are never shown in between */
  listings: (scope: object, fit: object) => ['catalogue', 'listing', scope, fit] as const,
  listing: <Request extends object>(scope: object, fit: object, request: Request) =>
    ['catalogue', 'listing', scope, fit, request] as const,
  shops: <Request extends object>(request: Request) => ['catalogue', 'shops', request] as const,
  ofShop: <Request extends object>(request: Request) => ['catalogue', 'of shop', request] as const,
  total: <Request extends object>(request: Request) => ['catalogue', 'total', request] as const,
  dayLines: <Request extends object>(request: Request, ids: readonly string[]) =>
    ['catalogue', 'day lines', request, ...ids] as const,
  namedPlaces: (names: readonly string[]) => ['catalogue', 'named places', ...names] as const,
  category: (name: string | null) => ['catalogue', 'category', name] as const,
} as const
