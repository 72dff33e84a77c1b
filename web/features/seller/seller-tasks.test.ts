import { describe, expect, it } from 'vitest'
import { sellerTasks } from './seller-tasks.tsx'

const nothing = {
  unread_conversations: 0,
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
  sellerTasks({ slug: 'crumb' }, { ...nothing, ...changes }).map(({ text, to }) => [text, to])

describe('The tasks of a seller', () => {
  it('are empty when everything is done', () => {
    expect(texts({})).toEqual([])
  })

  it('begin with the urgent ones, and each links to its page', () => {
    const all = {
      undeclared: 1,
      charges_enabled: false,
      unread_conversations: 2,
      low_stock: 1,
      reviews_unanswered: 3,
      drafts: 2,
    }
    expect(texts(all)).toEqual([
      ['1 product cannot be bought until its allergens are declared', '/seller/products'],
      ['Payments are not set up yet', '/seller/payment-settings'],
      ['2 conversations with unread messages', '/messages'],
      ['1 product low in stock', '/seller/products'],
      ['3 reviews to reply to', '/shop/crumb?tab=reviews'],
      ['2 drafts to publish', '/seller/products'],
    ])
    expect(texts({ undeclared: 2 })[0]?.[0]).toBe('2 products cannot be bought until their allergens are declared')
  })
})
