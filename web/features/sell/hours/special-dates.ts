/** Days on which many people in the UK order food, suggested to sellers as dated windows. */
import { addDays, dayOfWeek } from '#domain/values/calendar'

export interface SpecialDate {
  readonly name: string
  /** 'YYYY-MM-DD' */
  readonly date: string
}

type DayOfYear = (year: number) => string | null

/**
 * Diwali follows a lunisolar calendar. These are the days of Lakshmi Puja from the almanac drikpanchang.com; later
 * years are not suggested.
 */
const diwali: Readonly<Record<number, string>> = {
  2026: '2026-11-08',
  2027: '2027-10-29',
  2028: '2028-10-17',
  2029: '2029-11-05',
  2030: '2030-10-26',
}

const on =
  (monthAndDay: string): DayOfYear =>
  (year) =>
    `${year}-${monthAndDay}`

const days: readonly (readonly [name: string, day: DayOfYear])[] = [
  ['Valentine’s Day', on('02-14')],
  // The fourth Sunday of Lent.
  ['Mother’s Day', (year) => addDays(easterSunday(year), -21)],
  ['Good Friday', (year) => addDays(easterSunday(year), -2)],
  ['Easter Saturday', (year) => addDays(easterSunday(year), -1)],
  ['Father’s Day', (year) => addDays(firstSunday(`${year}-06-01`), 14)],
  ['Diwali', (year) => diwali[year] ?? null],
  ['Christmas, 23 December', on('12-23')],
  ['Christmas Eve', on('12-24')],
  ['New Year’s Eve', on('12-31')],
]

/**
 * Sorted by date.
 * @param from, to 'YYYY-MM-DD', both included
 */
export function specialDates(from: string, to: string): readonly SpecialDate[] {
  const years = [Number(from.slice(0, 4)), Number(from.slice(0, 4)) + 1]
  const fixed = years.flatMap((year) => days.map(([name, day]) => ({ name, date: day(year) })))
  return [...fixed, ...eids(from, to)]
    .filter((one): one is SpecialDate => one.date !== null && one.date >= from && one.date <= to)
    .sort((one, other) => (one.date < other.date ? -1 : 1))
}

/** In the Gregorian calendar, by the method of Meeus, Jones and Butcher. */
export function easterSunday(year: number): string {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const ofCentury = year % 100
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - epact - (ofCentury % 4)) % 7
  const shift = Math.floor((golden + 11 * epact + 22 * weekday) / 451)
  const days = epact + weekday - 7 * shift + 114
  const pad = (number: number) => String(number).padStart(2, '0')
  return `${year}-${pad(Math.floor(days / 31))}-${pad((days % 31) + 1)}`
}

function firstSunday(from: string): string {
  return addDays(from, (7 - dayOfWeek(from)) % 7)
}

/**
 * Both Eids by the Umm al-Qura calendar of Intl (Unicode CLDR). A community that waits for the moon may celebrate a day
 * later, so their names say that the day is expected.
 */
function eids(from: string, to: string): readonly SpecialDate[] {
  const names = new Map([
    ['10-1', 'Eid al-Fitr (expected)'],
    ['12-10', 'Eid al-Adha (expected)'],
  ])
  const islamic = new Intl.DateTimeFormat('en', {
    calendar: 'islamic-umalqura',
    month: 'numeric',
    day: 'numeric',
    timeZone: 'UTC',
  })
  const found: SpecialDate[] = []
  for (let date = from; date <= to; date = addDays(date, 1)) {
    const parts = Object.fromEntries(
      islamic.formatToParts(new Date(`${date}T12:00:00Z`)).map(({ type, value }) => [type, value]),
    )
    const name = names.get(`${parts.month}-${parts.day}`)
    if (name) found.push({ name, date })
  }
  return found
}
