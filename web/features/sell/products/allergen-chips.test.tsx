import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { AddedAllergens } from '#domain/food/choice-allergens'
import { AllergenChips } from './allergen-chips.tsx'

const hints = { contains: 'Its recipe', may_contain: 'Its kitchen' }
const chips = (value: AddedAllergens) => {
  const html = renderToStaticMarkup(<AllergenChips value={value} onChange={() => {}} hints={hints} />)
  const inputs = [...html.matchAll(/<input[^>]*>/g)].map(([input]) => input.includes('checked'))
  return { html, chosen: inputs.filter(Boolean).length }
}

it('Nuts that a file states without a kind are shown as chosen, so that another choice does not drop them', () => {
  const { html, chosen } = chips({ nuts: 'contains', milk: 'may_contain' })
  expect(chosen).toBe(2)
  expect(html).toContain('Tree nuts')
})

it('Nuts are otherwise named one by one', () => {
  const { html, chosen } = chips({ walnut: 'contains' })
  expect(chosen).toBe(1)
  expect(html).not.toContain('Tree nuts')
})
