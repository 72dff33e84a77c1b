/** Days and dates in a search, in British order: 'this saturday', '5 dec', '5/12', 'tomorrow', 'christmas eve'. */
import { addDays, dayOfWeek, mondayOf, weekdays } from '../values/calendar.ts'
import type { PartOfDay } from '../values/part-of-day.ts'
import { type Found, phraseMap, type Token, wordsFrom } from './search-tokens.ts'

const dayNumbers = new Map(weekdays.map((name, day) => [name.toLowerCase(), day]))
/** 'sat', 'sun' and 'wed' may be other words, so they need a word before or a date after. */
const shortDayNumbers = phraseMap<number>([
  [0, 'sun'],
  [1, 'mon'],
  [2, 'tue, tues'],
  [3, 'wed, weds'],
  [4, 'thu, thur, thurs'],
  [5, 'fri'],
  [6, 'sat'],
])
const monthNumbers = phraseMap<number>([
  [1, 'january, jan'],
  [2, 'february, feb'],
  [3, 'march, mar'],
  [4, 'april, apr'],
  [5, 'may'],
  [6, 'june, jun'],
  [7, 'july, jul'],
  [8, 'august, aug'],
  [9, 'september, sep, sept'],
  [10, 'october, oct'],
  [11, 'november, nov'],
  [12, 'december, dec'],
])
const feasts = phraseMap<readonly [day: number, month: number]>([
  [[24, 12], 'christmas eve, xmas eve'],
  [[26, 12], 'boxing day'],
  [[31, 12], 'new years eve, new year eve, nye'],
  [[1, 1], 'new years day'],
  [[5, 11], 'bonfire night, guy fawkes night'],
])
const prepositions = new Set(['on', 'for', 'by', 'before'])
const partWords = phraseMap<PartOfDay>([
  ['morning', 'morning'],
  ['afternoon', 'afternoon, lunchtime'],
  ['evening', 'evening, night'],
])
/** 'Sunday roast' and the shop 'Saturday Bakes' are names. */
const namesWithDay = new Set(
  'roast roasts supper best bakes bake baker bakers bakery bakehouse kitchen club pancake pancakes lunch'.split(' '),
)

export interface SaidDay {
  /** 'YYYY-MM-DD', never before today. */
  readonly date: string
  readonly part: PartOfDay | null
}

/** @param today 'YYYY-MM-DD' in London */
export function findDate(tokens: readonly Token[], from: number, today: string): Found<SaidDay> | null {
  const words = wordsFrom(tokens, from, 9)
  let at = prepositions.has(words[0] ?? '') ? 1 : 0
  if (words[at] === 'the') at += 1
  const gaps = tokens.slice(from + at, from + 9).map(({ gap }) => gap.trim())
  const rest = words.slice(at)
  const found = readDay(rest, gaps, today, at > 0)
  if (!found || found.meaning < today) return null
  const part = partWords.get(rest[found.length] ?? '')
  const isTonight = rest[0] === 'tonight'
  return {
    meaning: { date: found.meaning, part: isTonight ? 'evening' : (part ?? null) },
    length: at + found.length + (part ? 1 : 0),
  }
}

type Read = Found<string> | null

function readDay(words: readonly string[], gaps: readonly string[], today: string, isAfterPreposition: boolean): Read {
  return (
    readRelative(words, today) ??
    readFeast(words, today) ??
    readWeekday(words, gaps, today, isAfterPreposition) ??
    readCalendarDate(words, gaps, today, isAfterPreposition)
  )
}

function readRelative([first = '', second = '', third = '']: readonly string[], today: string): Read {
  if (first === 'this' && partWords.has(second)) return { meaning: today, length: 1 }
  if (first === 'today' || first === 'tonight') return { meaning: today, length: 1 }
  if (first === 'day' && second === 'after' && third === 'tomorrow') return { meaning: addDays(today, 2), length: 3 }
  if (first === 'tomorrow' || first === 'tmrw') return { meaning: addDays(today, 1), length: 1 }
  if (first === 'in' && /^[1-9]\d?$/.test(second) && /^days?$/.test(third)) {
    return { meaning: addDays(today, Number(second)), length: 3 }
  }
  // A weekend is two days, and a search has one. Its chip shows which.
  const isThis = first === 'this'
  if ((isThis ? second : first) !== 'weekend') return null
  const isSunday = dayOfWeek(today) === 0
  return { meaning: isSunday ? today : nextWeekday(today, 6), length: isThis ? 2 : 1 }
}

