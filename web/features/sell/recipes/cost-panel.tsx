/** What a portion costs, what is left of its present price, and the price for the margin that the shop aims for. */
import type { ReactNode } from 'react'
import { formatPence } from '#domain/values/money'
import { useApp } from '#platform/app-context.ts'
import { Card } from '#ui/card'
import { Link } from '#ui/link'
import { RatesLine } from './rates-line.tsx'
import { marginState, type PortionSale } from './recipe-costs.ts'
import { chargesOf, costed, percentText } from './recipe-figures.ts'
import type { RecipeRecord } from './recipe-forms.ts'
import { MarginBadge } from './recipe-table.tsx'
import type { Costing, RecipeProduct } from './recipes.ts'

interface CostPanelProps {
  /** As it is entered. Null while it says not how many a batch makes. */
  recipe: RecipeRecord | null
  product: RecipeProduct
  costing: Costing
}

export function CostPanel({ recipe, product, costing }: CostPanelProps) {
  const { feePercent = 0 } = useApp().config
  const { rates } = costing
  if (recipe === null)
    return (
      <Card>
        <h2 className="text-xl">Cost of one</h2>
        <p className="mt-2 text-pretty text-ink-soft">
          Enter how many a batch makes, and you see here what one costs and what profit its price leaves.
        </p>
        <RatesLine rates={rates} className="mt-4 border-t border-line pt-4 text-sm text-pretty text-ink-soft" />
      </Card>
    )
  const { cost, sale, suggested } = costed(recipe, product, costing, feePercent)
  const { vatRate } = chargesOf(product, costing, feePercent)
  return (
    <Card>
      <section aria-label="Cost of one">
        <h2 className="text-xl">Cost of one</h2>
        <dl className="mt-3 space-y-1 tabular-nums">
          <Row label="Ingredients">{formatPence(cost.ingredientsPence)}</Row>
          <Row label="Work">{formatPence(cost.workPence)}</Row>
          <Row label="Other costs">{formatPence(cost.otherPence)}</Row>
          <Row label="Cost" isTotal>
            {formatPence(cost.totalPence)}
          </Row>
        </dl>
        {sale ? (
          <PresentPrice
            sale={sale}
            aim={rates.margin_percent}
            feePercent={feePercent}
            vatRate={vatRate}
            product={product}
          />
        ) : (
          <p className="mt-5 text-pretty text-ink-soft">
            {product.product_type === 'bespoke'
              ? 'You quote a price for each order. With a minimum price, you see its margin here.'
              : 'This product has no price yet.'}
          </p>
        )}
        {suggested !== null && (
          <div className="mt-5 rounded-control bg-paper-deep p-4">
            <p className="text-sm text-ink-soft">Price for a margin of {rates.margin_percent}%</p>
            <p className="mt-0.5 flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="text-2xl font-semibold tabular-nums">{formatPence(suggested)}</span>
              <Link to={`/seller/products/${product.id}/edit`} className="text-link text-sm">
                Change the price
              </Link>
            </p>
          </div>
        )}
        {suggested === null && cost.totalPence > 0 && (
          <p className="mt-5 text-pretty text-ink-soft">
            No price leaves a margin of {rates.margin_percent}%. Please aim for a lower one.
          </p>
        )}
      </section>
      <RatesLine rates={rates} className="mt-5 border-t border-line pt-4 text-sm text-pretty text-ink-soft" />
    </Card>
  )
}

interface PresentPriceProps {
  sale: PortionSale
  aim: number
  feePercent: number
  vatRate: number | null
  product: RecipeProduct
}

function PresentPrice({ sale, aim, feePercent, vatRate, product }: PresentPriceProps) {
  const state = marginState(sale, aim)
  return (
    <>
      <dl className="mt-5 space-y-1 tabular-nums">
        <Row label={product.product_type === 'bespoke' ? 'Your minimum price' : 'Your price'}>
          {formatPence(sale.pricePence)}
        </Row>
        {vatRate !== null && <Row label={`VAT (${vatRate}%)`}>{formatPence(-sale.vatPence)}</Row>}
        <Row label={`Our fee (${percentText(feePercent)})`}>{formatPence(-sale.feePence)}</Row>
        <Row label="Cost">{formatPence(-sale.costPence)}</Row>
        <Row label="Profit" isTotal>
          {formatPence(sale.profitPence)}
        </Row>
      </dl>
      <p className="mt-3 flex flex-wrap items-center gap-2 text-sm">
        <MarginBadge sale={sale} aim={aim}>
          {' margin'}
        </MarginBadge>
        {state === 'good'
          ? `At least your ${aim}%.`
          : state === 'low'
            ? `Below your ${aim}%.`
            : 'You lose money on each.'}
      </p>
    </>
  )
}

function Row({ label, isTotal = false, children }: { label: string; isTotal?: boolean; children: ReactNode }) {
  return (
    <div
      className={
        isTotal ? 'flex justify-between gap-4 border-t border-line pt-1 font-semibold' : 'flex justify-between gap-4'
      }
    >
      <dt className={isTotal ? undefined : 'text-ink-soft'}>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
