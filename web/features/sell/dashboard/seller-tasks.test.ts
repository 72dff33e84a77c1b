import { describe, expect, it } from 'vitest'
import { sellerTasks } from './seller-tasks.tsx'

const now = new Date('2026-11-21T12:00:00Z')
const nothing = {
  today: '2026-11-21',
  late: 0,
  due_today: 0,
  ready_today: 0,
  due_this_week: 0,
  open: 0,
  next_due: null,
  orders: [],
  revenue: { thisWeekPence: 0, orders: 0, lastWeekSoFarPence: 0, lastWeekPence: 0 },
  unread_conversations: 0,
  enquiries: 0,
  problems: 0,
  reviews_unanswered: 0,
  products: 3,
  low_stock: 0,
  running_out: [],
  undeclared: 0,
  drafts: 0,
  schedules: 2,
  charges_enabled: true,
  kitchen_reviewed_at: '2026-11-03T12:00:00Z',
  closures: [],
}
const texts = (changes: Partial<typeof nothing>) =>
  sellerTasks({ slug: 'crumb' }, { ...nothing, ...changes }, now).map(({ text, to }) => [text, to])

describe('The tasks of a seller', () => {
  it('are empty when everything is done', () => {
    expect(texts({})).toEqual([])
  })

  it('begin with the urgent ones, and each links to its page', () => {
    const all = {
      late: 1,
      problems: 2,
      undeclared: 1,
      charges_enabled: false,
      unread_conversations: 2,
      enquiries: 1,
      reviews_unanswered: 3,
      drafts: 2,
      kitchen_reviewed_at: '2026-05-03T12:00:00Z',
    }
    expect(texts(all)).toEqual([
      ['1 order not handed over on its day', '/seller/orders?day=late'],
      ['2 problems reported by buyers, to answer', '/seller/orders?status=all'],
      ['1 product cannot be bought until its allergens are declared', '/seller/products'],
      ['Payments are not set up yet', '/seller/payment-settings'],
      ['Kitchen facts last reviewed on 3 May 2026: please check them', '/seller/kitchen'],
      ['2 conversations with unread messages', '/messages'],
      ['1 unread enquiry', '/messages?tab=enquiries'],
      ['3 reviews to reply to', '/shop/crumb?tab=reviews'],
      ['2 drafts to publish', '/seller/products'],
    ])
    expect(texts({ undeclared: 2 })[0]?.[0]).toBe('2 products cannot be bought until their allergens are declared')
  })
})
