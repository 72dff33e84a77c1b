/** A week from Monday: seven columns, below each other on phones. */
import { dayOfWeek, shortDate, weekdayName } from '#domain/values/calendar'
import { Link } from '#ui/link'
import { classNames } from '#web/ui/class-names.ts'
import type { CalendarDay, SellerCalendar } from './calendar.ts'
import { calendarUrl } from './calendar-parameters.ts'
import { DaySummary, Windows } from './day-details.tsx'
import { calendarDayLabel } from './day-texts.ts'
import { useDropDay } from './drag-to-move.tsx'
import { OrderEntry } from './order-entry.tsx'

export function WeekView({ calendar }: { calendar: SellerCalendar }) {
  return (
    <div className="grid gap-3 lg:grid-cols-7 print:grid-cols-1">
      {calendar.days.map((day) => (
        <WeekDay key={day.date} day={day} calendar={calendar} />
      ))}
    </div>
  )
}

function WeekDay({ day, calendar: { windows, orders, today } }: { day: CalendarDay; calendar: SellerCalendar }) {
  const { isOver, props } = useDropDay(day.date, today)
  const own = orders.filter(({ date }) => date === day.date)
  return (
    <section
      {...props}
      aria-label={calendarDayLabel(day)}
      className={classNames(
        'min-w-0 break-inside-avoid rounded-card border p-3',
        day.date === today ? 'border-berry' : 'border-line',
        day.closure !== null && 'bg-paper-deep',
        isOver && 'outline-2 outline-berry outline-dashed',
      )}
    >
      <h2 className="font-sans text-base tracking-normal">
        <Link to={calendarUrl({ view: 'day', day: day.date })} className="text-link">
          {weekdayName(dayOfWeek(day.date))} {shortDate(day.date)}
        </Link>
      </h2>
      <DaySummary day={day} />
      <Windows windows={windows.filter(({ date }) => date === day.date)} />
      {own.length > 0 && (
        <ul className="mt-3 grid gap-2">
          {own.map((order) => (
            <li key={order.id}>
              <OrderEntry order={order} />
            </li>
          ))}
        </ul>
      )}
      {day.orders > own.length && (
        <p className="mt-2 text-sm">
          <Link to={calendarUrl({ view: 'day', day: day.date })} className="text-link">
            {day.orders - own.length} more
          </Link>
        </p>
      )}
    </section>
  )
}
