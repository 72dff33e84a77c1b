/** The filter controls. Each choice takes effect at once and is stored in the URL. */

import { useId, useState } from 'react'
import { productCategories } from '#domain/catalogue/categories'
import {
  type AvoidableAllergen,
  avoidableAllergens,
  avoidableKinds,
  avoidsAllNuts,
  nutKeys,
  withAvoided,
} from '#domain/food/avoided-allergens'
import { shortPence, toPence } from '#domain/values/money'
import { useAvoiding } from '#features/discover/household'
import { Choice } from '#ui/choice'
import { Link } from '#ui/link'
import { type Range, RangeSlider } from '#ui/range-slider'
import { Select } from '#ui/select'
import { DateFilter } from './date-filter.tsx'
import { FilterGroup } from './filter-group.tsx'
import {
  fulfilmentLabels,
  kitchenLabel,
  type ListingFilters,
  priceRangeLabel,
  ratingFilterLabel,
} from './listing-filters.ts'

export interface FilterPanelProps {
  filters: ListingFilters
  onChange: (change: Partial<ListingFilters>) => void
  /** The end of the price slider, in pounds. */
  highestPrice: number
  /** Whether the panel includes the category. Other pages have another control for it. */
  withCategory: boolean
}

export function FilterPanel({ filters, onChange, highestPrice, withCategory }: FilterPanelProps) {
  return (
    <div className="divide-y divide-line *:py-5 *:first:pt-1 *:last:pb-2">
      {withCategory && <CategoryFilter filters={filters} onChange={onChange} />}
      <PriceFilter filters={filters} onChange={onChange} highestPrice={highestPrice} />
      <FulfilmentFilter filters={filters} onChange={onChange} />
      <DateFilter filters={filters} onChange={onChange} />
      <AllergenFilter filters={filters} onChange={onChange} />
      <RatingFilter filters={filters} onChange={onChange} />
    </div>
  )
}

type ControlProps = Pick<FilterPanelProps, 'filters' | 'onChange'>

const allCategories = ''

function CategoryFilter({ filters, onChange }: ControlProps) {
  const names: string[] = [...productCategories]
  if (filters.category !== null && !names.includes(filters.category)) names.unshift(filters.category)
  const options = names.map((name) => ({ value: name, label: name }))
  return (
    <Select
      label="Category"
      options={[{ value: allCategories, label: 'All categories' }, ...options]}
      value={filters.category ?? allCategories}
      onValueChange={(category) => onChange({ category: category === allCategories ? null : category })}
    />
  )
}

/** Holds the range while it is dragged. The URL changes on release. */
function PriceFilter({ filters, onChange, highestPrice }: ControlProps & { highestPrice: number }) {
  const low = Math.min(filters.min_price ?? 0, highestPrice)
  const high = Math.min(filters.max_price ?? highestPrice, highestPrice)
  const chosen = `${low} ${high} ${highestPrice}`
  const [{ range, forChoice }, setDrag] = useState<{ range: Range; forChoice: string }>({
    range: [low, high],
    forChoice: chosen,
  })
  if (forChoice !== chosen) setDrag({ range: [low, high], forChoice: chosen })
  return (
    <FilterGroup legend="Price">
      <p className="text-sm text-ink-soft tabular-nums">
        {priceRangeLabel({ ...filters, min_price: range[0], max_price: range[1] }, highestPrice)}
      </p>
      <RangeSlider
        thumbLabels={['Lowest price', 'Highest price']}
        min={0}
        max={highestPrice}
        value={range}
        onValueChange={(next) => setDrag({ range: next, forChoice: chosen })}
        onValueCommitted={([from, to]) =>
          onChange({ min_price: from > 0 ? from : null, max_price: to < highestPrice ? to : null })
        }
        format={(pounds) => shortPence(toPence(pounds))}
      />
    </FilterGroup>
  )
}

function FulfilmentFilter({ filters, onChange }: ControlProps) {
  const name = useId()
  return (
    <FilterGroup legend="Delivery or pickup">
      <div className="flex flex-wrap gap-2">
        {([null, 'delivery', 'pickup'] as const).map((by) => (
          <Choice
            key={by}
            look="chip"
            name={name}
            checked={filters.fulfilment === by}
            onChange={() => onChange({ fulfilment: by })}
          >
            {by === null ? 'Either' : fulfilmentLabels[by]}
          </Choice>
        ))}
      </div>
    </FilterGroup>
  )
}

function AllergenFilter({ filters: { avoid, kitchen }, onChange }: ControlProps) {
  const avoidsSomething = useAvoiding().length > 0
  const chips = (allergens: readonly AvoidableAllergen[]) =>
    allergens.map(({ key, label }) => (
      <Choice
        key={key}
        look="chip"
        type="checkbox"
        checked={avoid.includes(key)}
        onChange={({ target }) => onChange({ avoid: withAvoided(avoid, [key], target.checked) })}
      >
        {label}
      </Choice>
    ))
  return (
    <FilterGroup legend="Made without" hint="Only food whose seller declares it free from these, including traces.">
      <div className="flex flex-wrap gap-2">
        <Choice
          look="chip"
          type="checkbox"
          checked={avoidsAllNuts(avoid)}
          onChange={({ target }) => onChange({ avoid: withAvoided(avoid, nutKeys, target.checked) })}
        >
          Nuts
        </Choice>
        {chips(avoidableAllergens)}
      </div>
      <details className="mt-3" open={avoidableKinds.some(({ key }) => avoid.includes(key))}>
        <summary className="py-1.5 text-sm font-semibold text-ink-soft hover:text-ink">
          Specific cereals and nuts
        </summary>
        <div className="mt-2 flex flex-wrap gap-2">{chips(avoidableKinds)}</div>
      </details>
      {(avoidsSomething || kitchen) && (
        <Choice
          look="row"
          type="checkbox"
          checked={kitchen !== null}
          onChange={({ target }) => onChange({ kitchen: target.checked ? 'without' : null })}
          className="mt-2"
        >
          {kitchenLabel}, as their sellers state
        </Choice>
      )}
      <p className="mt-2 text-sm text-ink-soft">
        Always avoiding something?{' '}
        <Link to="/household" className="text-link">
          Save it for your household
        </Link>
      </p>
    </FilterGroup>
  )
}

function RatingFilter({ filters, onChange }: ControlProps) {
  const name = useId()
  return (
    <FilterGroup legend="Rating">
      <div className="flex flex-wrap gap-2">
        {[null, 3, 4, 5].map((rating) => (
          <Choice
            key={rating}
            look="chip"
            name={name}
            checked={filters.min_rating === rating}
            onChange={() => onChange({ min_rating: rating })}
          >
            {rating === null ? 'Any' : ratingFilterLabel(rating)}
          </Choice>
        ))}
      </div>
    </FilterGroup>
  )
}
