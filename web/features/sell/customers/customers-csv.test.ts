import { expect, it } from 'vitest'
import { writeCustomers } from './customers-csv.ts'

it('Customers are written with their figures and tags, and cells cannot be formulas', () => {
  const csv = writeCustomers([
    {
      name: '=HYPERLINK("x")',
      orders: 2,
      spend: 24.5,
      last_order: '2026-11-20T23:30:00Z',
      next_order: '2026-11-28T09:00:00',
      tags: ['regular', 'office'],
    },
    { name: 'Bo', orders: 0, spend: 0, last_order: null, next_order: null, tags: [] },
  ])
  expect(csv).toContain('Name,Orders,Spend,Last order,Next order,Tags')
  expect(csv).toContain('2,24.50,2026-11-20,2026-11-28,"regular, office"')
  expect(csv).toContain('Bo,0,0.00,,,')
  expect(csv).not.toMatch(/^"?=HYPERLINK/m)
})
