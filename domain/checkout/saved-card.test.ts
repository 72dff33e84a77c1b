import { expect, it } from 'vitest'
import { cardName, expiryText, isExpired } from './saved-card.ts'

it('A card is valid to the end of its last month in London', () => {
  const card = { exp_month: 6, exp_year: 2027 }
  expect(isExpired(card, new Date('2027-06-30T22:59:00Z'))).toBe(false)
  expect(isExpired(card, new Date('2027-06-30T23:00:00Z'))).toBe(true)
  expect(isExpired(card, new Date('2026-12-01T00:00:00Z'))).toBe(false)
  expect(isExpired(card, new Date('2028-01-01T00:00:00Z'))).toBe(true)
})

it('A card is named by its brand and last digits', () => {
  expect(cardName({ brand: 'mastercard', last4: '0004' })).toBe('Mastercard ···· 0004')
  expect(cardName({ brand: 'eftpos_au', last4: '1234' })).toBe('Card ···· 1234')
  expect(expiryText({ exp_month: 3, exp_year: 2030 })).toBe('03/30')
})
