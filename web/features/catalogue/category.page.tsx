/** The page of a category. */

import { type LoaderFunctionArgs, useParams } from 'react-router'
import { appContext } from '#platform/page.ts'
import { preload } from '#platform/preload.ts'
import { categoryQuery, useCategory } from './category.ts'
import { preloadListing } from './listing.ts'
import { readListingChoice } from './listing-choice.ts'
import { readCategory } from './listing-filters.ts'
import { ThemedListing, ThemeNotFound } from './themed-listing.tsx'

export async function loader({ context, params, url }: LoaderFunctionArgs) {
  const app = context.get(appContext)
  const category = readCategory(params.category ?? '')
  const query = categoryQuery(app, params.category ?? '')
  const choice = readListingChoice(url.searchParams)
  // Both at once: the listing ignores the case of the category.
  const listing = category === null ? [] : [preloadListing(app, { category }, choice)]
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
