/** The products on sale with little stock left, each with the page on which it is changed. */
import { ChevronRight } from 'lucide-react'
import { Badge } from '#ui/badge'
import { Link } from '#ui/link'
import type { SellerOverview } from './overview.ts'

export function RunningOut({ overview: { running_out: products, low_stock: total } }: { overview: SellerOverview }) {
  if (total === 0) return null
  return (
    <section aria-labelledby="running-out">
      <h2 id="running-out" className="text-2xl">
        Running out
      </h2>
      <ul className="mt-4 divide-y divide-line overflow-hidden rounded-card border border-line bg-card">
        {products.map(({ id, name, stock }) => (
          <li key={id}>
            <Link
              to={`/seller/products/${id}/edit`}
              className="flex min-h-14 items-center gap-3.5 px-4 py-3 hover:bg-raised"
            >
              <span className="min-w-0 grow wrap-anywhere">{name}</span>
              <Badge tone={stock === 0 ? 'berry' : 'neutral'}>{stock === 0 ? 'Sold out' : `${stock} left`}</Badge>
              <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-ink/35" />
            </Link>
          </li>
        ))}
        {total > products.length && (
          <li>
            <Link to="/seller/products" className="flex min-h-12 items-center px-4 py-3 text-sm hover:bg-raised">
              {total - products.length} more with little stock
            </Link>
          </li>
        )}
      </ul>
    </section>
  )
}
