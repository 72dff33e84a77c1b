/** The products with a recipe, the lowest margin first: cost, price, margin and suggested price. On phones each is a card. */
import type { ReactNode } from 'react'
import { formatPence } from '#domain/values/money'
import { useApp } from '#platform/app-context.ts'
import { Badge } from '#ui/badge'
import { Link } from '#ui/link'
import { marginState, type PortionSale } from './recipe-costs.ts'
import { costed, percentText, type RecipeFigures } from './recipe-figures.ts'
import type { Costing, RecipeProduct } from './recipes.ts'

interface Row {
  readonly product: RecipeProduct
  readonly costed: RecipeFigures
}

export function RecipeTable({ products, costing }: { products: readonly RecipeProduct[]; costing: Costing }) {
  const { feePercent = 0 } = useApp().config
  const rows = products
    .flatMap((product): Row[] =>
      product.recipe ? [{ product, costed: costed(product.recipe, product, costing, feePercent) }] : [],
    )
    .sort((a, b) => margin(a) - margin(b))
  return (
    <div className="mt-5 overflow-hidden rounded-card border border-line bg-card">
      <table className="w-full text-left tabular-nums max-md:block">
        <caption className="sr-only">Costs and margins of your products</caption>
        <thead className="max-md:sr-only">
          <tr className="text-sm">
            <th scope="col" className="px-5 py-3 font-semibold">
              Product
            </th>
            {['Cost', 'Your price', 'Profit', 'Margin', `Price for ${costing.rates.margin_percent}%`].map((label) => (
              <th key={label} scope="col" className="px-4 py-3 text-right font-semibold last:pr-5">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-t border-line max-md:block max-md:border-t-0">
          {rows.map((row) => (
            <RecipeRow key={row.product.id} row={row} aim={costing.rates.margin_percent} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Products without a price come last. */
const margin = ({ costed: { sale } }: Row) => sale?.marginPercent ?? 1000

function RecipeRow({ row: { product, costed }, aim }: { row: Row; aim: number }) {
  const { cost, sale, suggested } = costed
  return (
    <tr className="max-md:grid max-md:grid-cols-2 max-md:gap-x-6 max-md:px-4 max-md:py-3.5">
      <th scope="row" className="px-5 py-3 font-semibold max-md:col-span-2 max-md:px-0 max-md:pt-0 max-md:pb-1">
        <Link to={`/seller/products/${product.id}/recipe`} className="wrap-anywhere underline-offset-4 hover:underline">
          {product.name}
        </Link>
      </th>
      <Cell label="Cost">{formatPence(cost.totalPence)}</Cell>
      <Cell label="Your price">{sale ? formatPence(sale.pricePence) : 'None'}</Cell>
      <Cell label="Profit">{sale ? formatPence(sale.profitPence) : '–'}</Cell>
      <Cell label="Margin">{sale ? <MarginBadge sale={sale} aim={aim} /> : '–'}</Cell>
      <Cell label={`Price for ${aim}%`}>{suggested === null ? '–' : formatPence(suggested)}</Cell>
    </tr>
  )
}

function Cell({ label, children }: { label: string; children: ReactNode }) {
  return (
    <td className="px-4 py-3 text-right md:last:pr-5 max-md:flex max-md:items-center max-md:justify-between max-md:gap-2 max-md:px-0 max-md:py-0.5 max-md:last:col-span-2">
      <span aria-hidden="true" className="text-sm text-ink-soft md:hidden">
        {label}
      </span>
      <span>{children}</span>
    </td>
  )
}

const tones = { good: 'leaf', low: 'honey', loss: 'alarm' } as const

interface MarginBadgeProps {
  sale: PortionSale
  aim: number
  children?: ReactNode
}

export function MarginBadge({ sale, aim, children }: MarginBadgeProps) {
  return (
    <Badge tone={tones[marginState(sale, aim)]}>
      {percentText(sale.marginPercent ?? 0)}
      {children}
    </Badge>
  )
}
