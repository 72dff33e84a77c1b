/** The page of an occasion. */

import { type LoaderFunctionArgs, useParams } from 'react-router'
import { occasionLabels, occasionName, readOccasion } from '#domain/catalogue/categories'
import { appContext } from '#platform/page.ts'
import { preloadListing } from '#web/features/discover/listing/listing.ts'
import { readListingParameters } from '#web/features/discover/listing/listing-parameters.ts'
import { ThemedListing, ThemeNotFound } from '#web/features/discover/results/themed-listing.tsx'

export async function loader({ context, params, url }: LoaderFunctionArgs) {
  const app = context.get(appContext)
  const occasion = readOccasion(params.occasion ?? '')
  const parameters = url.searchParams
  if (occasion !== null) await preloadListing(app, { occasion }, readListingParameters(parameters), parameters)
  else if (app.server) app.server.status = 404
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
      subtitle={`Perfect treats for your ${occasionName(occasion)} celebrations`}
      chip={occasionLabels[occasion]}
      canonical={`/occasion/${occasion}`}
      withCategory
    />
  )
}
