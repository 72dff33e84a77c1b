import { expect, it } from 'vitest'
import type { AllergenDeclaration } from '#domain/food/allergens'
import { isUnanswered, type NamedChoice, questionsOfChoice, questionsOfProduct } from './choice-mentions.ts'

const open = (choice: NamedChoice, declared: AllergenDeclaration | null) =>
  questionsOfChoice(choice, declared)
    .filter(isUnanswered)
    .map(({ word }) => word)

it('A choice whose name or ingredients mention an allergen asks until its seller has answered about each', () => {
  const walnuts = { name: 'Add Walnuts', ingredients: 'walnuts, cream', allergens: {} }
  expect(open(walnuts, null)).toEqual(['walnuts', 'cream'])
  expect(open(walnuts, { nuts: 'free', milk: 'contains' })).toEqual(['walnuts'])
  for (const answer of ['contains', 'may_contain', 'free'])
    expect(open({ ...walnuts, allergens: { walnut: answer } }, { milk: 'contains' })).toEqual([])
  expect(open({ ...walnuts, allergens: { nuts: 'contains' } }, { milk: 'contains' })).toEqual(['walnuts'])
  expect(open({ ...walnuts, allergens: { milk: 'removed' } }, { milk: 'contains' })).toEqual(['walnuts'])
  expect(open({ name: 'Nut mix', allergens: { cashew: 'contains' } }, null)).toEqual([])
  expect(open(walnuts, { nuts: 'contains', walnut: 'contains', milk: 'contains' })).toEqual([])
  expect(open({ name: '8 inch, serves 14' }, null)).toEqual([])
})

it('A product asks about ingredients that its declaration contradicts, and not before it declares', () => {
  const about = (declared: AllergenDeclaration | null, answers: Parameters<typeof questionsOfProduct>[2] = []) =>
    questionsOfProduct('Flour, butter', declared, answers).map(({ key, answer }) => [key, answer])
  expect(about(null)).toEqual([])
  expect(about({ milk: 'contains', gluten: 'contains', wheat: 'contains' })).toEqual([])
  expect(about({ milk: 'free', gluten: 'contains' })).toEqual([
    ['wheat', null],
    ['milk', null],
  ])
  expect(about({ milk: 'may_contain' }, ['milk'])).toEqual([['milk', 'free']])
})
