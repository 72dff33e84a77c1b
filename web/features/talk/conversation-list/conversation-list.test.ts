import { describe, expect, it } from 'vitest'
import { ageLabel, conversationTitle, lastLine, quoteLabel, unreadLabel } from './conversation-list.tsx'
import type { Conversation } from './conversations.ts'

const conversation: Conversation = {
  id: 'r',
  buyer_id: 'b',
  seller_id: 's',
  price_quote: null,
  is_paid: false,
  quote_lines: null,
  quote_note: null,
  quote_deposit: null,
  quote_balance_due_on: null,
  brief: null,
  wanted_on: null,
  quote_expires_at: null,
  updated_at: '2026-11-21T10:00:00+00:00',
  product: null,
  enquiry: null,
  other: { id: 's', name: 'Ann’s Cakes', avatarUrl: null },
  last: null,
  unread: 0,
  brief_version: 0,
  allergen_answers: null,
  quote_declaration: null,
  quoted_food: null,
  quote_version: 0,
}

describe('a conversation in the list', () => {
  it('shows the quoted price or that it is awaited', () => {
    expect(quoteLabel(conversation)).toBe('Awaiting price quote')
    expect(quoteLabel({ ...conversation, price_quote: 34.5 })).toBe('Price quoted: £34.50')
  })

  it('is named after its product, even if that is no longer on sale', () => {
    expect(conversationTitle({ ...conversation, product: { id: 'p', name: 'Cake', image: null } })).toBe('Cake')
    expect(conversationTitle(conversation)).toBe('A product no longer on sale')
  })

  it('that began with an enquiry is named after its subject and awaits no price', () => {
    expect(conversationTitle({ ...conversation, enquiry: 'Nut free?' })).toBe('Nut free?')
    expect(quoteLabel({ ...conversation, enquiry: 'Nut free?' })).toBe('Enquiry')
  })

  it('shows the last message and its sender, also for pictures and without messages', () => {
    const last = {
      content: 'Two\ntiers',
      type: 'message',
      isMine: false,
      hasPicture: false,
      at: conversation.updated_at,
    }
    expect(lastLine(conversation)).toBe('No messages yet')
    expect(lastLine({ ...conversation, last })).toBe('Two tiers')
    expect(lastLine({ ...conversation, last: { ...last, isMine: true } })).toBe('You: Two tiers')
    expect(lastLine({ ...conversation, last: { ...last, isMine: true, type: 'system' } })).toBe('Two tiers')
    expect(lastLine({ ...conversation, last: { ...last, content: '', hasPicture: true } })).toBe('Picture')
  })

  it('counts unread messages to 99, and shows a time, a weekday or a date', () => {
    expect([1, 99, 100].map(unreadLabel)).toEqual(['1', '99', '99+'])
    const now = new Date('2026-07-21T10:00:00Z')
    expect(ageLabel('2026-07-21T08:05:00+00:00', now)).toBe('09:05')
    expect(ageLabel('2026-07-20T22:59:00+00:00', now)).toBe('Yesterday')
    expect(ageLabel('2026-07-17T08:05:00+00:00', now)).toBe('Fri')
    expect(ageLabel('2026-07-01T08:05:00+00:00', now)).toBe('1 Jul')
    expect(ageLabel('2025-07-01T08:05:00+00:00', now)).toBe('1 Jul 2025')
  })
})
