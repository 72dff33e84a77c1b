/** The inbox's filters: status, due day and search. */
import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { isIsoDate } from '#domain/values/iso-date'
import { Badge } from '#ui/badge'
import { Link } from '#ui/link'
import { LinkTab, LinkTabs } from '#ui/link-tabs'
import { SearchField } from '#ui/search-field'
import { classNames } from '#web/ui/class-names.ts'
import { DayField } from './day-field.tsx'
import type { OrderInbox } from './inbox.ts'
import { hasDayFilter, type InboxParameters, inboxDays, inboxTabs, inboxUrl } from './inbox-parameters.ts'

export function InboxToolbar({ parameters, inbox }: { parameters: InboxParameters; inbox: OrderInbox | undefined }) {
  const navigate = useNavigate()
  const search = useCallback(
    (text: string) =>
      void navigate(inboxUrl({ ...parameters, text, after: null }), { replace: true, preventScrollReset: true }),
    [navigate, parameters],
  )
  return (
    <div className="mt-6 grid gap-4">
      <StatusTabs parameters={parameters} counts={inbox?.counts} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <SearchField
          label="Search orders by number or name"
          placeholder="Order number or name"
          text={parameters.text}
          onSearch={search}
          className="w-full sm:w-72"
        />
        {hasDayFilter(parameters.tab) && <DayFilter parameters={parameters} days={inbox?.days ?? null} />}
      </div>
    </div>
  )
}

function StatusTabs({ parameters, counts }: { parameters: InboxParameters; counts: OrderInbox['counts'] | undefined }) {
  return (
    <LinkTabs label="Order statuses">
      {inboxTabs.map(({ value, label }) => {
        return (
          <LinkTab
            key={value}
            to={inboxUrl({ ...parameters, tab: value, after: null, order: null })}
            preventScrollReset
            isCurrent={value === parameters.tab}
          >
            {label}
            {value !== 'all' && (
              <Badge tone={value === 'processing' && counts?.processing ? 'berry' : 'neutral'} className="tabular-nums">
                {countText(counts?.[value])}
              </Badge>
            )}
          </LinkTab>
        )
      })}
    </LinkTabs>
  )
}

/** A figure space is as wide as a digit, so that few tabs move once the counts are known. */
const countText = (count: number | undefined) => count?.toLocaleString('en-GB') ?? '\u2007'

const dayLabels = { late: 'Late', today: 'Today', tomorrow: 'Tomorrow', later: 'Later' } as const

function DayFilter({ parameters, days }: { parameters: InboxParameters; days: OrderInbox['days'] }) {
  const navigate = useNavigate()
  const to = (day: string | null) => inboxUrl({ ...parameters, day, after: null })
  const picked = parameters.day !== null && isIsoDate(parameters.day) ? parameters.day : ''
  return (
    <nav aria-label="Days">
      <ul className="flex flex-wrap gap-2">
        <li>
          <Day to={to(null)} isChosen={parameters.day === null} label="Every day" />
        </li>
        {inboxDays.map((day) => (
          <li key={day}>
            <Day
              to={to(parameters.day === day ? null : day)}
              isChosen={parameters.day === day}
              label={day === 'late' && parameters.tab === 'ready' ? 'Not picked up' : dayLabels[day]}
              count={countText(days?.[day])}
              isUrgent={day === 'late' && Boolean(days?.late)}
            />
          </li>
        ))}
        <li>
          <DayField
            label="Another day"
            day={picked}
            onPick={(day) => void navigate(to(day), { preventScrollReset: true, replace: true })}
            className={classNames('h-10 w-auto px-3 text-sm', picked === '' && 'text-ink-soft')}
          />
        </li>
      </ul>
    </nav>
  )
}

interface DayLinkProps {
  to: string
  isChosen: boolean
  label: string
  count?: string
  isUrgent?: boolean
}

function Day({ to, isChosen, label, count, isUrgent = false }: DayLinkProps) {
  return (
    <Link
      to={to}
      preventScrollReset
      aria-current={isChosen ? 'true' : undefined}
      className={classNames(
        'inline-flex h-10 items-center gap-1.5 rounded-full border px-4 text-sm font-semibold transition-colors',
        isChosen ? 'border-ink bg-ink text-paper' : 'border-ink/20 bg-card hover:border-ink/45 hover:bg-raised',
        isUrgent && !isChosen && 'border-alarm/40 text-alarm-deep',
      )}
    >
      {label}
      {count !== undefined && <span className="tabular-nums opacity-75">{count}</span>}
    </Link>
  )
}
