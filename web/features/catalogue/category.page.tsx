/** The page of a category. */

import { type LoaderFunctionArgs, useParams } from 'react-router'
import type { AppContext } from '#platform/app-context.ts'
import { preload } from '#platform/preload.ts'
import { categoryQuery, useCategory } from './category.ts'
import { preloadListing } from './listing.ts'
import { readListingChoice } from './listing-choice.ts'
import { readCategory } from './listing-filters.ts'
import { ThemedListing, ThemeNotFound } from './themed-listing.tsx'

export function loader(app: AppContext) {
  return async ({ params, request }: LoaderFunctionArgs) => {
    const category = readCategory(params.category ?? '')
    const query = categoryQuery(app, params.category ?? '')
    const choice = readListingChoice(new URL(request.url).searchParams)
    // Both at once: the listing ignores the case of the category.
    const listing = category === null ? [] : [preloadListing(app, { category }, choice)]
    await Promise.all([preload(app, query), ...listing])
    if (app.server && app.queryClient.getQueryData(query.queryKey) === null) app.server.status = 404
    return null
  }
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
