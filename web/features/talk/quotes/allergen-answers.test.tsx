import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { AllergenAnswers } from './allergen-answers.tsx'

const answers = [
  { allergen: 'nuts', answer: 'free', for: 'Mia' },
  { allergen: 'milk', answer: 'free' },
]
const shown = (made: Parameters<typeof AllergenAnswers>[0]['made']) =>
  renderToStaticMarkup(<AllergenAnswers answers={answers} {...(made && { made })} />).replace(/<[^>]+>/g, '|')

it('An answer is shown as agreed while the declaration agrees with it', () => {
  const free = { allergens: { nuts: 'free', milk: 'free' }, ingredients: null } as const
  for (const made of [undefined, [free]]) expect(shown(made)).toContain('Made free of tree nuts')
})

it('An answer that a changed declaration contradicts is not repeated, and the others are', () => {
  const text = shown([{ allergens: { nuts: 'contains', walnut: 'contains', milk: 'free' }, ingredients: null }])
  expect(text).not.toContain('Made free of tree nuts')
  expect(text).toContain('The declaration has changed, so the answer about tree nuts no longer applies')
  expect(text).toContain('Made free of milk')
})
