import { expect, it } from 'vitest'
import { householdForm, householdFormOf, personOf } from './household-form.ts'

const given = { ...householdFormOf(undefined), name: 'My daughter', agrees: true }
const errorsOf = (form: object) =>
  householdForm.safeParse({ ...given, ...form }).error?.issues.map(({ path }) => path[0])

it('reads other foods from a list with commas, each once', () => {
  const form = householdForm.parse({ ...given, others: ' kiwi, passion fruit;kiwi,, ', avoid_traces: ['nuts'] })
  expect(personOf('1', form)).toMatchObject({ avoid_others: ['kiwi', 'passion fruit'], avoid_traces: ['nuts'] })
})

it('avoids allergens that are typed among other foods as such, traces included', () => {
  const form = householdForm.parse({
    ...given,
    others: 'salmon, kiwi, cashew nuts, cow’s milk',
    avoid_contains: ['milk'],
  })
  expect(personOf('1', form)).toMatchObject({
    avoid_contains: ['milk'],
    avoid_traces: ['fish', 'cashew'],
    avoid_others: ['kiwi'],
  })
  const nuts = householdForm.parse({ ...given, others: 'nuts' })
  expect(personOf('1', nuts)).toMatchObject({ avoid_traces: ['nuts', 'peanuts'], avoid_others: [] })
})

it('needs a name, something to avoid and the consent', () => {
  expect(errorsOf({ avoid_traces: ['nuts'], name: '\u200b ' })).toEqual(['name'])
  expect(errorsOf({})).toEqual(['others'])
  expect(errorsOf({ diets: ['vegan'], agrees: false })).toEqual(['agrees'])
  expect(errorsOf({ diets: ['vegan'] })).toBeUndefined()
})

it('accepts what the database accepts', () => {
  expect(errorsOf({ name: 'x'.repeat(41), diets: ['vegan'] })).toEqual(['name'])
  expect(errorsOf({ others: 'x'.repeat(41) })).toEqual(['others'])
  expect(errorsOf({ others: Array.from({ length: 51 }, (_, n) => `food ${n}`).join() })).toEqual(['others'])
  expect(errorsOf({ avoid_traces: ['gravel'] })).toEqual(['avoid_traces'])
})

it('shows a person as they were saved, with their consent', () => {
  const person = personOf('1', householdForm.parse({ ...given, others: 'kiwi, fig', avoid_contains: ['milk'] }))
  expect(personOf('1', householdForm.parse(householdFormOf(person)))).toEqual(person)
})
