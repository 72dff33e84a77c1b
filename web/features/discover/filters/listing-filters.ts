/**
 * The filters in a listing's URL, named as the arguments of `search_products`; the kitchen is part of `avoid` there. Reading
 * tolerates any input; writing uses one canonical form.
 */

import { offeredCategory } from '#domain/catalogue/categories'
import {
  type AvoidedAllergen,
  allergenChips,
  type KitchenFilter,
  readAvoided,
  readKitchenFilter,
} from '#domain/food/avoided-allergens'
import { fulfilments } from '#domain/pickup/hand-over'
import { longDate } from '#domain/values/calendar'
import { shortPence, toPence } from '#domain/values/money'
import { type PartOfDay, readPartOfDay } from '#domain/values/part-of-day'

export const kitchenLabel = 'Kitchens without it'
export const fulfilmentLabels = { delivery: 'Delivery', pickup: 'Pickup' } as const

export interface ListingFilters {
  readonly category: string | null
  /** In pounds; the minimum never exceeds the maximum. */
  readonly min_price: number | null
  readonly max_price: number | null
  readonly fulfilment: keyof typeof fulfilmentLabels | null
  /** 'YYYY-MM-DD'. */
  readonly available_on: string | null
  /** Of that day. */
  readonly part_of_day: PartOfDay | null
  /** In the legal order of the allergens. */
  readonly avoid: readonly AvoidedAllergen[]
  /** Whether it must be made in a kitchen without what is avoided, by the seller's statement. */
  readonly kitchen: KitchenFilter
  /** The minimum number of stars, 1 to 5. */
  readonly min_rating: number | null
}

/** Their names in the URL. */
const parameterOf: Readonly<Record<keyof ListingFilters, string>> = {
  category: 'category',
  min_price: 'min',
  max_price: 'max',
  avoid: 'avoid',
  kitchen: 'kitchen',
  fulfilment: 'by',
  available_on: 'on',
  part_of_day: 'at',
  min_rating: 'rating',
}

export const filterParameters: readonly string[] = Object.values(parameterOf)

export function readFilters(parameters: URLSearchParams): ListingFilters {
  const text = (name: keyof ListingFilters) => parameters.get(parameterOf[name])
  const available_on = readDate(text('available_on'))
  const [min_price, max_price] = readPrices(text('min_price'), text('max_price'))
  return {
    category: readCategory(text('category')),
    min_price,
    max_price,
    avoid: readAvoided(parameters.getAll(parameterOf.avoid).join(',')),
    kitchen: readKitchenFilter(text('kitchen')),
    fulfilment: fulfilments.find((fulfilment) => fulfilment === text('fulfilment')) ?? null,
    available_on,
    part_of_day: available_on === null ? null : readPartOfDay(text('part_of_day')),
    min_rating: readRating(text('min_rating')),
  }
}

export const noFilters = readFilters(new URLSearchParams())

export interface FilterChip {
  readonly label: string
  /** The filters to change when the chip is removed. */
  readonly without: Partial<ListingFilters>
}

/** One chip per filter, in the order of the controls. */
export function filterChips(filters: ListingFilters, highestPrice: number): FilterChip[] {
  const { category, min_price, max_price, fulfilment, available_on, avoid, kitchen, min_rating } = filters
  const chips: FilterChip[] = []
  if (category !== null) chips.push({ label: category, without: { category: null } })
  if (min_price !== null || max_price !== null)
    chips.push({ label: priceRangeLabel(filters, highestPrice), without: { min_price: null, max_price: null } })
  if (fulfilment !== null) chips.push({ label: fulfilmentLabels[fulfilment], without: { fulfilment: null } })
  if (available_on !== null)
    chips.push({ label: dayLabel(filters), without: { available_on: null, part_of_day: null } })
  chips.push(...allergenChips(avoid))
  if (kitchen !== null) chips.push({ label: kitchenLabel, without: { kitchen: null } })
  if (min_rating !== null) chips.push({ label: ratingFilterLabel(min_rating), without: { min_rating: null } })
  return chips
}

/** 'Saturday 28 November, morning'. */
function dayLabel({ available_on, part_of_day }: ListingFilters): string {
  return [available_on && longDate(available_on), part_of_day].filter(Boolean).join(', ')
}

/** '£5 - £20'. @param highest the end of a range without an upper bound */
export function priceRangeLabel({ min_price, max_price }: ListingFilters, highest: number): string {
  const [low, high] = [min_price ?? 0, max_price ?? Math.max(highest, min_price ?? 0)]
  return `${shortPence(toPence(low))} - ${shortPence(toPence(high))}`
}

export function ratingFilterLabel(stars: number): string {
  return stars === 5 ? '5 stars' : `${stars} stars and up`
}

/** Above any price on sale. */
const highestPrice = 100_000
const maxCategoryLength = 100

/** The standard spelling, or the name of a seller's own category. */
export function readCategory(text: string | null): string | null {
  const name = text?.replace(/[\s\p{Cc}\p{Cs}]+/gu, ' ').trim() ?? ''
  if (name === '' || name.length > maxCategoryLength) return null
  return offeredCategory(name) ?? name
}

function readPrices(min: string | null, max: string | null): [number | null, number | null] {
  const [low, high] = [readPrice(min), readPrice(max)]
  return low !== null && high !== null && low > high ? [high, low] : [low, high]
}

function readPrice(text: string | null): number | null {
  if (text === null || !/^\d+(\.\d+)?$/.test(text)) return null
  return Math.min(Math.round(Number(text) * 100) / 100, highestPrice)
}

function readDate(text: string | null): string | null {
  // PostgreSQL dates have no year 0.
  if (text === null || !/^(?!0000)\d{4}-\d\d-\d\d$/.test(text)) return null
  const date = new Date(`${text}T00:00:00Z`)
  // 31 February would roll over to March, or be invalid.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : null
}

function readRating(text: string | null): number | null {
  return text !== null && /^[1-5]$/.test(text) ? Number(text) : null
}

/** The URL parameters with other filters, from the first page. Unset filters have no parameter. */
export function withFilters(parameters: URLSearchParams, change: Partial<ListingFilters>): URLSearchParams {
  const changed = { ...readFilters(parameters), ...change }
  const filters: Readonly<Record<string, unknown>> = {
    ...changed,
    part_of_day: changed.available_on && changed.part_of_day,
  }
  const next = new URLSearchParams(parameters)
  next.delete('page')
  for (const [name, parameter] of Object.entries(parameterOf)) {
    const text = String(filters[name] ?? '')
    next.delete(parameter)
    if (text !== '') next.set(parameter, text)
  }
  return next
}

/** The number of active filters for the filter button. The category has its own control; a day and its part are one. */
export function countFilters({
  category: _,
  part_of_day: __,
  avoid,
  min_price,
  max_price,
  ...others
}: ListingFilters): number {
  return avoid.length + [min_price ?? max_price, ...Object.values(others)].filter((value) => value !== null).length
}

export function isNarrowed(filters: ListingFilters): boolean {
  return filters.category !== null || countFilters(filters) > 0
}
