/** Links to all categories, for empty results. */

import { productCategories } from '#domain/catalogue/categories'
import { useListingLink } from '#platform/listing-link.ts'
import { Link } from '#ui/link'

export function CategoryLinks() {
  const link = useListingLink()
  return (
    <nav aria-label="Categories" className="mx-auto max-w-2xl px-4 pb-16">
      <ul className="flex flex-wrap justify-center gap-2">
        {productCategories.map((category) => (
          <li key={category}>
            <Link
              to={link(`/category/${encodeURIComponent(category)}`)}
              className="inline-flex h-11 items-center rounded-full border border-ink/15 bg-card px-4 font-medium transition-colors hover:border-ink/45 hover:bg-raised"
            >
              {category}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
