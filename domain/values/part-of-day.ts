/** The parts of a day that a shopper can choose, by their hours in London. The search has the same hours in SQL. */

export const partsOfDay = ['morning', 'afternoon', 'evening'] as const
export type PartOfDay = (typeof partsOfDay)[number]

export function readPartOfDay(text: string | null): PartOfDay | null {
  return partsOfDay.find((part) => part === text) ?? null
}

export const partOfDayLabels: Readonly<Record<PartOfDay, string>> = {
  morning: 'Morning (before 12:00)',
  afternoon: 'Afternoon (12:00–17:00)',
  evening: 'Evening (from 17:00)',
}

const hours = {
  morning: ['00:00', '12:00'],
  afternoon: ['12:00', '17:00'],
  evening: ['17:00', '24:00'],
} as const satisfies Record<PartOfDay, readonly [start: string, end: string]>

/** Whether a window overlaps the part. What is sent without hours, or by post, has no part. */
export function isInPart(
  part: PartOfDay,
  window: { readonly start_time: string | null; readonly end_time: string | null; readonly is_posted: boolean | null },
): boolean {
  const [start, end] = hours[part]
  const { start_time, end_time, is_posted } = window
  return start_time !== null && end_time !== null && !is_posted && start_time < end && end_time.slice(0, 5) > start
}
