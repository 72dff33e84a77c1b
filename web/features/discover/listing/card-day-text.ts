/** What a product card tells about days: the first one, or the hours of the chosen one. On every page with cards, so it is short. */
import type { Fulfilment } from '#domain/pickup/hand-over'
import { dayOfWeek, shortDate, weekdayAbbreviation } from '#domain/values/calendar'
import type { DeliverableCard } from './delivery-line.ts'

export interface CardDays {
  readonly pickup_day: string | null
  readonly delivery_day: string | null
}

/** One of `hours_on`. A delivery that can be sent by then has no times. */
export interface HandOverHours {
  readonly fulfilment: string
  readonly start_time: string | null
  readonly end_time: string | null
  readonly is_posted: boolean | null
}

export interface DatedCard extends DeliverableCard {
  readonly available_for_delivery: boolean
}

/** What the shopper chose. */
export interface Wanted {
  readonly fulfilment?: string | undefined
  /** How far she goes. */
  readonly radiusMiles: number
}

/** The fulfilments by which the shopper can have it: those that she chose, that are offered, and that reach her place. */
function fulfilmentsFor(card: DatedCard, { fulfilment, radiusMiles }: Wanted): Fulfilment[] {
  const at = card.distance_miles ?? 0
  const isDelivered = card.available_for_delivery && (!card.delivery || card.delivery.some(({ miles }) => at <= miles))
  const isNear = card.available_for_pickup && (at <= radiusMiles || !isDelivered)
  const offered: Fulfilment[] = [...(isNear ? ['pickup' as const] : []), ...(isDelivered ? ['delivery' as const] : [])]
  return offered.filter((one) => !fulfilment || one === fulfilment)
}

/** 'Pick up from Sat 28 Nov'. Null for what does not reach the shopper. */
export function earliestLine(card: DatedCard, days: CardDays | undefined, wanted: Wanted): string | null {
  const fulfilments = fulfilmentsFor(card, wanted)
  if (fulfilments.length === 0) return null
  const dayBy = (fulfilment: Fulfilment) => (fulfilments.includes(fulfilment) && days?.[`${fulfilment}_day`]) || '9'
  const [pickup, delivery] = [dayBy('pickup'), dayBy('delivery')]
  const first = pickup < delivery ? pickup : delivery
  if (first === '9') return 'No free day at the moment'
  const from = `from ${weekdayAbbreviation(dayOfWeek(first))} ${shortDate(first)}`
  if (pickup === delivery) return `Pickup or delivery ${from}`
  return `${first === pickup ? 'Pick up' : 'Out for delivery'} ${from}`
}

/** 'Sat: pick up 9:00–12:00, 13:00–17:00'. Null for what does not reach the shopper. */
export function hoursLine(
  card: DatedCard,
  hours: readonly HandOverHours[],
  wanted: Wanted & { readonly day: string },
): string | null {
  const parts = fulfilmentsFor(card, wanted).flatMap((by) => {
    const times = hours.filter(({ fulfilment }) => fulfilment === by).map(timesOf)
    return times.length > 0 ? [`${by === 'pickup' ? 'pick up' : 'delivery'} ${times.join(', ')}`] : []
  })
  return parts.length > 0 ? `${weekdayAbbreviation(dayOfWeek(wanted.day))}: ${parts.join('; ')}` : null
}

function timesOf({ start_time, end_time, is_posted }: HandOverHours): string {
  if (start_time === null || end_time === null) return 'sent by then'
  return is_posted ? 'sent that day' : `${shortTime(start_time)}–${shortTime(end_time)}`
}

/** '09:00:00' becomes '9:00'. */
function shortTime(time: string): string {
  return time.slice(0, 5).replace(/^0/, '')
}
