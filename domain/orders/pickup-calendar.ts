/** The calendar file of a pickup or delivery, an event in London local time. */
import { type CalendarLine, textLine, writeCalendar } from '../values/icalendar.ts'
import { shortOrderId } from './order-state.ts'

/** The pickup place, as an order stores it. */
interface PickupPlace {
  readonly address_line1: string
  readonly address_line2?: string | null | undefined
  readonly city: string
  readonly postal_code: string
  readonly instructions?: string | null | undefined
}

export interface Pickup {
  /** A pickup unless given. */
  readonly fulfilment?: 'pickup' | 'delivery'
  readonly orderId: string
  /** 'HC-1042' */
  readonly number: string
  readonly shopName: string
  /** 'YYYY-MM-DD' */
  readonly date: string
  /** 'HH:MM' or 'HH:MM:SS' */
  readonly start: string
  readonly end: string
  /** Null if the shop has none, or while it is hidden. */
  readonly place: PickupPlace | null
  /** The approximate place while the address is hidden: 'Leeds LS1'. */
  readonly area?: string | null
  /** The items, one a line: '2 × Carrot cake'. */
  readonly items: readonly string[]
  /** The order's page, absolute. */
  readonly url: string
  /** When the file is written. */
  readonly now: Date
}

/** The UID derives from the order, so copies from the page and from an email are one event. */
export function pickupCalendar(pickup: Pickup): string {
  const { orderId, shopName, date, start, end, place, area, url, now, fulfilment } = pickup
  const summary = fulfilment === 'delivery' ? `Delivery from ${shopName}` : `Pick up your order from ${shopName}`
  return writeCalendar([
    line('BEGIN', 'VCALENDAR'),
    line('VERSION', '2.0'),
    line('PRODID', '-//Tuckbox//Pickup//EN'),
    line('CALSCALE', 'GREGORIAN'),
    line('METHOD', 'PUBLISH'),
    ...london,
    line('BEGIN', 'VEVENT'),
    textLine('UID', `order-${orderId}@tuckbox`),
    line('DTSTAMP', `${now.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`),
    line('DTSTART;TZID=Europe/London', wallTime(date, start)),
    line('DTEND;TZID=Europe/London', wallTime(date, end)),
    textLine('SUMMARY', summary),
    ...(place ? [textLine('LOCATION', pickupAddress(place))] : area ? [textLine('LOCATION', area)] : []),
    textLine('DESCRIPTION', description(pickup)),
    line('URL', new URL(url).href),
    line('STATUS', 'CONFIRMED'),
    line('BEGIN', 'VALARM'),
    line('ACTION', 'DISPLAY'),
    textLine('DESCRIPTION', summary),
    line('TRIGGER', '-PT1H'),
    line('END', 'VALARM'),
    line('END', 'VEVENT'),
    line('END', 'VCALENDAR'),
  ])
}

/** 'tuckbox-pickup-1a2b3c4d.ics' */
export function pickupCalendarName(orderId: string): string {
  return `tuckbox-pickup-${shortOrderId(orderId)}.ics`
}

/** In one line: '12 Mill Lane, York, YO1 7HH'. */
function pickupAddress({ address_line1, address_line2, city, postal_code }: PickupPlace): string {
  return [address_line1, address_line2, city, postal_code].filter(Boolean).join(', ')
}

function description({ number, items, place, url }: Pickup): string {
  return [`Order ${number}`, ...items, place?.instructions, url].filter(Boolean).join('\n')
}

const line = (name: string, value: string): CalendarLine => ({ name, value })

/** '2026-11-28', '09:30:00' as '20261128T093000'. */
const wallTime = (date: string, time: string) => `${date}T${time.slice(0, 5)}00`.replace(/[-:]/g, '')

/** The rule of British summer time, since not every calendar knows time zones by name. */
const london = [
  line('BEGIN', 'VTIMEZONE'),
  line('TZID', 'Europe/London'),
  line('BEGIN', 'DAYLIGHT'),
  line('TZOFFSETFROM', '+0000'),
  line('TZOFFSETTO', '+0100'),
  line('TZNAME', 'BST'),
  line('DTSTART', '19700329T010000'),
  line('RRULE', 'FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU'),
  line('END', 'DAYLIGHT'),
  line('BEGIN', 'STANDARD'),
  line('TZOFFSETFROM', '+0100'),
  line('TZOFFSETTO', '+0000'),
  line('TZNAME', 'GMT'),
  line('DTSTART', '19701025T020000'),
  line('RRULE', 'FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU'),
  line('END', 'STANDARD'),
  line('END', 'VTIMEZONE'),
]
