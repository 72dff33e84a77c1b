/** The page of a category. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { offeredCategory } from '#domain/catalogue/categories'
import { catalogueKeys } from '#keys/catalogue'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { appContext } from '#platform/page.ts'
import { preload } from '#platform/preload.ts'
import { readCategory } from '#web/features/discover/filters/listing-filters.ts'
import { fetchListing, preloadListing } from '#web/features/discover/listing/listing.ts'
import { readListingParameters } from '#web/features/discover/listing/listing-parameters.ts'
import { ThemedListing, ThemeNotFound } from '#web/features/discover/results/themed-listing.tsx'

export async function loader({ context, params, url }: LoaderFunctionArgs) {
  const app = context.get(appContext)
  const category = readCategory(params.category ?? '')
  const query = categoryQuery(app, params.category ?? '')
  const parameters = readListingParameters(url.searchParams)
  // Both at once: the listing ignores the case of the category.
  const listing = category === null ? [] : [preloadListing(app, { category }, parameters, url.searchParams)]
  await Promise.all([preload(app, query), ...listing])
  if (app.server && app.queryClient.getQueryData(query.queryKey) === null) app.server.status = 404
}

export function Component() {
  const { category: name = '' } = useParams()
  const { data: spelling } = useCategory(name)
  const category = readCategory(name)
  if (category === null || spelling === null) return <ThemeNotFound what="Category" />
  const title = spelling ?? category
  return (
    <ThemedListing
      key={category}
      scope={{ category }}
      title={title}
      subtitle={`Browse our delicious ${title.toLowerCase()} selection`}
      chip={title}
      canonical={`/category/${encodeURIComponent(title)}`}
      withCategory={false}
    />
  )
}

/** @param name from the URL. Null if there is no such category. */
function categoryQuery(app: AppContext, name: string) {
  const category = readCategory(name)
  return queryOptions({
    queryKey: catalogueKeys.category(category),
    queryFn: async ({ signal }): Promise<string | null> => {
      if (category === null || offeredCategory(category) !== null) return category
      const { items } = await fetchListing(app, { category, page_size: 1 }, signal)
      return items[0]?.category ?? null
    },
  })
}

function useCategory(name: string) {
  return useQuery(categoryQuery(useApp(), name))
}
