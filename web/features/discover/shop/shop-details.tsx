/** A shop's policies, pickup times and food safety. */

import { CalendarX2 } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { hygieneLabel, publicHygieneRegister } from '#domain/food/hygiene'
import { cancellationPolicy, termsOf } from '#domain/orders/cancellation-terms'
import { datedWindows, type PickupSchedule, pickupWeek } from '#domain/pickup/pickup'
import { dayOfWeek, dayWithYear, londonTime, longDate, weekdayName, weekFromMonday } from '#domain/values/calendar'
import { KitchenFacts } from '#features/discover/product'
import { useNow } from '#platform/clock.ts'
import { Card } from '#ui/card'
import { Notice } from '#ui/notice'
import { classNames } from '#web/ui/class-names.ts'
import type { Shop } from './shop.ts'

const policiesOf = (shop: Shop) => [
  { subject: 'Delivery', text: 'See item details for delivery information.' },
  { subject: 'Returns & Exchanges', text: 'See item details for return and exchange eligibility.' },
  { subject: 'Cancellations', text: cancellationPolicy(termsOf(shop)) },
]

export interface ShopDetailsProps {
  shop: Shop
}

export function ShopDetails({ shop }: ShopDetailsProps) {
  return (
    <div className="mt-16 gap-5 md:columns-2 xl:columns-3">
      <Details heading="Shop Policies">
        <DescriptionList entries={policiesOf(shop)} />
      </Details>
      <FoodSafety shop={shop} />
      <Details heading="The kitchen">
        <KitchenFacts kitchen={shop.kitchen} />
      </Details>
      <PickupTimes shop={shop} />
      <DeliveryDays shop={shop} />
    </div>
  )
}

function PickupTimes({ shop }: ShopDetailsProps) {
  if (shop.pickup.length === 0 && shop.closures.length === 0) return null
  return (
    <Details heading="Opening and pickup times">
      <Windows caption="Pickup times by day of the week" schedules={shop.pickup} none="No pickup" />
      {shop.closures.length > 0 && (
        <ul aria-label="Closed" className="mt-4 flex flex-col gap-3">
          {[...shop.closures]
            .sort((one, other) => one.from_date.localeCompare(other.from_date))
            .map(({ from_date, to_date, note }) => (
              <li key={from_date}>
                <Notice tone="warning" icon={CalendarX2}>
                  <p className="font-semibold">{closedLabel(from_date, to_date)}</p>
                  {note && <p className="wrap-anywhere">{note}</p>}
                </Notice>
              </li>
            ))}
        </ul>
      )}
    </Details>
  )
}

function DeliveryDays({ shop }: ShopDetailsProps) {
  if (shop.delivery.length === 0) return null
  return (
    <Details heading="Delivery days">
      <Windows caption="Delivery times by day of the week" schedules={shop.delivery} none="No delivery" />
    </Details>
  )
}

interface WindowsProps {
  caption: string
  schedules: readonly PickupSchedule[]
  /** What a weekday without windows says. */
  none: string
}

function Windows({ caption, schedules, none }: WindowsProps) {
  const { date } = londonTime(useNow())
  const today = weekdayName(dayOfWeek(date))
  const open = pickupWeek(schedules)
  const dated = datedWindows(schedules, date)
  return (
    <>
      {open.length > 0 && (
        <table className="w-full text-left">
          <caption className="sr-only">{caption}</caption>
          <tbody>
            {weekFromMonday.map(weekdayName).map((day) => {
              const windows = open.find((one) => one.day === day)?.windows
              return (
                <tr
                  key={day}
                  className={classNames(
                    'align-top [&>*]:border-b [&>*]:border-line [&>*]:py-2 last:[&>*]:border-0',
                    !windows && 'text-ink-soft',
                  )}
                >
                  <th scope="row" className={classNames('pr-4', windows ? 'font-semibold' : 'font-normal')}>
                    {day}
                    {day === today && <span className="ml-2 text-sm font-normal text-berry">today</span>}
                  </th>
                  <td className="text-right tabular-nums">{windows ? windows.join(', ') : none}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      )}
      {dated.length > 0 && (
        <ul aria-label="Special days" className={classNames('space-y-1', open.length > 0 && 'mt-4')}>
          {dated.map(([day, windows]) => (
            <li key={day}>
              <span className="font-semibold">{longDate(day)}</span>: {windows.join(', ')}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function closedLabel(from: string, to: string): string {
  return from === to ? `Closed on ${longDate(from)}` : `Closed ${longDate(from)} to ${longDate(to)}`
}

function FoodSafety({ shop }: { shop: Shop }) {
  const hygiene = hygieneLabel(shop.hygiene_rating)
  if (!hygiene) return null
  return (
    <Details heading="Food safety">
      <DescriptionList entries={[{ subject: 'Food hygiene rating', text: hygiene }]} />
      <p className="mt-3 text-sm text-ink-soft">
        {shop.hygiene_verified_at
          ? `We compared this with the public register on ${dayWithYear(shop.hygiene_verified_at)}.`
          : 'As declared by the seller.'}{' '}
        <a href={publicHygieneRegister} className="text-link" rel="noreferrer">
          {shop.hygiene_verified_at ? 'See the public register' : 'Check it in the public register'}
        </a>
      </p>
    </Details>
  )
}

function Details({ heading, children }: { heading: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mb-5 break-inside-avoid">
      <Card>
        <h2 id={id} className="mb-4 text-xl">
          {heading}
        </h2>
        {children}
      </Card>
    </section>
  )
}

function DescriptionList({ entries }: { entries: readonly { subject: string; text: string }[] }) {
  return (
    <dl className="flex flex-col gap-3">
      {entries.map(({ subject, text }) => (
        <div key={subject}>
          <dt className="font-semibold">{subject}</dt>
          <dd className="text-ink-soft wrap-anywhere">{text}</dd>
        </div>
      ))}
    </dl>
  )
}
