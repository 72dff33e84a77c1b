/** The age of an event, in whole minutes, hours or days. */

/** 'just now', '5 minutes ago', '1 day ago'. A future time, from a slow local clock, counts as now. */
export function relativeAge(from: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - from.getTime()) / 60_000)
  if (minutes < 1) return 'just now'
  const hours = Math.floor(minutes / 60)
  const [count, unit] =
    minutes < 60 ? [minutes, 'minute'] : hours < 24 ? [hours, 'hour'] : [Math.floor(hours / 24), 'day']
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`
}
