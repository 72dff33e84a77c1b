/** The best-selling and most visited products. On phones each product takes several lines. */

import { formatPence } from '#domain/values/money'
import { Card } from '#ui/card'
import { Link } from '#ui/link'
import type { ProductFigures } from './analytics.ts'
import { count, percent } from './format-figures.ts'

const columns: readonly { label: string; of: (product: ProductFigures) => string }[] = [
  { label: 'Sold', of: ({ quantity }) => count(quantity) },
  { label: 'Revenue', of: ({ revenuePence }) => formatPence(revenuePence) },
  { label: 'Visits', of: ({ visits }) => count(visits) },
  { label: 'Visits to orders', of: ({ conversion }) => percent(conversion) },
]

export function TopProducts({ products }: { products: readonly ProductFigures[] }) {
  return (
    <section aria-labelledby="top-products" className="mt-6">
      <Card className="print:border-0 print:p-0">
        <h2 id="top-products" className="text-2xl">
          Top products
        </h2>
        {products.length === 0 ? (
          <p className="mt-3 text-ink-soft">There were no sales or visits in this period.</p>
        ) : (
          <>
            <p className="mt-1 text-sm text-ink-soft">By revenue, without delivery and before refunds.</p>
            <table className="mt-4 w-full text-left tabular-nums max-sm:block">
              <thead className="max-sm:sr-only">
                <tr className="text-sm">
                  <th scope="col" className="py-2 pr-3 font-semibold">
                    Product
                  </th>
                  {columns.map(({ label }) => (
                    <th key={label} scope="col" className="py-2 pl-3 text-right font-semibold">
                      {label}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody className="divide-y divide-line max-sm:block">
                {products.map((product) => (
                  <Row key={product.id ?? product.name} product={product} />
                ))}
              </tbody>
            </table>
          </>
        )}
      </Card>
    </section>
  )
}

function Row({ product }: { product: ProductFigures }) {
  return (
    <tr className="print:break-inside-avoid max-sm:grid max-sm:grid-cols-2 max-sm:gap-x-4 max-sm:py-3">
      <th scope="row" className="py-2.5 pr-3 font-semibold wrap-anywhere max-sm:col-span-2 max-sm:py-1">
        {product.id ? (
          <Link to={`/product/${product.id}`} className="hover:underline">
            {product.name}
          </Link>
        ) : (
          <>
            {product.name} <span className="font-normal text-ink-soft">(deleted)</span>
          </>
        )}
      </th>
      {columns.map(({ label, of }) => (
        <td
          key={label}
          className="py-2.5 pl-3 text-right max-sm:flex max-sm:items-baseline max-sm:justify-between max-sm:gap-2 max-sm:text-sm max-sm:whitespace-nowrap max-sm:py-0.5 max-sm:pl-0"
        >
          <span aria-hidden="true" className="text-sm text-ink-soft sm:hidden">
            {label}
          </span>
          {of(product)}
        </td>
      ))}
    </tr>
  )
}
