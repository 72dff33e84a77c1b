/** Queries of reviews by product or shop, and of their star counts. */

import type { QueryData } from '@supabase/supabase-js'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { reviewKeys } from '#keys/reviews'
import { type AppContext, type Backend, useApp } from '#platform/app-context.ts'
import { type CountedPage, type PagedList, pagedQuery, readCountedPage, usePagedList } from '#platform/paged-list.ts'
import { preload, preloadPages } from '#platform/preload.ts'
import { read } from '#platform/read.ts'
import { type ReviewParameters, readReviewParameters } from './review-parameters.ts'

const pageSize = 10

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

const defaultParameters: ReviewParameters = { order: 'newest', stars: null }

export function reviewsQuery(app: AppContext, subject: ReviewSubject, parameters = defaultParameters) {
  return pagedQuery({
    queryKey: reviewKeys.list(subject, parameters),
    fetchPage: async (cursor: number | null, signal): Promise<CountedPage<Review>> => {
      const start = cursor ?? 0
      return readCountedPage(app, start, (client) => {
        const all = selectReviews(client)
        const ofSubject =
          'productId' in subject ? all.eq('product_id', subject.productId) : all.eq('shop_id', subject.shopId)
        const chosen = parameters.stars === null ? ofSubject : ofSubject.eq('rating', parameters.stars)
        const sorted =
          parameters.order === 'newest' ? chosen : chosen.order('rating', { ascending: parameters.order === 'lowest' })
        return sorted
          .order('created_at', { ascending: false })
          .order('id')
          .range(start, start + pageSize - 1)
          .abortSignal(signal)
      })
    },
  })
}

export function useReviews(subject: ReviewSubject, parameters: ReviewParameters): PagedList<CountedPage<Review>> {
  return usePagedList(reviewsQuery(useApp(), subject, parameters))
}

/** The number of reviews per rating. Ratings without reviews are omitted. */
export interface StarCount {
  readonly rating: number
  readonly reviews: number
}

function starCountsQuery(app: AppContext, subject: ReviewSubject) {
  return queryOptions({
    queryKey: reviewKeys.starCounts(subject),
    queryFn: ({ signal }): Promise<StarCount[]> => {
      const argument = 'productId' in subject ? { of_product: subject.productId } : { of_shop: subject.shopId }
      return read(app, (client) => client.rpc('review_stars', argument, { get: true }).abortSignal(signal))
    },
  })
}

export function useStarCounts(subject: ReviewSubject): StarCount[] | undefined {
  return useQuery(starCountsQuery(useApp(), subject)).data
}

export async function preloadReviews(
  app: AppContext,
  subject: ReviewSubject,
  searchParams: URLSearchParams,
): Promise<void> {
  await Promise.all([
    preloadPages(app, reviewsQuery(app, subject, readReviewParameters(searchParams)), 1),
    preload(app, starCountsQuery(app, subject)),
  ])
}
