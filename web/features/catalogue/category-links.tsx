/** Links to all categories, for empty results. */
import { Link } from 'react-router'
import { productCategories } from '#domain/categories'

export function CategoryLinks() {
  return (
    <nav aria-label="Categories" className="mx-auto max-w-2xl px-4 pb-16">
      <ul className="flex flex-wrap justify-center gap-2">
        {productCategories.map((category) => (
          <li key={category}>
            <Link
              to={`/category/${encodeURIComponent(category)}`}
              className="inline-flex h-11 items-center rounded-full border border-ink/15 bg-card px-4 font-medium transition-colors hover:border-ink/45 hover:bg-white"
            >
              {category}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
