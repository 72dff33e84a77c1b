/** The progress of an order: past, current and next steps. */
import { Check, X } from 'lucide-react'
import { type TimelineStep, timelineOf } from '#domain/orders/order-timeline'
import { momentFrom } from '#domain/values/calendar'
import { VisuallyHidden } from '#ui/visually-hidden'
import { classNames } from '#web/ui/class-names.ts'
import type { OrderDetail } from './order-detail.ts'

export function OrderTimeline({ order, now }: { order: OrderDetail; now: Date }) {
  const steps = timelineOf(order)
  return (
    <ol aria-label="Progress" className="grid sm:auto-cols-fr sm:grid-flow-col">
      {steps.map((step) => (
        <Step key={step.status} step={step} now={now} />
      ))}
    </ol>
  )
}

const spokenPrefixes = { done: 'Done: ', current: '', ahead: 'Upcoming: ' } as const

function Step({ step, now }: { step: TimelineStep; now: Date }) {
  const { status, label, progress, at, outlook } = step
  const isAhead = progress === 'ahead'
  return (
    <li
      aria-current={progress === 'current' ? 'step' : undefined}
      className={classNames(
        'group relative flex gap-3 pb-5 last:pb-0 sm:flex-col sm:gap-2.5 sm:pr-4 sm:pb-0 sm:last:pr-0',
        // The line to the next step.
        'before:absolute before:top-7 before:bottom-0 before:left-[0.8125rem] before:w-0.5 last:before:hidden',
        'sm:before:top-[0.8125rem] sm:before:right-0 sm:before:bottom-auto sm:before:left-7 sm:before:h-0.5 sm:before:w-auto',
        progress === 'done' ? 'before:bg-leaf' : 'before:bg-line',
      )}
    >
      <StepIcon status={status} progress={progress} />
      <div className="min-w-0 max-sm:pt-0.5">
        <p className={classNames('leading-6', isAhead ? 'text-ink-soft' : 'font-semibold')}>
          {spokenPrefixes[progress] && <VisuallyHidden>{spokenPrefixes[progress]}</VisuallyHidden>}
          {label}
        </p>
        {at && (
          <p className="text-sm text-pretty text-ink-soft tabular-nums first-letter:uppercase">
            <time dateTime={at.toISOString()}>{momentFrom(now, at)}</time>
          </p>
        )}
        {outlook && <p className="text-sm text-pretty text-ink-soft">{outlook}</p>}
      </div>
    </li>
  )
}

function StepIcon({ status, progress }: Pick<TimelineStep, 'status' | 'progress'>) {
  const isCancelled = status === 'cancelled'
  const isFinished = progress === 'done' || status === 'delivered'
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'relative grid size-7 shrink-0 place-items-center rounded-full',
        progress === 'ahead' && 'border-2 border-line bg-card',
        progress === 'done' && 'bg-leaf text-on-fill',
        progress === 'current' &&
          (isCancelled
            ? 'bg-alarm text-on-fill'
            : isFinished
              ? 'bg-leaf text-on-fill'
              : 'border-[3px] border-berry bg-card'),
      )}
    >
      {isCancelled ? (
        <X className="size-4" strokeWidth={3} />
      ) : progress !== 'ahead' && isFinished ? (
        <Check className="size-4" strokeWidth={3} />
      ) : (
        progress === 'current' && <span className="size-2.5 rounded-full bg-berry" />
      )}
    </span>
  )
}
