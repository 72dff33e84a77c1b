/** The badges on icons of the navigation. A link's name says the same in words. */

export function CountBadge({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span
      aria-hidden="true"
      className="absolute -top-0.5 -right-1 grid h-5 min-w-5 place-items-center rounded-full bg-berry px-1 text-xs font-bold text-white tabular-nums"
    >
      {count > 99 ? '99+' : count}
    </span>
  )
}

export function UnreadDot() {
  return <span aria-hidden="true" className="absolute top-2 right-2 size-2.5 rounded-full bg-berry ring-2 ring-paper" />
}
