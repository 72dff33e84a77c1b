/** The gift vouchers of the seller's shop: whether it sells them, what it still owes, and each that was sold. */
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { dateWithYear, dayWithYear } from '#domain/values/calendar'
import { formatPence } from '#domain/values/money'
import { useApp } from '#platform/app-context.ts'
import { messageFor } from '#platform/message-for.ts'
import { PageHead } from '#platform/page-head.tsx'
import { usePagedList } from '#platform/paged-list.ts'
import { preload } from '#platform/preload.ts'
import { BackLink } from '#ui/back-link'
import { Badge } from '#ui/badge'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { ConfirmDialog } from '#ui/confirm-dialog'
import { FormError } from '#ui/form-error'
import { LoadFailedLine } from '#ui/load-failed-line'
import { Loaded } from '#ui/loaded'
import { Page } from '#ui/page'
import { Skeleton } from '#ui/skeleton'
import { memberLoader } from '#web/features/account/auth/member-loader.ts'
import { useMember } from '#web/features/account/auth/require-account.tsx'
import { SellerPage } from '#web/features/sell/frame/seller-page.ts'
import {
  type SoldVoucher,
  soldVouchersQuery,
  useRefundVoucher,
  useVoucherTerms,
  type VoucherSums,
  voucherSumsQuery,
  voucherTermsQuery,
} from '#web/features/sell/vouchers/sold-vouchers.ts'
import { TermsForm } from '#web/features/sell/vouchers/terms-form.tsx'

export const handle = new SellerPage('Gift vouchers', { purpose: 'sell gift vouchers' })

export const loader = memberLoader((app, { id }) => {
  void preload(app, voucherTermsQuery(app, id))
  void preload(app, voucherSumsQuery(app, id))
})

export function Component() {
  const query = useVoucherTerms()
  const { data: sums } = useQuery(voucherSumsQuery(useApp(), useMember().id))
  return (
    <Page className="py-8 sm:py-12">
      <PageHead title={handle.title} hidden />
      <BackLink to="/seller/promotions">Promotions</BackLink>
      <h1 className="mt-2 text-3xl sm:text-4xl">Gift vouchers</h1>
      <p className="mt-3 max-w-prose text-pretty text-ink-soft">
        Shoppers give a voucher for your shop, and its holder enters the code at the checkout. It is a means of payment:
        prices, VAT and totals of the order stay as they are.
      </p>
      <Loaded
        query={query}
        failed="Your settings could not be loaded"
        loading={<Skeleton shape="card" className="mt-6 h-64" />}
      >
        {(terms) => <TermsForm key={terms === null ? 'off' : 'on'} terms={terms} />}
      </Loaded>
      {sums && sums.count > 0 && (
        <>
          <Sums sums={sums} />
          <Sold />
        </>
      )}
    </Page>
  )
}

function Sums({ sums: { sold, refunded, used, outstanding, expired, count } }: { sums: VoucherSums }) {
  return (
    <dl className="mt-8 grid gap-3 sm:grid-cols-3">
      <Tile label="Outstanding" value={outstanding}>
        What you still owe in food
      </Tile>
      <Tile label="Sold" value={sold - refunded}>
        {count === 1 ? '1 voucher' : `${count} vouchers`}
        {refunded > 0 && `, after ${formatPence(refunded)} of refunds`}
      </Tile>
      <Tile label="Used" value={used}>
        In orders{expired > 0 && `; ${formatPence(expired)} has expired`}
      </Tile>
    </dl>
  )
}

function Tile({ label, value, children }: { label: string; value: number; children: ReactNode }) {
  return (
    <Card>
      <dt className="text-sm font-semibold text-ink-soft">{label}</dt>
      <dd className="mt-1 font-display text-3xl font-semibold tabular-nums">{formatPence(value)}</dd>
      <dd className="mt-1 text-sm text-pretty text-ink-soft">{children}</dd>
    </Card>
  )
}

function Sold() {
  const { shown, isLoadingMore, hasFailed, retry, showMore } = usePagedList(soldVouchersQuery(useApp(), useMember().id))
  return (
    <section aria-labelledby="sold" className="mt-8">
      <h2 id="sold" className="text-2xl">
        Sold vouchers
      </h2>
      {shown ? (
        <ul className="mt-4 divide-y divide-line overflow-hidden rounded-card border border-line bg-card">
          {shown.items.map((voucher) => (
            <li key={voucher.id}>
              <Line voucher={voucher} />
            </li>
          ))}
        </ul>
      ) : (
        !hasFailed && <Skeleton shape="card" className="mt-4 h-64" />
      )}
      {hasFailed && (
        <LoadFailedLine retry={retry} className="mt-4">
          The vouchers could not be loaded.
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

function Line({ voucher }: { voucher: SoldVoucher }) {
  const { used, refunded, fee, expires_on: until } = voucher
  const parts = [
    `valid until ${dateWithYear(until)}`,
    used > 0 && `${formatPence(used)} used`,
    refunded > 0 && `${formatPence(refunded)} refunded`,
    fee !== null && fee > 0 && `${formatPence(fee)} fee`,
  ]
  return (
    <div className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 px-4 py-3 tabular-nums sm:grid-cols-[9rem_1fr_auto_auto] sm:items-start">
      <span className="text-sm text-ink-soft">{dayWithYear(voucher.paid_at)}</span>
      <span className="min-w-0 wrap-anywhere max-sm:col-span-2 max-sm:row-start-2">
        <span className="font-semibold">…{voucher.code_end}</span> bought by {voucher.buyer_name ?? 'a member'}
        <span className="block text-sm text-ink-soft">{parts.filter(Boolean).join(', ')}</span>
      </span>
      <span className="text-right max-sm:col-start-2 max-sm:row-start-1">
        <span className="block font-semibold">{formatPence(voucher.amount)}</span>
        <State voucher={voucher} />
      </span>
      <span className="max-sm:col-span-2 sm:w-24 sm:text-right">
        {voucher.balance > 0 && <Refund voucher={voucher} />}
      </span>
    </div>
  )
}

function State({ voucher: { amount, refunded, balance, is_expired: isExpired } }: { voucher: SoldVoucher }) {
  if (refunded === amount) return <Badge>Refunded</Badge>
  if (balance === 0) return <Badge>Used up</Badge>
  return isExpired ? <Badge>Expired</Badge> : <Badge tone="leaf">{formatPence(balance)} left</Badge>
}

function Refund({ voucher }: { voucher: SoldVoucher }) {
  const [isOpen, setIsOpen] = useState(false)
  const refund = useRefundVoucher()
  return (
    <>
      <Button
        size="sm"
        variant="quiet"
        onClick={() => setIsOpen(true)}
        aria-label={`Refund the voucher that ends in ${voucher.code_end}`}
      >
        Refund
      </Button>
      <ConfirmDialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title="Refund this gift voucher?"
        description={`${formatPence(voucher.balance)} goes back to the card that bought it, and its code stops working.`}
        action="Refund"
        onConfirm={() => refund.mutate(voucher.id, { onSuccess: () => setIsOpen(false) })}
        isPending={refund.isPending}
        keep="Keep it"
      >
        <FormError message={refund.error && messageFor(refund.error, 'It could not be refunded. Please try again.')} />
      </ConfirmDialog>
    </>
  )
}
