/** A shop's policies, pickup times and food safety. */

import { CalendarX2 } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { dateWithYear, dayOfWeek, londonTime, longDate, weekdayName } from '#domain/calendar'
import { hygieneLabel, publicHygieneRegister } from '#domain/hygiene'
import { pickupWeek } from '#domain/pickup'
import { Card } from '#ui/card'
import { Notice } from '#ui/notice'
import { classNames } from '#web/ui/class-names.ts'
import type { Shop } from './shop.ts'

const weekFromMonday = [1, 2, 3, 4, 5, 6, 0].map(weekdayName)

const policies = [
  { subject: 'Delivery', text: 'See item details for delivery information.' },
  { subject: 'Returns & Exchanges', text: 'See item details for return and exchange eligibility.' },
  { subject: 'Cancellations', text: 'Cancellations are accepted within 24 hours of purchase.' },
]

export interface ShopDetailsProps {
  shop: Shop
  now: Date
}

export function ShopDetails({ shop, now }: ShopDetailsProps) {
  return (
    <div className="mt-16 gap-5 md:columns-2 xl:columns-3">
      <Details heading="Shop Policies">
        <DescriptionList entries={policies} />
      </Details>
      <FoodSafety shop={shop} />
      <PickupTimes shop={shop} now={now} />
    </div>
  )
}

function PickupTimes({ shop, now }: ShopDetailsProps) {
  if (shop.pickup.length === 0 && shop.closures.length === 0) return null
  const today = weekdayName(dayOfWeek(londonTime(now).date))
  const open = pickupWeek(shop.pickup)
  return (
    <Details heading="Opening and pickup times">
      {open.length > 0 && (
        <table className="w-full text-left">
          <caption className="sr-only">Pickup times by day of the week</caption>
          <tbody>
            {weekFromMonday.map((day) => {
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
                  <td className="text-right tabular-nums">{windows ? windows.join(', ') : 'No pickup'}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      )}
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
          ? `We compared this with the public register on ${dateWithYear(londonTime(new Date(shop.hygiene_verified_at)).date)}.`
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
