/** The badges on icons of the navigation. A link's name says the same in words. */
import { classNames } from '#web/ui/class-names.ts'

/** @param className its place, by default at the corner of an icon button */
export function CountBadge({ count, className = 'top-0.5 right-0' }: { count: number; className?: string }) {
  if (count === 0) return null
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'absolute grid h-5 min-w-5 place-items-center rounded-full bg-berry px-1 text-xs font-bold text-on-fill tabular-nums',
        className,
      )}
    >
      {count > 99 ? '99+' : count}
    </span>
  )
}

export function UnreadDot() {
  return <span aria-hidden="true" className="absolute top-2 right-2 size-2.5 rounded-full bg-berry ring-2 ring-paper" />
}
