/** Today's prices and sums of what a shopper is about to order, computed by the database. */
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { type Preview, previewSchema, type requestedItem } from '#domain/checkout/preview'
import type { Json } from '#domain/database.generated'
import { useUserId } from '#features/account/auth'
import { basketKeys } from '#keys/basket'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { read } from '#platform/read.ts'

/** The argument of `preview_order`. */
export type PreviewRequest = { readonly [field: string]: Json | undefined } & {
  readonly items: ReturnType<typeof requestedItem>[]
}

function previewQuery(app: AppContext, userId: string | null, request: PreviewRequest) {
  return queryOptions({
    queryKey: basketKeys.previewOf(userId, request),
    queryFn: async ({ signal }): Promise<Preview> => ({
      ...previewSchema.parse(
        await read(app, (client) => client.rpc('preview_order', { order: request }).abortSignal(signal)),
      ),
      asked: request.items,
    }),
    // Prices and stock should be current in the basket.
    staleTime: 5_000,
    // The last sums stay until the next are known. A request that is no longer wanted is cancelled.
    placeholderData: keepPreviousData,
  })
}

export function usePreview(request: PreviewRequest, isWanted = true) {
  return useQuery({ ...previewQuery(useApp(), useUserId(), request), enabled: isWanted })
}
