/** What subscribers are to get on the days of a calendar or a prep sheet, before there are orders. Nothing without any. */
import { useQuery } from '@tanstack/react-query'
import { Repeat } from 'lucide-react'
import { Fragment, useId } from 'react'
import { longDate } from '#domain/values/calendar'
import { useMember } from '#features/account/auth'
import { useApp } from '#platform/app-context.ts'
import { Link } from '#ui/link'
import { type ComingAmount, comingQuery } from './subscriptions.ts'

interface ComingSubscriptionsProps {
  from: string
  days: number
  /** Whether it links to the page of all subscriptions. */
  linked?: boolean
  className?: string
}

export function ComingSubscriptions({ from, days, linked = true, className }: ComingSubscriptionsProps) {
  const { data: amounts = [] } = useQuery(comingQuery(useApp(), useMember().id, from, days))
  const headingId = useId()
  if (amounts.length === 0) return null
  const coming = [...new Set(amounts.map(({ day }) => day))]
  return (
    <section aria-labelledby={headingId} className={className}>
      <div className="rounded-card border border-line bg-card p-4">
        <h3 id={headingId} className="flex items-center gap-2 text-lg">
          <Repeat aria-hidden="true" className="size-5 text-ink-soft" />
          Coming from subscriptions
        </h3>
        <p className="mt-1 text-sm text-ink-soft">
          Not ordered yet, and not counted elsewhere.{' '}
          {linked && (
            <Link to="/seller/subscriptions" className="text-link print:hidden">
              See all
            </Link>
          )}
        </p>
        <dl className="mt-3 grid gap-2">
          {coming.map((day) => (
            <Fragment key={day}>
              {days > 1 && <dt className="font-semibold">{longDate(day)}</dt>}
              {amounts
                .filter((amount) => amount.day === day)
                .map((amount) => (
                  <dd key={`${amount.product_id} ${amount.choices}`} className="tabular-nums wrap-anywhere">
                    {amountText(amount)}
                  </dd>
                ))}
            </Fragment>
          ))}
        </dl>
      </div>
    </section>
  )
}

function amountText({ quantity, product, choices, subscribers }: ComingAmount): string {
  const what = `${quantity} × ${product}${choices === null ? '' : ` (${choices})`}`
  return `${what} for ${subscribers === 1 ? '1 subscriber' : `${subscribers} subscribers`}`
}
