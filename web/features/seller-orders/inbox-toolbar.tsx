/** What narrows the inbox: how far orders have come, for which day, whose. */
import { Search } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { Badge } from '#ui/badge'
import { classNames } from '#web/ui/class-names.ts'
import { DayField } from './day-field.tsx'
import type { Inbox } from './inbox.ts'
import { hasDays, type InboxChoice, inboxAddress, inboxDays, inboxTabs, isDate } from './inbox-choice.ts'

interface InboxToolbarProps {
  choice: InboxChoice
  /** Undefined until it is known. */
  inbox: Inbox | undefined
}

export function InboxToolbar({ choice, inbox }: InboxToolbarProps) {
  const navigate = useNavigate()
  const search = useCallback(
    (text: string) =>
      void navigate(inboxAddress({ ...choice, text, after: null }), { replace: true, preventScrollReset: true }),
    [navigate, choice],
  )
  return (
    <div className="mt-6 grid gap-4">
      <States choice={choice} counts={inbox?.counts} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <SearchField text={choice.text} onSearch={search} />
        {hasDays(choice.tab) && <Days choice={choice} days={inbox?.days ?? null} />}
      </div>
    </div>
  )
}

function States({ choice, counts }: { choice: InboxChoice; counts: Inbox['counts'] | undefined }) {
  return (
    <nav aria-label="States of orders" className="-mx-4 overflow-x-auto px-4 sm:mx-0 sm:px-0">
      <ul className="flex min-w-max gap-1 border-b border-line">
        {inboxTabs.map(({ value, label }) => {
          const isChosen = value === choice.tab
          const count = value === 'all' ? undefined : counts?.[value]
          return (
            <li key={value}>
              <Link
                to={inboxAddress({ ...choice, tab: value, after: null, order: null })}
                preventScrollReset
                aria-current={isChosen ? 'page' : undefined}
                className={classNames(
                  '-mb-px flex h-12 items-center gap-2 border-b-3 px-3.5 font-semibold whitespace-nowrap outline-offset-[-3px] transition-colors hover:text-ink sm:px-4',
                  isChosen ? 'border-berry text-ink' : 'border-transparent text-ink-soft',
                )}
              >
                {label}
                {count !== undefined && (
                  <Badge tone={value === 'processing' && count > 0 ? 'berry' : 'neutral'} className="tabular-nums">
                    {count.toLocaleString('en-GB')}
                  </Badge>
                )}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

const dayLabels = { late: 'Late', today: 'Today', tomorrow: 'Tomorrow', later: 'Later' } as const

function Days({ choice, days }: { choice: InboxChoice; days: Inbox['days'] }) {
  const navigate = useNavigate()
  const to = (day: string | null) => inboxAddress({ ...choice, day, after: null })
  const picked = choice.day !== null && isDate(choice.day) ? choice.day : ''
  return (
    <nav aria-label="Days">
      <ul className="flex flex-wrap gap-2">
        <li>
          <Day to={to(null)} isChosen={choice.day === null} label="Every day" />
        </li>
        {inboxDays.map((day) => (
          <li key={day}>
            <Day
              to={to(choice.day === day ? null : day)}
              isChosen={choice.day === day}
              label={day === 'late' && choice.tab === 'ready' ? 'Not collected' : dayLabels[day]}
              count={days?.[day]}
              isUrgent={day === 'late'}
            />
          </li>
        ))}
        <li>
          <DayField
            label="Another day"
            day={picked}
            onPick={(day) => void navigate(to(day), { preventScrollReset: true, replace: true })}
            className={classNames('field h-10 w-auto px-3 text-sm', picked === '' && 'text-ink-soft')}
          />
        </li>
      </ul>
    </nav>
  )
}

interface DayProps {
  to: string
  isChosen: boolean
  label: string
  count?: number | undefined
  isUrgent?: boolean
}

function Day({ to, isChosen, label, count, isUrgent = false }: DayProps) {
  return (
    <Link
      to={to}
      preventScrollReset
      aria-current={isChosen ? 'true' : undefined}
      className={classNames(
        'inline-flex h-10 items-center gap-1.5 rounded-full border px-4 text-sm font-semibold transition-colors',
        isChosen ? 'border-ink bg-ink text-paper' : 'border-ink/20 bg-card hover:border-ink/45 hover:bg-white',
        isUrgent && !isChosen && Boolean(count) && 'border-alarm/40 text-alarm-deep',
      )}
    >
      {label}
      {count !== undefined && <span className="tabular-nums opacity-75">{count.toLocaleString('en-GB')}</span>}
    </Link>
  )
}

const typingPauseMs = 250

/** Searches a moment after the last letter. */
function SearchField({ text, onSearch }: { text: string; onSearch: (text: string) => void }) {
  const [typed, setTyped] = useState(text)
  const [known, setKnown] = useState(text)
  const [sent, setSent] = useState(text)
  // Back and forward change the address under the field; our own changes arrive late, when more may have been typed.
  if (known !== text) {
    setKnown(text)
    if (text !== sent) {
      setSent(text)
      setTyped(text)
    }
  }
  useEffect(() => {
    if (typed.trim() === text) return
    const timer = setTimeout(() => {
      setSent(typed.trim())
      onSearch(typed.trim())
    }, typingPauseMs)
    return () => clearTimeout(timer)
  }, [typed, text, onSearch])

  return (
    <search className="relative w-full sm:w-72">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3.5 size-4.5 -translate-y-1/2 text-ink-soft"
      />
      <input
        type="search"
        aria-label="Search orders by number or name"
        placeholder="Order number or name"
        maxLength={100}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        className="field h-11 pr-3 pl-10"
      />
    </search>
  )
}
