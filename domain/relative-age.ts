/** The age of an event, in whole hours under a day, then in whole days. */

const hourMs = 3_600_000

/** '3 hours ago', '1 day ago'. A future time, from a slow local clock, counts as now. */
export function relativeAge(from: Date, now: Date): string {
  const hours = Math.max(0, Math.floor((now.getTime() - from.getTime()) / hourMs))
  const [count, unit] = hours < 24 ? [hours, 'hour'] : [Math.floor(hours / 24), 'day']
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`
}
