import { expect, test } from 'vitest'
import { cancellingOf } from '#domain/orders/cancellation-terms'
import { termsText } from './cancellation-text.ts'

const terms = { hoursBefore: 48, refundPercent: 25 }
const afternoon = { fulfilment: 'pickup' as const, day: '2026-11-24', startTime: '13:00' }
const textAt = (time: string) => {
  const now = new Date(time)
  return termsText(cancellingOf(now, afternoon, terms), now)
}

test('a buyer reads when each part of the refund ends', () => {
  expect(textAt('2026-11-20T10:00:00Z')).toMatch(
    /^You can cancel for a full refund until .+ After that, 25% .+ 13:00\.$/,
  )
  expect(textAt('2026-11-24T12:59:59Z')).toMatch(/^It is too late for a free cancellation\. .+ until today at 13:00\.$/)
})

test('a window that has begun is not said to be cancellable until a past time', () => {
  expect(textAt('2026-11-24T13:00:00Z')).toBe('This time has already begun, so you cannot cancel.')
})
