import { describe, expect, it } from 'vitest'
import { earliestLine, hoursLine } from './card-day-text.ts'

const card = {
  available_for_delivery: true,
  available_for_pickup: true,
  delivery: [{ miles: 5, fee: 3 }],
  distance_miles: 2,
}
const wanted = { radiusMiles: 10 }
const days = { pickup_day: '2026-11-28', delivery_day: '2026-12-01' }

describe('the first day on a card', () => {
  it('is the earlier one of pickup and delivery', () => {
    expect(earliestLine(card, days, wanted)).toBe('Pick up from Sat 28 Nov')
    expect(earliestLine(card, { ...days, delivery_day: '2026-11-27' }, wanted)).toBe('Out for delivery from Fri 27 Nov')
    expect(earliestLine(card, { ...days, delivery_day: '2026-11-28' }, wanted)).toBe(
      'Pickup or delivery from Sat 28 Nov',
    )
  })

  it('is that of the chosen fulfilment', () => {
    expect(earliestLine(card, days, { ...wanted, fulfilment: 'delivery' })).toBe('Out for delivery from Tue 1 Dec')
    expect(earliestLine({ ...card, available_for_delivery: false }, days, { ...wanted, fulfilment: 'delivery' })).toBe(
      null,
    )
  })

  it('leaves out a delivery that does not reach the place, and a pickup beyond the radius', () => {
    const soon = { pickup_day: '2026-11-28', delivery_day: '2026-11-25' }
    expect(earliestLine({ ...card, distance_miles: 6 }, soon, wanted)).toBe('Pick up from Sat 28 Nov')
    expect(earliestLine({ ...card, distance_miles: 4 }, days, { radiusMiles: 3 })).toBe(
      'Out for delivery from Tue 1 Dec',
    )
    // Farther away it can still be picked up.
    expect(earliestLine({ ...card, distance_miles: 60 }, days, wanted)).toBe('Pick up from Sat 28 Nov')
    expect(earliestLine({ ...card, distance_miles: 60, available_for_pickup: false }, days, wanted)).toBe(null)
  })

  it('says when there is none', () => {
    expect(earliestLine(card, { pickup_day: null, delivery_day: null }, wanted)).toBe('No free day at the moment')
    expect(earliestLine(card, undefined, wanted)).toBe('No free day at the moment')
  })
})

describe('the hours of a day on a card', () => {
  const hours = (fulfilment: string, start: string | null, end: string | null, is_posted = false) => ({
    fulfilment,
    start_time: start && `${start}:00`,
    end_time: end && `${end}:00`,
    is_posted,
  })
  const morning = hours('pickup', '09:00', '12:00')
  const afternoon = hours('pickup', '13:00', '17:30')
  const on = { ...wanted, day: '2026-11-28' }

  it('are those of the fulfilments that reach the shopper', () => {
    expect(hoursLine(card, [morning, afternoon], on)).toBe('Sat: pick up 9:00–12:00, 13:00–17:30')
    expect(hoursLine(card, [morning, hours('delivery', '10:00', '11:00')], on)).toBe(
      'Sat: pick up 9:00–12:00; delivery 10:00–11:00',
    )
    expect(hoursLine(card, [morning], { ...on, fulfilment: 'delivery' })).toBe(null)
  })

  it('say how a delivery without hours comes', () => {
    expect(hoursLine(card, [hours('delivery', '00:00', '23:59', true)], on)).toBe('Sat: delivery sent that day')
    expect(hoursLine(card, [{ ...hours('delivery', null, null) }], on)).toBe('Sat: delivery sent by then')
  })
})
