/** The query keys of search suggestions. */
export const searchKeys = {
  suggestions: <Request extends object>(request: Request) => ['search', 'suggestions', request] as const,
} as const
