/** The page of an occasion. */

import { type LoaderFunctionArgs, useParams } from 'react-router'
import { occasionLabels, readOccasion } from '#domain/categories'
import type { AppContext } from '#platform/app-context.ts'
import { preloadListing } from './listing.ts'
import { readListingChoice } from './listing-choice.ts'
import { ThemedListing, ThemeNotFound } from './themed-listing.tsx'

export function loader(app: AppContext) {
  return async ({ params, request }: LoaderFunctionArgs) => {
    const occasion = readOccasion(params.occasion ?? '')
    if (occasion !== null) await preloadListing(app, { occasion }, readListingChoice(new URL(request.url).searchParams))
    else if (app.server) app.server.status = 404
    return null
  }
}

export function Component() {
  const { occasion: name = '' } = useParams()
  const occasion = readOccasion(name)
  if (occasion === null) return <ThemeNotFound what="Occasion" />
  return (
    <ThemedListing
      key={occasion}
      scope={{ occasion }}
      title={`${occasionLabels[occasion]} Treats`}
      subtitle={`Perfect treats for your ${occasion} celebrations`}
      chip={occasionLabels[occasion]}
      canonical={`/occasion/${occasion}`}
      withCategory
    />
  )
}
