import { describe, expect, it } from 'vitest'
import type { SellerOverview } from './overview.ts'
import { weekTiles } from './week-tiles.tsx'

const quiet: SellerOverview = {
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
  products: 0,
  low_stock: 0,
  running_out: [],
  undeclared: 0,
  drafts: 0,
  schedules: 0,
  charges_enabled: true,
  kitchen_reviewed_at: null,
  closures: [],
}
const texts = (changes: Partial<SellerOverview>) =>
  weekTiles({ ...quiet, ...changes }).map(({ value, more, to }) => [value, more, to])

describe('The week in figures', () => {
  it('has words for a new shop', () => {
    expect(texts({})).toEqual([
      ['0 orders', 'Nothing is due today', '/seller/orders/prep'],
      ['None yet', 'No orders due in the next 7 days', '/seller/orders'],
      ['0', 'No unread messages or enquiries', '/messages'],
      ['£0.00', 'No sales last week', '/seller/analytics?range=7d'],
    ])
  })

  it('names the next hand-over and compares the sales with the same time last week', () => {
    expect(
      texts({
        due_today: 2,
        ready_today: 1,
        due_this_week: 1,
        next_due: '2026-11-22T10:00:00',
        enquiries: 2,
        revenue: { thisWeekPence: 1250, orders: 1, lastWeekSoFarPence: 800, lastWeekPence: 2000 },
      }),
    ).toEqual([
      ['2 orders', '1 of 2 ready', '/seller/orders/prep'],
      ['Tomorrow, 10:00', '1 order in the next 7 days', '/seller/orders'],
      ['2', '2 enquiries', '/messages?tab=enquiries'],
      ['£12.50', '£8.00 by this time last week, £20.00 in all', '/seller/analytics?range=7d'],
    ])
    expect(texts({ unread_conversations: 1, enquiries: 1 })[2]).toEqual([
      '2',
      '1 conversation and 1 enquiry',
      '/messages',
    ])
  })
})
