/** The controls for period and bucket, which are kept in the URL. */
import { type FormEvent, useState } from 'react'
import { useUrlParameters, withParameter } from '#platform/url-parameters.ts'
import { Button } from '#ui/button'
import { FormError } from '#ui/form-error'
import { LinkTab } from '#ui/link-tabs'
import { Select } from '#ui/select'
import { TextField } from '#ui/text-field'
import {
  type AnalyticsParameters,
  availableBuckets,
  dateRangeError,
  firstDay,
  type RangeName,
} from './analytics-parameters.ts'

const rangeLabels: Readonly<Record<RangeName, string>> = {
  '7d': '7 days',
  '30d': '30 days',
  '90d': '90 days',
  '12m': '12 months',
}
const bucketLabels = { day: 'By day', week: 'By week', month: 'By month' } as const

interface Props {
  readonly parameters: AnalyticsParameters
  readonly today: string
}

export function DayControls({ parameters, today }: Props) {
  const [, change] = useUrlParameters()
  const [isChoosing, setIsChoosing] = useState(parameters.range === 'custom')
  const shown = isChoosing ? 'custom' : parameters.range
  return (
    <div className="mt-6 print:hidden">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <nav aria-label="Period" className="min-w-0">
          <ul className="flex flex-wrap gap-2">
            {rangeEntries(rangeLabels).map(([range, label]) => (
              <LinkTab
                key={range}
                look="pills"
                to={`?range=${range}`}
                replace
                preventScrollReset
                isCurrent={shown === range}
                onClick={() => setIsChoosing(false)}
              >
                {label}
              </LinkTab>
            ))}
            <li>
              <Button
                variant="plain"
                aria-expanded={isChoosing}
                aria-controls="custom-dates"
                aria-current={shown === 'custom' ? 'true' : undefined}
                onClick={() => setIsChoosing(!isChoosing || parameters.range === 'custom')}
                className="tab-pills"
              >
                Custom dates
              </Button>
            </li>
          </ul>
        </nav>
        <Select
          label="Group by"
          labelHidden
          value={parameters.bucket}
          options={availableBuckets(parameters).map((bucket) => ({ value: bucket, label: bucketLabels[bucket] }))}
          onValueChange={(bucket) => change((latest) => withParameter(latest, 'by', bucket))}
          className="w-40"
        />
      </div>
      <div id="custom-dates" hidden={!isChoosing}>
        <CustomDates key={`${parameters.from} ${parameters.to}`} parameters={parameters} today={today} />
      </div>
    </div>
  )
}

function CustomDates({ parameters, today }: Props) {
  const [, change] = useUrlParameters()
  const [from, setFrom] = useState(parameters.from)
  const [to, setTo] = useState(parameters.to)
  const [error, setError] = useState<string | null>(null)

  function show(event: FormEvent) {
    event.preventDefault()
    const found = dateRangeError({ from, to }, today)
    setError(found)
    if (found === null) change(() => new URLSearchParams({ from, to }))
  }

  const limits = { type: 'date', min: firstDay, max: today, required: true } as const
  return (
    // noValidate, because the browser's own validation bubble disappears at once.
    <form noValidate onSubmit={show} className="mt-4 flex flex-wrap items-start gap-4">
      <TextField
        {...limits}
        label="First day"
        value={from}
        onChange={(event) => setFrom(event.target.value)}
        className="w-44"
      />
      <TextField
        {...limits}
        label="Last day"
        value={to}
        onChange={(event) => setTo(event.target.value)}
        className="w-44"
      />
      <Button type="submit" variant="secondary" className="mt-7">
        Show
      </Button>
      <FormError message={error} className="w-full" />
    </form>
  )
}

function rangeEntries(labels: Readonly<Record<RangeName, string>>): [RangeName, string][] {
  const order: readonly RangeName[] = ['7d', '30d', '90d', '12m']
  return order.map((range) => [range, labels[range]])
}
