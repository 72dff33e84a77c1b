/** The product table's search, filter, sort and page, kept in the URL. */

export const sortKeys = ['name', 'price', 'category', 'stock', 'status', 'newest'] as const
export type SortKey = (typeof sortKeys)[number]

export const statusFilters = ['all', 'active', 'draft', 'hidden', 'undeclared'] as const
export type StatusFilter = (typeof statusFilters)[number]

export const statusFilterLabels: Record<StatusFilter, string> = {
  all: 'All products',
  active: 'On sale',
  draft: 'Drafts',
  hidden: 'Hidden',
  undeclared: 'Allergens undeclared',
}

export interface TableParameters {
  readonly text: string
  readonly sort: SortKey
  readonly isDescending: boolean
  readonly show: StatusFilter
  /** 1-based. */
  readonly page: number
}

/** Unknown values mean the default. */
export function readTableParameters(searchParams: URLSearchParams): TableParameters {
  const sort = sortKeys.find((key) => key === searchParams.get('sort')) ?? 'newest'
  const order = searchParams.get('order')
  const page = Number(searchParams.get('page') ?? '1')
  return {
    text: (searchParams.get('q') ?? '').trim(),
    sort,
    isDescending: order === null ? sort === 'newest' : order === 'desc',
    show: statusFilters.find((state) => state === searchParams.get('show')) ?? 'all',
    page: Number.isSafeInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
  }
}

/** Includes only values that differ from the default. */
export function writeTableParameters({ text, sort, isDescending, show, page }: TableParameters): URLSearchParams {
  const searchParams = new URLSearchParams()
  if (text) searchParams.set('q', text)
  if (sort !== 'newest') searchParams.set('sort', sort)
  if (isDescending !== (sort === 'newest')) searchParams.set('order', isDescending ? 'desc' : 'asc')
  if (show !== 'all') searchParams.set('show', show)
  if (page > 1) searchParams.set('page', String(page))
  return searchParams
}