function readFeast(words: readonly string[], today: string): Read {
  for (let length = Math.min(3, words.length); length > 0; length -= 1) {
    const feast = feasts.get(words.slice(0, length).join(' '))
    const date = feast && nextDate(feast[0], feast[1], today)
    if (date) return { meaning: date, length }
  }
  return null
}

const determiners = new Set(['this', 'next', 'coming'])

function readWeekday(
  words: readonly string[],
  gaps: readonly string[],
  today: string,
  isAfterPreposition: boolean,
): Read {
  const determiner = determiners.has(words[0] ?? '') ? words[0] : undefined
  const at = determiner ? 1 : 0
  const name = words[at] ?? ''
  const full = dayNumbers.get(name)
  const day = full ?? shortDayNumbers.get(name)
  if (day === undefined) return null
  const after = at + 1
  const the = words[after] === 'the' ? 1 : 0
  const date = readCalendarDate(words.slice(after + the), gaps.slice(after + the), today, true)
  if (date) return { meaning: date.meaning, length: after + the + date.length }
  if (full === undefined && !determiner && !isAfterPreposition) return null
  if (namesWithDay.has(words[after] ?? '')) return null
  const length = after
  if (determiner === 'next') {
    // The Monday of next week is the first day that 'next' can mean.
    const monday = addDays(mondayOf(today), 7)
    return { meaning: nextWeekday(monday, day), length }
  }
  // On a Saturday, 'Saturday' is the one to come, and 'this Saturday' is today.
  return { meaning: nextWeekday(determiner === 'this' ? today : addDays(today, 1), day), length }
}

/** The first such weekday that is not before the date. */
function nextWeekday(date: string, day: number): string {
  return addDays(date, (day - dayOfWeek(date) + 7) % 7)
}

const dayOfMonth = /^([1-9]|[12]\d|3[01]|0[1-9])(st|nd|rd|th)?$/
const year = /^20\d\d$/

function readCalendarDate(words: readonly string[], gaps: readonly string[], today: string, isExpected: boolean): Read {
  const [first = '', second = '', third = '', fourth = ''] = words
  if (year.test(first) && gaps[1] === '-' && gaps[2] === '-' && /^\d\d$/.test(second) && /^\d\d$/.test(third)) {
    return dated(Number(third), Number(second), today, first, 3)
  }
  const [, day] = dayOfMonth.exec(first) ?? []
  const of = second === 'of' ? 1 : 0
  const month = monthNumbers.get(of ? third : second)
  if (day !== undefined && month !== undefined) {
    return withYear(Number(day), month, today, of ? fourth : third, 2 + of)
  }
  const [, dayAfter, suffix] = dayOfMonth.exec(second) ?? []
  const monthBefore = monthNumbers.get(first)
  // 'may 12' could be twelve of something, but not beside a month in full.
  if (monthBefore !== undefined && dayAfter !== undefined && (first !== 'may' || suffix !== undefined)) {
    return withYear(Number(dayAfter), monthBefore, today, third, 2)
  }
  return readNumericDate(words, gaps, today, isExpected)
}

/** '5/12' and '05/12/2026'. Without a year, '1/2' and '3/4' are more likely quantities. */
function readNumericDate(
  [first = '', second = '', third = '']: readonly string[],
  gaps: readonly string[],
  today: string,
  isExpected: boolean,
): Read {
  if (!/^\d\d?$/.test(first) || !/^\d\d?$/.test(second) || gaps[1] !== '/') return null
  const isYear = gaps[2] === '/' && /^(20)?\d\d$/.test(third)
  if (isYear) return dated(Number(first), Number(second), today, third.padStart(4, '20'), 3)
  const isFraction = Number(first) < Number(second) && Number(second) <= 4
  return isFraction && !isExpected ? null : dated(Number(first), Number(second), today, null, 2)
}

function withYear(day: number, month: number, today: string, next: string, length: number): Read {
  return year.test(next) ? dated(day, month, today, next, length + 1) : dated(day, month, today, null, length)
}

function dated(day: number, month: number, today: string, ofYear: string | null, length: number): Read {
  const date = ofYear === null ? nextDate(day, month, today) : existing(ofYear, month, day)
  return date === null ? null : { meaning: date, length }
}

/** In this year, or in the next if that day has passed. */
function nextDate(day: number, month: number, today: string): string | null {
  const thisYear = Number(today.slice(0, 4))
  const dates = [thisYear, thisYear + 1].map((number) => existing(String(number), month, day))
  return dates.find((date) => date !== null && date >= today) ?? null
}

function existing(ofYear: string, month: number, day: number): string | null {
  const date = `${ofYear}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  const time = new Date(`${date}T00:00:00Z`)
  // 31 February would roll over to March, or be invalid.
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(date) ? date : null
}
