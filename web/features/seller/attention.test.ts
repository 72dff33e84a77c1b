import { describe, expect, it } from 'vitest'
import { tasksOf } from './attention.tsx'

const nothing = {
  rooms_waiting: 0,
  reviews_unanswered: 0,
  products: 3,
  low_stock: 0,
  undeclared: 0,
  drafts: 0,
  schedules: 2,
  payment_provider: 'test',
  charges_enabled: true,
}
const texts = (changes: Partial<typeof nothing>) =>
  tasksOf({ slug: 'crumb' }, { ...nothing, ...changes }).map(({ text, to }) => [text, to])

describe('what waits for a seller', () => {
  it('is nothing when all is done', () => {
    expect(texts({})).toEqual([])
  })

  it('is told with the most pressing first, each leading to where it is dealt with', () => {
    const all = {
      undeclared: 1,
      charges_enabled: false,
      rooms_waiting: 2,
      low_stock: 1,
      reviews_unanswered: 3,
      drafts: 2,
    }
    expect(texts(all)).toEqual([
      ['1 product cannot be bought until its allergens are declared', '/seller/products'],
      ['Payments are not set up yet', '/seller/payment-settings'],
      ['2 conversations with unread messages', '/messages'],
      ['1 product low in stock', '/seller/products'],
      ['3 reviews without your reply', '/shop/crumb?tab=reviews'],
      ['2 drafts not published yet', '/seller/products'],
    ])
    expect(texts({ undeclared: 2 })[0]?.[0]).toBe('2 products cannot be bought until their allergens are declared')
  })
})
