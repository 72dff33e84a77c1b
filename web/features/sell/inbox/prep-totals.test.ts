import { expect, it } from 'vitest'
import { fullDeclaration } from '#domain/food/choice-allergens'
import { prepTotals } from './prep-totals.ts'

const bun = { product_id: 'b', name: 'Bun', variation: null, choices_text: null, allergens: null, ingredients: null }
const cake = {
  product_id: 'c',
  name: 'Cake',
  variation: 'Large',
  choices_text: null,
  allergens: null,
  ingredients: null,
}

it('a prep sheet sums a day by product and variation, and separates finished items', () => {
  const totals = prepTotals([
    {
      status: 'processing',
      items: [
        { ...cake, quantity: 1 },
        { ...bun, quantity: 6 },
      ],
    },
    { status: 'ready', items: [{ ...bun, quantity: 2 }] },
    {
      status: 'processing',
      items: [
        { ...bun, quantity: 4 },
        { ...cake, variation: 'Small', choices_text: 'Topping: Walnut', quantity: 2 },
      ],
    },
    // One product twice in an order, as with another personalisation.
    {
      status: 'delivered',
      items: [
        { ...cake, quantity: 1 },
        { ...cake, quantity: 1 },
      ],
    },
  ])
  expect(totals.map(({ name, variation, toMake, made }) => [name, variation, toMake, made])).toEqual([
    ['Bun', null, 10, 2],
    ['Cake', 'Large', 1, 2],
    ['Cake', 'Small; Topping: Walnut', 2, 0],
  ])
  expect(prepTotals([])).toEqual([])
})

it('a prep sheet separates lines of the seller’s own that declare different allergens', () => {
  const line = { ...bun, product_id: null, name: 'Tray bake', quantity: 1 }
  const free = fullDeclaration({})
  const totals = prepTotals([
    { status: 'processing', items: [{ ...line, allergens: free }] },
    { status: 'processing', items: [{ ...line, allergens: fullDeclaration({ walnut: 'contains' }) }] },
    { status: 'processing', items: [{ ...line, allergens: free }] },
  ])
  expect(totals.map(({ name, declared, toMake }) => [name, declared, toMake])).toEqual([
    ['Tray bake', 'Contains none of the 14 allergens.', 2],
    ['Tray bake', 'Contains walnut.', 1],
  ])
})

it('a prep sheet counts orders with agreed allergens apart from others of the same product', () => {
  const order = { status: 'processing', items: [{ ...cake, quantity: 1, allergens: { nuts: 'free' } }] }
  const nutFree = { ...order, allergen_answers: [{ allergen: 'nuts', answer: 'free' }] }
  expect(prepTotals([nutFree, order, nutFree]).map(({ agreed, toMake }) => [agreed, toMake])).toEqual([
    [[], 1],
    [['Made free of tree nuts'], 2],
  ])
})

it('a prep sheet does not repeat an answer that a changed declaration contradicts', () => {
  const answers = [
    { allergen: 'nuts', answer: 'free' },
    { allergen: 'milk', answer: 'free' },
    { other: 'kiwi', answer: 'free' },
  ]
  const declared = {
    allergens: { nuts: 'contains', walnut: 'contains', milk: 'free' },
    ingredients: 'Flour, walnuts, kiwi',
  }
  const order = { status: 'processing', items: [{ ...cake, quantity: 1, ...declared }], allergen_answers: answers }
  expect(prepTotals([order]).map(({ agreed }) => agreed)).toEqual([
    [
      'The declaration has changed, so the answer about tree nuts no longer applies',
      'Made free of milk',
      'The declaration has changed, so the answer about kiwi no longer applies',
    ],
  ])
})
