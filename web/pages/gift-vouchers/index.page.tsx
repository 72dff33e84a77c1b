/** The gift vouchers that the member has bought. */
import { useQuery } from '@tanstack/react-query'
import { Gift } from 'lucide-react'
import { dateWithYear, dayWithYear, londonTime } from '#domain/values/calendar'
import { formatPence, formatPounds, toPence } from '#domain/values/money'
import { useApp } from '#platform/app-context.ts'
import { useNow } from '#platform/clock.ts'
import { PageHead } from '#platform/page-head.tsx'
import { preload } from '#platform/preload.ts'
import { Badge } from '#ui/badge'
import { EmptyState } from '#ui/empty-state'
import { Link } from '#ui/link'
import { LinkButton } from '#ui/link-button'
import { Loaded } from '#ui/loaded'
import { Page } from '#ui/page'
import { Skeleton } from '#ui/skeleton'
import { memberLoader } from '#web/features/account/auth/member-loader.ts'
import { RequireAccount, useMember } from '#web/features/account/auth/require-account.tsx'
import { type BoughtVoucher, boughtVouchersQuery } from '#web/features/buy/vouchers/vouchers.ts'

export const loader = memberLoader((app, { id }) => void preload(app, boughtVouchersQuery(app, id)))

export function Component() {
  return (
    <Page width="reading" className="py-8 sm:py-12">
      <PageHead title="Gift vouchers" hidden />
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-3xl sm:text-4xl">Gift vouchers</h1>
        <LinkButton to="/gift-voucher" variant="secondary">
          Check a code
        </LinkButton>
      </div>
      <RequireAccount fallback={<Skeleton shape="card" className="mt-6 h-64" />}>{() => <Bought />}</RequireAccount>
    </Page>
  )
}

function Bought() {
  const query = useQuery(boughtVouchersQuery(useApp(), useMember().id))
  const loading = <Skeleton shape="card" className="mt-6 h-64" />
  return (
    <Loaded query={query} failed="Your gift vouchers could not be loaded" loading={loading}>
      {(vouchers) =>
        vouchers.length === 0 ? (
          <EmptyState icon={Gift} title="No gift vouchers yet" actions={<LinkButton to="/">Browse shops</LinkButton>}>
            Many shops sell gift vouchers. Look for “Gift vouchers” on a shop’s page.
          </EmptyState>
        ) : (
          <ul
            aria-label="Gift vouchers that you bought"
            className="mt-6 divide-y divide-line overflow-hidden rounded-card border border-line bg-card"
          >
            {vouchers.map((voucher) => (
              <li key={voucher.id}>
                <Line voucher={voucher} />
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}

function Line({ voucher }: { voucher: BoughtVoucher }) {
  return (
    <Link
      to={`/gift-vouchers/${voucher.id}`}
      className="grid grid-cols-[1fr_auto] gap-x-4 px-4 py-3 tabular-nums hover:bg-raised"
    >
      <span className="min-w-0 wrap-anywhere">
        <span className="font-semibold">{voucher.shop_name}</span>
        {voucher.recipient_name && ` for ${voucher.recipient_name}`}
        <span className="block text-sm text-ink-soft">
          Bought {voucher.paid_at && dayWithYear(voucher.paid_at)}
          {voucher.expires_on && `, valid until ${dateWithYear(voucher.expires_on)}`}
        </span>
      </span>
      <span className="text-right">
        <span className="block font-semibold">{formatPounds(voucher.amount)}</span>
        <State voucher={voucher} />
      </span>
    </Link>
  )
}

function State({ voucher }: { voucher: BoughtVoucher }) {
  const { date: today } = londonTime(useNow())
  const balancePence = toPence(voucher.balance)
  if (toPence(voucher.refunded) === toPence(voucher.amount)) return <Badge>Refunded</Badge>
  if (balancePence === 0) return <Badge>Used up</Badge>
  if (voucher.expires_on && voucher.expires_on < today) return <Badge>Expired</Badge>
  return <Badge tone="leaf">{formatPence(balancePence)} left</Badge>
}
