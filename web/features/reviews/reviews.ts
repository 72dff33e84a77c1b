/** Queries of reviews by product or shop, and of their star counts. */

import type { QueryData } from '@supabase/supabase-js'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type Page, type Pages, readPage, usePages } from '#features/catalogue'
import { type AppContext, type Backend, useApp } from '#platform/app-context.ts'
import { preload } from '#platform/preload.ts'
import { unwrap } from '#platform/unwrap.ts'
import { reviewKeys } from './keys.ts'
import { type ReviewChoice, readReviewChoice } from './review-choice.ts'

const pageSize = 10

/** The product or shop. */
export type ReviewSubject = { readonly productId: string } | { readonly shopId: string }

function selectReviews(client: Backend) {
  return client
    .from('reviews')
    .select(
      'id, rating, text, picture, reply, is_counted, created_at, author_name, product:products(id, name), shop:shops(id, name)',
      { count: 'exact' },
    )
    .eq('is_hidden', false)
}

export type Review = QueryData<ReturnType<typeof selectReviews>>[number]

const defaultChoice: ReviewChoice = { order: 'newest', stars: null }

export function reviewPageQuery(app: AppContext, subject: ReviewSubject, page: number, choice = defaultChoice) {
  return queryOptions({
    queryKey: reviewKeys.page(subject, choice, page),
    queryFn: async ({ signal }): Promise<Page<Review>> => {
      const all = selectReviews(await app.supabase())
      const ofSubject =
        'productId' in subject ? all.eq('product_id', subject.productId) : all.eq('shop_id', subject.shopId)
      const chosen = choice.stars === null ? ofSubject : ofSubject.eq('rating', choice.stars)
      const sorted =
        choice.order === 'newest' ? chosen : chosen.order('rating', { ascending: choice.order === 'lowest' })
      const first = (page - 1) * pageSize
      const response = await sorted
        .order('created_at', { ascending: false })
        .order('id')
        .range(first, first + pageSize - 1)
        .abortSignal(signal)
      return readPage(response)
    },
  })
}

/** @param pages the number of pages to show */
export function useReviews(subject: ReviewSubject, choice: ReviewChoice, pages: number): Pages<Review> {
  const app = useApp()
  const queries = Array.from({ length: pages }, (_, index) => reviewPageQuery(app, subject, index + 1, choice))
  return usePages(JSON.stringify(subject), queries)
}

/** The number of reviews per rating. Ratings without reviews are omitted. */
export interface StarCount {
  readonly rating: number
  readonly reviews: number
}

export function starCountsQuery(app: AppContext, subject: ReviewSubject) {
  return queryOptions({
    queryKey: reviewKeys.starCounts(subject),
    queryFn: async ({ signal }): Promise<StarCount[]> => {
      const client = await app.supabase()
      const argument = 'productId' in subject ? { of_product: subject.productId } : { of_shop: subject.shopId }
      return unwrap(await client.rpc('review_stars', argument, { get: true }).abortSignal(signal))
    },
  })
}

export function useStarCounts(subject: ReviewSubject): StarCount[] | undefined {
  return useQuery(starCountsQuery(useApp(), subject)).data
}

/** Preloads the reviews that the URL selects. */
export async function preloadReviews(app: AppContext, subject: ReviewSubject, params: URLSearchParams): Promise<void> {
  await Promise.all([
    preload(app, reviewPageQuery(app, subject, 1, readReviewChoice(params))),
    preload(app, starCountsQuery(app, subject)),
  ])
}
