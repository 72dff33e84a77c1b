/** The prep sheet of a day or a week: totals to make, then one packing list per order. */
import { CookingPot } from 'lucide-react'
import { longDate } from '#domain/values/calendar'
import { EmptyState } from '#ui/empty-state'
import { PackingList } from './packing-list.tsx'
import type { PrepSheet } from './prep-sheet.ts'
import { type PrepTotal, prepTotals } from './prep-totals.ts'

export function PrepDay({ sheet: { orders }, days }: { sheet: PrepSheet; days: number }) {
  if (orders.length === 0) {
    return (
      <EmptyState icon={CookingPot} title="Nothing to make">
        <p>
          There are no orders for {days > 1 ? 'these days' : 'this day'}. New orders appear here as soon as they are
          paid.
        </p>
      </EmptyState>
    )
  }
  return (
    <>
      <Totals totals={prepTotals(orders)} />
      {days === 1 ? <PackingLists orders={orders} /> : <PackingListsByDay orders={orders} />}
    </>
  )
}

function PackingListsByDay({ orders }: Pick<PrepSheet, 'orders'>) {
  const days = [...new Set(orders.map(({ due_at: due }) => due.slice(0, 10)))]
  return days.map((day) => (
    <section key={day} aria-label={longDate(day)} className="mt-10 border-t border-line pt-2 print:mt-6">
      <h2 className="mt-3 text-2xl print:text-xl">{longDate(day)}</h2>
      <PackingLists orders={orders.filter(({ due_at: due }) => due.startsWith(day))} heading="h3" />
    </section>
  ))
}

function PackingLists({ orders, heading = 'h2' }: Pick<PrepSheet, 'orders'> & { heading?: 'h2' | 'h3' }) {
  const open = orders.filter(({ status }) => status === 'processing')
  const packedOrders = orders.filter(({ status }) => status !== 'processing')
  return (
    <>
      <PackingGroup
        title={open.length === 1 ? '1 order to pack' : `${open.length} orders to pack`}
        orders={open}
        Heading={heading}
      />
      <PackingGroup
        Heading={heading}
        title={packedOrders.length === 1 ? '1 order packed' : `${packedOrders.length} orders packed`}
        orders={packedOrders}
      />
    </>
  )
}

function Totals({ totals }: { totals: readonly PrepTotal[] }) {
  const hasMade = totals.some(({ made }) => made > 0)
  const number = 'py-2.5 pl-4 text-right align-baseline tabular-nums print:py-1.5'
  return (
    <div className="mt-5 overflow-x-auto rounded-card border border-line bg-card px-4 py-1 sm:px-5 print:rounded-none print:border-0 print:bg-white print:px-0">
      <table aria-label="Totals to make" className="w-full">
        <thead>
          <tr className="border-b border-line text-sm text-ink-soft print:border-ink print:text-ink">
            <th scope="col" className="py-2.5 text-left font-semibold print:py-1.5">
              Product
            </th>
            <th scope="col" className={`${number} font-semibold whitespace-nowrap`}>
              To make
            </th>
            {hasMade && (
              <th scope="col" className={`${number} font-semibold whitespace-nowrap`}>
                Made
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {totals.map(({ key, name, variation, agreed, declared, toMake, made }) => (
            <tr key={key} className="break-inside-avoid border-b border-line last:border-b-0 print:border-ink/30">
              <th scope="row" className="py-2.5 text-left font-normal print:py-1.5">
                <span className="font-semibold wrap-anywhere">{name}</span>
                {variation && <span className="wrap-anywhere">, {variation}</span>}
                {declared && <span className="block text-sm text-pretty">{declared}</span>}
                {agreed.length > 0 && (
                  <span className="block text-sm font-semibold wrap-anywhere">{agreed.join(' · ')}</span>
                )}
              </th>
              <td className={`${number} text-xl font-semibold print:text-base`}>{toMake}</td>
              {hasMade && <td className={`${number} text-ink-soft print:text-ink`}>{made}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface PackingGroupProps extends Pick<PrepSheet, 'orders'> {
  title: string
  Heading: 'h2' | 'h3'
}

function PackingGroup({ title, orders, Heading }: PackingGroupProps) {
  if (orders.length === 0) return null
  return (
    <section aria-label={title}>
      <Heading className="mt-9 text-xl print:mt-5 print:text-lg">{title}</Heading>
      <ul className="mt-3 grid gap-4 sm:grid-cols-2 print:grid-cols-2 print:gap-[4mm]">
        {orders.map((order) => (
          <li key={order.id} className="grid break-inside-avoid">
            <PackingList order={order} isLinked />
          </li>
        ))}
      </ul>
    </section>
  )
}
