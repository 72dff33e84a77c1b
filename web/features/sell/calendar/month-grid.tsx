/**
 * A month from Monday as a grid. The arrow keys move between days, and a day opens below or beside it. On phones the kinds of orders are dots.
 */
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { orderKinds } from '#domain/orders/order-kinds'
import { addDays, mondayOf, weekdayName, weekFromMonday } from '#domain/values/calendar'
import { monthOf, monthTitle } from '#domain/values/month'
import { Link } from '#ui/link'
import { VisuallyHidden } from '#ui/visually-hidden'
import { classNames } from '#web/ui/class-names.ts'
import type { CalendarDay, CalendarOrder, SellerCalendar } from './calendar.ts'
import { type CalendarParameters, calendarUrl, stepped } from './calendar-parameters.ts'
import { calendarDayLabel } from './day-texts.ts'
import { useDropDay } from './drag-to-move.tsx'
import { KindMark } from './kind-mark.tsx'
import { CalendarOrderLine } from './order-entry.tsx'

export function MonthGrid({ parameters, calendar }: { parameters: CalendarParameters; calendar: SellerCalendar }) {
  const { grid, onKeyDown } = useArrowKeys(parameters)
  const weeks = Array.from({ length: calendar.days.length / 7 }, (_, week) =>
    calendar.days.slice(week * 7, week * 7 + 7),
  )
  return (
    <table
      ref={grid}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the pattern of a grid of days
      role="grid"
      aria-label={monthTitle(monthOf(parameters.day))}
      onKeyDown={onKeyDown}
      className="w-full table-fixed border-separate border-spacing-0.5 sm:border-spacing-1"
    >
      <thead>
        <tr>
          {weekFromMonday.map((weekday) => (
            <th key={weekday} scope="col" className="pb-1 text-center text-xs font-medium text-ink-soft sm:text-sm">
              <abbr title={weekdayName(weekday)} className="no-underline">
                {weekdayName(weekday).slice(0, 3)}
              </abbr>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]?.date}>
            {week.map((day) => (
              <DayCell
                key={day.date}
                day={day}
                parameters={parameters}
                today={calendar.today}
                orders={calendar.orders.filter(({ date }) => date === day.date)}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface DayCellProps {
  day: CalendarDay
  parameters: CalendarParameters
  today: string
  orders: readonly CalendarOrder[]
}

function DayCell({ day, parameters, today, orders }: DayCellProps) {
  const { isOver, props } = useDropDay(day.date, today)
  const isToday = day.date === today
  const isChosen = day.date === parameters.day
  const isOutside = monthOf(day.date) !== monthOf(parameters.day)
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a cell of a table with the role grid is a gridcell
    <td {...props} aria-selected={isChosen} className="h-14 p-0 align-top lg:h-28">
      <Link
        to={calendarUrl({ view: 'month', day: day.date })}
        preventScrollReset
        tabIndex={isChosen ? 0 : -1}
        data-date={day.date}
        aria-current={isToday ? 'date' : undefined}
        className={classNames(
          'flex h-full min-h-14 flex-col rounded-control border p-1 max-lg:items-center lg:p-1.5',
          isChosen ? 'border-berry bg-berry-pale' : 'border-line bg-card hover:border-ink/30',
          isOutside && !isChosen && 'border-transparent bg-transparent text-ink-soft',
          day.closure !== null && 'bg-paper-deep',
          isOver && 'outline-2 outline-berry outline-dashed',
        )}
      >
        <VisuallyHidden>{calendarDayLabel(day)} </VisuallyHidden>
        <span
          aria-hidden="true"
          className={classNames(
            'grid size-6 place-items-center rounded-full text-sm tabular-nums',
            isToday && 'bg-berry font-semibold text-on-fill',
            day.closure !== null && !isToday && 'line-through',
          )}
        >
          {Number(day.date.slice(8))}
        </span>
        <span className="mt-1 flex flex-wrap justify-center gap-1 lg:hidden">
          {orderKinds
            .filter((kind) => day[kind] > 0)
            .map((kind) => (
              <KindMark key={kind} kind={kind} />
            ))}
        </span>
        <span className="mt-1 grid min-w-0 gap-0.5 max-lg:hidden">
          {orders.map((order) => (
            <CalendarOrderLine key={order.id} order={order} />
          ))}
          {day.orders > orders.length && (
            <span className="text-xs text-ink-soft">{day.orders - orders.length} more</span>
          )}
        </span>
      </Link>
    </td>
  )
}

const steps: Readonly<Record<string, (parameters: CalendarParameters) => string>> = {
  ArrowLeft: ({ day }) => addDays(day, -1),
  ArrowRight: ({ day }) => addDays(day, 1),
  ArrowUp: ({ day }) => addDays(day, -7),
  ArrowDown: ({ day }) => addDays(day, 7),
  Home: ({ day }) => mondayOf(day),
  End: ({ day }) => addDays(mondayOf(day), 6),
  PageUp: (parameters) => stepped(parameters, -1).day,
  PageDown: (parameters) => stepped(parameters, 1).day,
}

/** One day of the grid is in the tab order. The arrow keys open another one, which takes the focus. */
function useArrowKeys(parameters: CalendarParameters) {
  const grid = useRef<HTMLTableElement>(null)
  const movesFocus = useRef(false)
  const navigate = useNavigate()
  useEffect(() => {
    if (!movesFocus.current) return
    movesFocus.current = false
    grid.current?.querySelector<HTMLElement>(`[data-date="${parameters.day}"]`)?.focus()
  }, [parameters.day])
  const onKeyDown = (event: KeyboardEvent) => {
    const day = steps[event.key]?.(parameters)
    if (day === undefined) return
    event.preventDefault()
    movesFocus.current = true
    void navigate(calendarUrl({ view: 'month', day }), { replace: true, preventScrollReset: true })
  }
  return { grid, onKeyDown }
}
