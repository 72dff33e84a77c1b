import { expect, it } from 'vitest'
import { prepTotals } from './prep-sheet.ts'

const bun = { product_id: 'b', name: 'Bun', variation: null }
const cake = { product_id: 'c', name: 'Cake', variation: 'Large' }

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
        { ...cake, variation: 'Small', quantity: 2 },
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
    ['Cake', 'Small', 2, 0],
  ])
  expect(prepTotals([])).toEqual([])
})
