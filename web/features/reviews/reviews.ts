/** What buyers wrote about a product or about everything of a shop, newest first, page by page. */

import type { QueryData } from '@supabase/supabase-js'
import { queryOptions } from '@tanstack/react-query'
import { type Page, type Pages, readPage, usePages } from '#features/catalogue'
import { type AppContext, type Backend, useApp } from '#web/app/app-context.ts'

const pageSize = 10

/** Whose reviews. */
export type ReviewSubject = { readonly productId: string } | { readonly shopId: string }

function selectReviews(client: Backend) {
  return client
    .from('reviews')
    .select(
      'id, rating, text, picture, reply, created_at, author:people(name), product:products(id, name), shop:shops(name)',
      { count: 'exact' },
    )
    .eq('is_hidden', false)
}

export type Review = QueryData<ReturnType<typeof selectReviews>>[number]

export function reviewPageQuery(app: AppContext, subject: ReviewSubject, page: number) {
  return queryOptions({
    queryKey: ['reviews', subject, page],
    queryFn: async ({ signal }): Promise<Page<Review>> => {
      const query = selectReviews(await app.supabase())
      const ofSubject =
        'productId' in subject ? query.eq('product_id', subject.productId) : query.eq('shop_id', subject.shopId)
      const first = (page - 1) * pageSize
      const answer = await ofSubject
        .order('created_at', { ascending: false })
        .order('id')
        .range(first, first + pageSize - 1)
        .abortSignal(signal)
      return readPage(answer)
    },
  })
}

/** @param pages how many pages of them to show */
export function useReviews(subject: ReviewSubject, pages: number): Pages<Review> {
  const app = useApp()
  const queries = Array.from({ length: pages }, (_, index) => reviewPageQuery(app, subject, index + 1))
  return usePages(JSON.stringify(subject), queries)
}
