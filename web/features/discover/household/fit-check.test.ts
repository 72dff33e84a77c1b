import { expect, it } from 'vitest'
import { allergens } from '#domain/food/allergens'
import type { Household } from '#domain/food/household'
import { askForUnsuitable, fitQuestion, type WantedFood } from './fit-check.ts'

const free = Object.fromEntries(allergens.map(({ key }) => [key, 'free']))
const household: Household = [
  {
    id: '00000000-0000-4000-8000-000000000001',
    name: 'Mia',
    avoid_contains: [],
    avoid_traces: ['nuts', 'sesame'],
    avoid_others: [],
    diets: [],
  },
]
const bun = (added: object): WantedFood => ({
  id: 'bun',
  name: 'Bun',
  food: { allergens: { ...free, ...added }, diets: [], kitchen: null, texts: [] },
})
const withSesame = bun({ sesame: 'contains' })
const withWalnut = bun({ sesame: 'contains', nuts: 'contains', walnut: 'contains' })

/** Accepts a question. @returns what was asked */
async function add(...wanted: readonly WantedFood[]): Promise<string[]> {
  const asked: string[] = []
  const end = fitQuestion.subscribe(() => {
    const question = fitQuestion.current()
    if (!question) return
    asked.push(...question.products.flatMap(({ sentences }) => sentences))
    question.decide('all')
  })
  await askForUnsuitable(household, wanted)
  end()
  return asked
}

it('A product is asked about once, and again with an option that adds another allergen', async () => {
  expect(await add(withSesame)).toEqual(['This contains sesame. Mia avoids sesame.'])
  expect(await add(withSesame)).toEqual([])
  expect(await add(withWalnut)).toContain('This contains walnut. Mia avoids tree nuts.')
  expect(await add(withWalnut)).toEqual([])
})

it('Two options of a product that are added together are both asked about', async () => {
  const other = { ...withSesame, id: 'other' }
  expect(await add(other, { ...withWalnut, id: 'other' })).toHaveLength(3)
})

it('What a shared kitchen handles is asked each time', async () => {
  const shared = { ...bun({}), id: 'shared' }
  const wanted = { ...shared, food: { ...shared.food, kitchen: { handles: { sesame: true }, shares_equipment: true } } }
  const question =
    'This is made in a kitchen that handles sesame, with shared equipment. Mia avoids even traces of sesame.'
  expect(await add(wanted)).toEqual([question])
  expect(await add(wanted)).toEqual([question])
})
