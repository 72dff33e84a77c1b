import { expect, it } from 'vitest'
import { type Pickup, pickupCalendar, pickupCalendarName } from './pickup-calendar.ts'

const pickup: Pickup = {
  orderId: '1a2b3c4d-0000-4000-8000-000000000001',
  number: 'HC-1042',
  shopName: 'Crumb & Co, York',
  date: '2026-07-04',
  start: '09:30:00',
  end: '11:00',
  place: {
    address_line1: '12 Mill Lane',
    address_line2: null,
    city: 'York',
    postal_code: 'YO1 7HH',
    instructions: 'Ring twice; mind the cat.',
  },
  items: ['2 × Carrot cake', '1 × Sourdough'],
  url: 'https://tuckbox.test/order/1a2b3c4d-0000-4000-8000-000000000001',
  now: new Date('2026-07-01T08:00:30.123Z'),
}
const linesOf = (file: string) => file.replaceAll('\r\n ', '').split('\r\n')

it('a pickup event has London local time, in summer too', () => {
  const lines = linesOf(pickupCalendar(pickup))
  expect(lines).toContain('DTSTART;TZID=Europe/London:20260704T093000')
  expect(lines).toContain('DTEND;TZID=Europe/London:20260704T110000')
  expect(lines).toContain('DTSTAMP:20260701T080030Z')
  expect(lines.filter((line) => /^(BEGIN|END):/.test(line))).toEqual([
    'BEGIN:VCALENDAR',
    'BEGIN:VTIMEZONE',
    'BEGIN:DAYLIGHT',
    'END:DAYLIGHT',
    'BEGIN:STANDARD',
    'END:STANDARD',
    'END:VTIMEZONE',
    'BEGIN:VEVENT',
    'BEGIN:VALARM',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ])
})

it('a pickup event has place, items and a link to the order', () => {
  const lines = linesOf(pickupCalendar(pickup))
  expect(lines).toContain('SUMMARY:Pick up your order from Crumb & Co\\, York')
  expect(lines).toContain('LOCATION:12 Mill Lane\\, York\\, YO1 7HH')
  expect(lines).toContain(
    'DESCRIPTION:Order HC-1042\\n2 × Carrot cake\\n1 × Sourdough\\nRing twice\\; mind the cat.\\n' +
      'https://tuckbox.test/order/1a2b3c4d-0000-4000-8000-000000000001',
  )
  expect(lines).toContain('URL:https://tuckbox.test/order/1a2b3c4d-0000-4000-8000-000000000001')
})

it('a delivery is an event of its own', () => {
  const lines = linesOf(pickupCalendar({ ...pickup, fulfilment: 'delivery', place: null }))
  expect(lines).toContain('SUMMARY:Delivery from Crumb & Co\\, York')
  expect(lines).not.toContain('LOCATION:12 Mill Lane\\, York\\, YO1 7HH')
})

it('a pickup event keeps its identity over downloads, and omits an unknown place', () => {
  const uid = (file: string) => linesOf(file).find((line) => line.startsWith('UID:'))
  const later = pickupCalendar({ ...pickup, place: null, now: new Date('2026-07-03T08:00:00Z') })
  expect(uid(later)).toBe(uid(pickupCalendar(pickup)))
  expect(uid(later)).toBe('UID:order-1a2b3c4d-0000-4000-8000-000000000001@tuckbox')
  expect(later).not.toContain('LOCATION')
  expect(pickupCalendarName(pickup.orderId)).toBe('tuckbox-pickup-1a2b3c4d.ics')
})
