import { describe, expect, it } from 'vitest'
import type { ChatMessage } from './chat-message.ts'
import { messageDayLabel, placementOf } from './message-days.ts'

const at = (created_at: string, more: Partial<ChatMessage> = {}): ChatMessage => ({
  id: created_at,
  sender_id: 'a',
  content: 'Hello',
  type: 'message',
  picture: null,
  read_at: null,
  created_at,
  ...more,
})

describe('messages in a conversation', () => {
  it('start a new day at midnight in London, also in summer', () => {
    const evening = at('2026-07-20T22:59:00+00:00')
    const midnight = at('2026-07-20T23:00:00+00:00')
    expect(placementOf(evening, undefined, midnight)).toEqual({ newDay: '2026-07-20', isGrouped: false, time: '23:59' })
    expect(placementOf(midnight, evening, undefined)).toEqual({ newDay: '2026-07-21', isGrouped: false, time: '00:00' })
  })

  it('are grouped with those of the same sender less than five minutes before', () => {
    const first = at('2026-07-20T10:00:00+00:00')
    const soon = at('2026-07-20T10:04:59+00:00')
    expect(placementOf(first, undefined, soon).time).toBeNull()
    expect(placementOf(soon, first, undefined)).toEqual({ newDay: null, isGrouped: true, time: '11:04' })
    for (const other of [at('2026-07-20T10:05:00+00:00'), { ...soon, sender_id: 'b' }, { ...soon, type: 'system' }])
      expect(placementOf(other, first, undefined).isGrouped).toBe(false)
  })

  it('have a readable date heading', () => {
    const label = (date: string) => messageDayLabel(date, '2026-01-01')
    expect(['2026-01-01', '2025-12-31', '2025-12-30', '2026-02-03'].map(label)).toEqual([
      'Today',
      'Yesterday',
      '30 December 2025',
      'Tuesday 3 February',
    ])
  })
})
