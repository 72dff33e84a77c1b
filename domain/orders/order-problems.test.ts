import { describe, expect, it } from 'vitest'
import { isAnswerable, problemStates, problemStatus } from './order-problems.ts'

describe('a problem with an order', () => {
  it('has a status for the buyer and for the seller in every state', () => {
    for (const state of problemStates)
      for (const reader of ['buyer', 'seller'] as const) expect(problemStatus(state, reader)).toMatch(/^\w.*[.?]$/)
  })

  it('can be answered until it is refunded, decided or closed', () => {
    const answerable = problemStates.filter((state) => isAnswerable({ state, answer: null }))
    expect(answerable).toEqual(['open', 'answered', 'escalated'])
    expect(isAnswerable({ state: 'answered', answer: 'declined' })).toBe(true)
    expect(isAnswerable({ state: 'answered', answer: 'refund' })).toBe(false)
  })
})
