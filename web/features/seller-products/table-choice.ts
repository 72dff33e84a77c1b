/** How a seller looks at the table: what the address says of it. */

export const sortKeys = ['name', 'price', 'category', 'stock', 'status', 'newest'] as const
export type SortKey = (typeof sortKeys)[number]

export const shownStates = ['all', 'active', 'draft', 'hidden', 'undeclared'] as const
export type ShownState = (typeof shownStates)[number]

export const shownLabels: Record<ShownState, string> = {
  all: 'All products',
  active: 'On sale',
  draft: 'Drafts',
  hidden: 'Hidden',
  undeclared: 'Allergens undeclared',
}

export interface TableChoice {
  readonly text: string
  readonly sort: SortKey
  readonly isDescending: boolean
  readonly show: ShownState
  /** From 1. */
  readonly page: number
}

/** Whatever stands in the address: unknown words mean the default. */
export function readTableChoice(params: URLSearchParams): TableChoice {
  const sort = sortKeys.find((key) => key === params.get('sort')) ?? 'newest'
  const order = params.get('order')
  const page = Number(params.get('page') ?? '1')
  return {
    text: (params.get('q') ?? '').trim(),
    sort,
    isDescending: order === null ? sort === 'newest' : order === 'desc',
    show: shownStates.find((state) => state === params.get('show')) ?? 'all',
    page: Number.isSafeInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
  }
}

/** Only what differs from the default, so that the plain table has a plain address. */
export function writeTableChoice({ text, sort, isDescending, show, page }: TableChoice): URLSearchParams {
  const params = new URLSearchParams()
  if (text) params.set('q', text)
  if (sort !== 'newest') params.set('sort', sort)
  if (isDescending !== (sort === 'newest')) params.set('order', isDescending ? 'desc' : 'asc')
  if (show !== 'all') params.set('show', show)
  if (page > 1) params.set('page', String(page))
  return params
}
