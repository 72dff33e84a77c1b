/** What a person avoids, grouped as the page of the household lists it. */
import { avoidedNames } from '#domain/food/avoided-allergens'
import { dietLabel } from '#domain/food/diets'
import type { Person } from '#domain/food/household'

export const levelLabels = { traces: 'Not even traces of', contains: 'Not as an ingredient' } as const

export function personNeeds({ avoid_contains, avoid_traces, avoid_others, diets }: Person) {
  return [
    { label: levelLabels.traces, text: avoidedNames(avoid_traces).join(', ') },
    { label: levelLabels.contains, text: avoidedNames(avoid_contains).join(', ') },
    { label: 'Other foods', text: avoid_others.join(', ') },
    { label: 'Diet', text: diets.map((diet) => dietLabel(diet).toLowerCase()).join(', ') },
  ].filter(({ text }) => text !== '')
}
