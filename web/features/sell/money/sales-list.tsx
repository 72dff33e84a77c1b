/** The paid orders, each with the shop's share and where it is. */
import { dayWithYear } from '#domain/values/calendar'
import { formatPence } from '#domain/values/money'
import { useMember } from '#features/account/auth'
import { useApp } from '#platform/app-context.ts'
import { usePagedList } from '#platform/paged-list.ts'
import { Badge } from '#ui/badge'
import { Button } from '#ui/button'
import { Link } from '#ui/link'
import { LoadFailedLine } from '#ui/load-failed-line'
import { Skeleton } from '#ui/skeleton'
import { type PaidSale, salesQuery, transferText } from './money.ts'

export function SalesList() {
  const { shown, isLoadingMore, hasFailed, retry, showMore } = usePagedList(salesQuery(useApp(), useMember().id))
  return (
    <section aria-labelledby="sales" className="mt-10">
      <h2 id="sales" className="text-2xl">
        Orders and transfers
      </h2>
      {shown ? (
        <ul className="mt-4 divide-y divide-line overflow-hidden rounded-card border border-line bg-card">
          {shown.items.length === 0 && <li className="p-4 text-ink-soft">No paid orders yet.</li>}
          {shown.items.map((sale) => (
            <li key={sale.id}>
              <Sale sale={sale} />
            </li>
          ))}
        </ul>
      ) : (
        !hasFailed && <Skeleton shape="card" className="mt-4 h-64" />
      )}
      {hasFailed && (
        <LoadFailedLine retry={retry} className="mt-4">
          The orders could not be loaded.
        </LoadFailedLine>
      )}
      {shown?.next && (
        <Button variant="secondary" busy={isLoadingMore} onClick={showMore} className="mt-4">
          Show more
        </Button>
      )}
    </section>
  )
}

function Sale({ sale }: { sale: PaidSale }) {
  const parts = [
    sale.number,
    `${formatPence(sale.received)} received`,
    sale.tip > 0 && `${formatPence(sale.tip)} of it a tip`,
    sale.refunded_amount > 0 && `${formatPence(sale.refunded_amount)} refunded`,
    sale.by_voucher > 0 && `${formatPence(sale.by_voucher)} by gift voucher`,
    sale.fee > 0 && `${formatPence(sale.fee)} fee`,
  ]
  return (
    <Link
      to={`/seller/orders?status=all&order=${sale.id}`}
      className="grid grid-cols-[1fr_auto] gap-x-4 px-4 py-3 tabular-nums hover:bg-raised sm:grid-cols-[9rem_1fr_auto_auto]"
    >
      <span className="text-sm text-ink-soft">{dayWithYear(sale.paid_at)}</span>
      <span className="min-w-0 wrap-anywhere max-sm:col-start-1 max-sm:row-start-2">
        {sale.buyer_name ?? 'A buyer'}
        <span className="block text-sm text-ink-soft">{parts.filter(Boolean).join(', ')}</span>
      </span>
      <span className="max-sm:col-start-2 max-sm:row-start-1 max-sm:text-right">
        <Badge tone={sale.pending > 0 ? 'berry' : 'neutral'}>{transferText(sale)}</Badge>
      </span>
      <span className="text-right font-semibold max-sm:col-start-2 max-sm:row-start-2 sm:w-24">
        {formatPence(sale.net)}
      </span>
    </Link>
  )
}
