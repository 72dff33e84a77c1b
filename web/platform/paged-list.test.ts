import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { countedPage, joinPages, type Page, pagedQuery } from './paged-list.ts'

function page(ids: string[], next: number | null): Page<{ id: string }, number> {
  return { items: ids.map((id) => ({ id })), next }
}

describe('joinPages', () => {
  it('joins the items without duplicates, and keeps the totals of the first page and the cursor of the last', () => {
    const pages = [
      { ...page(['a', 'b'], 2), total: 5 },
      { ...page(['b', 'c'], 4), total: 6 },
    ]
    expect(joinPages(pages)).toEqual({ ...page(['a', 'b', 'c'], 4), total: 5 })
  })
})

describe('pagedQuery', () => {
  it('fetches the pages that a URL asks for, each from the cursor of the one before, until the last', async () => {
    const cursors: (number | null)[] = []
    const query = pagedQuery({
      queryKey: ['letters'],
      fetchPage: async (cursor: number | null) => {
        cursors.push(cursor)
        const start = cursor ?? 0
        return page([`${start}`], start < 2 ? start + 1 : null)
      },
    })
    const client = new QueryClient()
    const two = await client.fetchInfiniteQuery({ ...query, pages: 2 })
    expect(joinPages(two.pages)).toEqual(page(['0', '1'], 2))
    const all = await client.fetchInfiniteQuery({ ...query, pages: 25 })
    expect(joinPages(all.pages)).toEqual(page(['0', '1', '2'], null))
    expect(cursors).toEqual([null, 1, null, 1, 2])
  })
})

describe('countedPage', () => {
  it('reads the rows, their total and where the next page starts', () => {
    const response = { data: [{ id: 'a' }], error: null, status: 206, count: 7 }
    expect(countedPage(response, 3)).toEqual({ ...page(['a'], 4), total: 7 })
    expect(countedPage(response, 6)).toEqual({ ...page(['a'], null), total: 7 })
  })

  it('treats an empty page and a page beyond the end as the end', () => {
    expect(countedPage({ data: [], error: null, status: 200, count: 7 }, 3).next).toBeNull()
    const error = { message: 'Requested range not satisfiable', code: 'PGRST103' }
    expect(countedPage({ data: null, error, status: 416, count: null }, 20)).toEqual({ ...page([], null), total: 20 })
  })

  it('throws any other error', () => {
    const error = { message: 'column "x" does not exist', code: '42703' }
    expect(() => countedPage({ data: null, error, status: 400, count: null }, 0)).toThrow('column "x" does not exist')
  })
})
