/**
 * The first days on which a product can be had here. Loaded once a shopper sees the lines, because orders fill days all
 * the time, and because visitors would otherwise load the backend's client with every product.
 */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { CalendarCheck } from 'lucide-react'
import { useCallback, useState } from 'react'
import { dayOfWeek, shortDate, weekdayAbbreviation } from '#domain/values/calendar'
import { productKeys } from '#keys/product'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { read } from '#platform/read.ts'
import type { Product } from './product.ts'

interface Days {
  readonly pickup: string | null
  readonly delivery: string | null
}

function earliestDaysQuery(app: AppContext, id: string) {
  return queryOptions({
    queryKey: productKeys.earliestDays(id),
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<Days> => {
      const [days] = await read(app, (client) => client.rpc('earliest_days', { product_ids: [id] }).abortSignal(signal))
      return { pickup: days?.pickup_day ?? null, delivery: days?.delivery_day ?? null }
    },
  })
}

/** List items of one line each, in the first HTML too, so that the layout does not shift. */
export function EarliestDays({ product }: { product: Product }) {
  const { isSeen, ref } = useSeen()
  const { data: days, isError } = useQuery({ ...earliestDaysQuery(useApp(), product.id), enabled: isSeen })
  if (isError || !product.is_listed || product.product_type === 'bespoke') return null
  const lines = [
    ...(product.available_for_delivery ? [{ label: 'Out for delivery', day: days?.delivery }] : []),
    ...(product.available_for_pickup ? [{ label: 'Pickup', day: days?.pickup }] : []),
  ]
  return lines.map(({ label, day }) => (
    <li key={label} ref={ref} className="flex gap-3">
      <CalendarCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-ink-soft" />
      {day === null ? `${label}: no free day at the moment` : `${label} from ${day ? shortDay(day) : '…'}`}
    </li>
  ))
}

function useSeen() {
  const [isSeen, setSeen] = useState(false)
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { isSeen, ref }
}

/** 'Sat 28 Nov' */
function shortDay(date: string): string {
  return `${weekdayAbbreviation(dayOfWeek(date))} ${shortDate(date)}`
}
