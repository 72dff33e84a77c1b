/** The calendar feed of a shop: one event for each order, in UTC or as a whole day. */
import { allergenSentences, readAllergens } from '../food/allergens.ts'
import { addDays, londonInstant } from '../values/calendar.ts'
import { type CalendarLine, textLine, writeCalendar } from '../values/icalendar.ts'
import { type OrderKind, orderKindNames } from './order-kinds.ts'

interface FeedItem {
  readonly name: string
  readonly quantity: number
  readonly variation: string | null
  readonly options_text: string | null
  readonly allergens?: unknown
  /** A line of the seller's own is food only if it has a declaration. */
  readonly is_custom?: boolean
}

export interface FeedOrder {
  readonly id: string
  readonly number: string
  readonly kind: OrderKind
  readonly status: string
  /** 'YYYY-MM-DDTHH:MM:SS' in London time. */
  readonly due_at: string
  /** The buyer's first name. */
  readonly buyer: string | null
  readonly updated_at: string
  readonly start_time: string | null
  readonly end_time: string | null
  readonly items: readonly FeedItem[]
}

export interface Feed {
  readonly shopName: string
  readonly orders: readonly FeedOrder[]
  /** The address of the site, without a trailing slash. */
  readonly siteUrl: string
}

/** The same orders give the same text, so that a program can skip a feed that has not changed. */
export function sellerFeed({ shopName, orders, siteUrl }: Feed): string {
  return writeCalendar([
    line('BEGIN', 'VCALENDAR'),
    line('VERSION', '2.0'),
    line('PRODID', '-//Tuckbox//Orders//EN'),
    line('CALSCALE', 'GREGORIAN'),
    line('METHOD', 'PUBLISH'),
    textLine('X-WR-CALNAME', `${shopName}: orders`),
    line('REFRESH-INTERVAL;VALUE=DURATION', 'PT1H'),
    ...orders.flatMap((order) => event(order, siteUrl)),
    line('END', 'VCALENDAR'),
  ])
}

function event(order: FeedOrder, siteUrl: string): CalendarLine[] {
  const url = `${siteUrl}/seller/orders?order=${order.id}`
  const [first] = order.items
  const more = order.items.length > 1 ? ` and ${order.items.length - 1} more` : ''
  const what = first ? `${first.quantity} × ${first.name}${more}` : ''
  return [
    line('BEGIN', 'VEVENT'),
    textLine('UID', `sale-${order.id}@tuckbox`),
    line('DTSTAMP', utc(new Date(order.updated_at))),
    ...times(order),
    textLine('SUMMARY', `${orderKindNames[order.kind]}: ${[order.buyer, what].filter(Boolean).join(', ')}`),
    textLine('DESCRIPTION', [`Order ${order.number}`, ...order.items.map(itemText), url].join('\n')),
    line('URL', url),
    line('STATUS', 'CONFIRMED'),
    line('TRANSP', 'TRANSPARENT'),
    line('END', 'VEVENT'),
  ]
}

/** Orders without hours are events of the whole day. */
function times({ due_at: due, start_time: start, end_time: end }: FeedOrder): CalendarLine[] {
  const date = due.slice(0, 10)
  if (start && end) {
    return [
      line('DTSTART', utc(londonInstant(date, start.slice(0, 5)))),
      line('DTEND', utc(londonInstant(date, end.slice(0, 5)))),
    ]
  }
  return [
    line('DTSTART;VALUE=DATE', date.replaceAll('-', '')),
    line('DTEND;VALUE=DATE', addDays(date, 1).replaceAll('-', '')),
  ]
}

function itemText({ name, quantity, variation, options_text: options, allergens, is_custom }: FeedItem): string {
  const chosen = [variation, options].filter(Boolean).join('; ')
  const declaration = readAllergens(allergens)
  const declared = declaration ? allergenSentences(declaration).join(' ') : !is_custom && 'Allergens not declared.'
  return `${quantity} × ${name}${chosen ? ` (${chosen})` : ''}${declared ? `\n  ${declared}` : ''}`
}

const line = (name: string, value: string): CalendarLine => ({ name, value })

/** '20261128T093000Z' */
const utc = (instant: Date) => `${instant.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
