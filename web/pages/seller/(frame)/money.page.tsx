/** A shop's money: what is on its way, sums by month and tax year, each order, the export, and VAT. */
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { dateWithYear } from '#domain/values/calendar'
import { formatPence } from '#domain/values/money'
import { useApp } from '#platform/app-context.ts'
import { PageHead } from '#platform/page-head.tsx'
import { preload, preloadPages } from '#platform/preload.ts'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { Link } from '#ui/link'
import { Loaded } from '#ui/loaded'
import { Page } from '#ui/page'
import { Loading, Skeleton } from '#ui/skeleton'
import { memberLoader } from '#web/features/account/auth/member-loader.ts'
import { useMember } from '#web/features/account/auth/require-account.tsx'
import { SellerPage, useSellerShop } from '#web/features/sell/frame/seller-page.ts'
import { ExportDialog } from '#web/features/sell/inbox/lazy-export-dialog.ts'
import { type Money, moneyQuery, salesQuery } from '#web/features/sell/money/money.ts'
import { MonthsTable } from '#web/features/sell/money/months-table.tsx'
import { SalesList } from '#web/features/sell/money/sales-list.tsx'
import { VatSection } from '#web/features/sell/money/vat-section.tsx'

export const handle = new SellerPage('Money', { purpose: 'see its money' })

export const loader = memberLoader((app, { id }) => {
  void preload(app, moneyQuery(app, id))
  void preloadPages(app, salesQuery(app, id), 1)
})

export function Component() {
  const { id: userId } = useMember()
  const query = useQuery(moneyQuery(useApp(), userId))
  return (
    <Page width="wide" className="py-6 sm:py-10">
      <PageHead title={handle.title} hidden />
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h1 className="text-3xl sm:text-4xl">Money</h1>
        <Link to="/seller/payment-settings" className="text-link py-1">
          Payment settings
        </Link>
      </div>
      <Loaded
        query={query}
        failed="Your money could not be loaded"
        loading={
          <Loading text="Loading money...">
            <Skeleton shape="card" className="mt-6 h-32" />
            <Skeleton shape="card" className="mt-6 h-96" />
          </Loading>
        }
      >
        {(money) => <Figures money={money} />}
      </Loaded>
    </Page>
  )
}

function Figures({ money: { months, tax_years: years, on_its_way: waiting } }: { money: Money }) {
  const shop = useSellerShop()
  const [days, setDays] = useState<{ from: string; to: string } | null>(null)
  return (
    <>
      <dl className="mt-6 grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        <Tile label="On its way to you" value={formatPence(waiting.amount)}>
          {waiting.held > 0 &&
            `${waiting.held === 1 ? '1 transfer is' : `${waiting.held} transfers are`} held: a bank disputes the payment. `}
          {waiting.transfers === 0
            ? waiting.held === 0 && 'Every transfer has arrived at your payment account.'
            : waiting.transfers === 1
              ? '1 transfer to your payment account'
              : `${waiting.transfers} transfers to your payment account`}
        </Tile>
        {years.map((year) => (
          <Tile
            key={year.from}
            label={`Tax year ${year.from.slice(0, 4)}/${year.to.slice(2, 4)}`}
            value={formatPence(year.net)}
          >
            <span className="block">
              {formatPence(year.sales)} received, {formatPence(year.refunds)} refunded, {formatPence(year.fees)} fees,
              from {dateWithYear(year.from)} to {dateWithYear(year.to)}
            </span>
            {(year.vouchers_sold > 0 || year.paid_by_vouchers > 0) && (
              <span className="block">
                Gift vouchers: {formatPence(year.vouchers_sold)} sold, {formatPence(year.paid_by_vouchers)} of what was
                received paid by them. A voucher is income once it is used.
              </span>
            )}
            {year.tips > 0 && <span className="block">Also {formatPence(year.tips)} in tips</span>}
            <Button variant="link" onClick={() => setDays({ from: year.from, to: year.to })}>
              Export this year
            </Button>
          </Tile>
        ))}
      </dl>
      <section aria-labelledby="months" className="mt-8">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 id="months" className="text-2xl">
            Month by month
          </h2>
          <Button variant="secondary" onClick={() => setDays({ from: '', to: '' })}>
            <Download aria-hidden="true" className="size-5" strokeWidth={1.75} />
            Export
          </Button>
        </div>
        <MonthsTable months={months} />
        <p className="mt-3 max-w-prose text-sm text-pretty text-ink-soft">
          Orders and their refunds count in the month in which the order was paid. Stripe sends what is in your account
          to your bank, usually 3 working days later.
        </p>
      </section>
      <SalesList />
      <VatSection shopId={shop.id} />
      {days && (
        <ExportDialog
          key={days.from}
          open
          onClose={() => setDays(null)}
          shopId={shop.id}
          days={days.from === '' ? undefined : days}
        />
      )}
    </>
  )
}

function Tile({ label, value, children }: { label: string; value: string; children: ReactNode }) {
  return (
    <Card>
      <dt className="text-sm font-semibold text-ink-soft">{label}</dt>
      <dd className="mt-1 font-display text-3xl font-semibold tabular-nums">{value}</dd>
      <dd className="mt-1 text-sm text-pretty text-ink-soft">{children}</dd>
    </Card>
  )
}
