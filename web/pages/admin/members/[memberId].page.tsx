/** A member as an administrator sees them: account, shop, orders and reports. */
import { useState } from 'react'
import { useParams } from 'react-router'
import { dayWithYear } from '#domain/values/calendar'
import { ownMessage } from '#platform/message-for.ts'
import { PageHead } from '#platform/page-head.tsx'
import { BackLink } from '#ui/back-link'
import { Badge } from '#ui/badge'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { lazyDialog } from '#ui/lazy-dialog'
import { Link } from '#ui/link'
import { LoadFailed } from '#ui/load-failed'
import { Page } from '#ui/page'
import { Skeleton } from '#ui/skeleton'
import { AdministratorsOnly, administratorsLoader } from '#web/features/run/moderation/administrators-only.tsx'
import { type MemberDetail, useMemberDetail } from '#web/features/run/moderation/member-search.ts'
import { OrderLine } from '#web/features/run/moderation/order-line.tsx'
import { reportStateLabels } from '#web/features/run/moderation/queue.ts'
import { ShopStatus } from '#web/features/run/moderation/shop-status.tsx'

const SuspensionDialog = lazyDialog(() =>
  import('#web/features/run/moderation/suspension-dialog.tsx').then((module) => module.SuspensionDialog),
)
const DecisionDialog = lazyDialog(() =>
  import('#web/features/run/moderation/decision-dialog.tsx').then((module) => module.DecisionDialog),
)

export const loader = administratorsLoader

export function Component() {
  const { memberId = '' } = useParams()
  return <AdministratorsOnly>{(user) => <MemberPage userId={user.id} memberId={memberId} />}</AdministratorsOnly>
}

function MemberPage({ userId, memberId }: { userId: string; memberId: string }) {
  const { data: member, error, refetch } = useMemberDetail(userId, memberId)
  return (
    <Page width="medium" className="py-8 sm:py-12">
      <PageHead title="Member" hidden />
      <BackLink to="/admin?tab=find">Back to search</BackLink>
      {member ? (
        <Member member={member} />
      ) : error ? (
        <LoadFailed title="This member could not be loaded" retry={() => void refetch()}>
          {ownMessage(error)}
        </LoadFailed>
      ) : (
        <Skeleton shape="card" className="mt-6 h-96" />
      )}
    </Page>
  )
}

function Member({ member }: { member: MemberDetail }) {
  return (
    <>
      <h1 className="mt-2 text-3xl wrap-anywhere sm:text-4xl">{member.name}</h1>
      <p className="mt-2 text-ink-soft wrap-anywhere">
        {member.email ?? 'No email address'}, joined {dayWithYear(member.joined_at)}
      </p>
      <div className="mt-6 space-y-6">
        <Account member={member} />
        <Shop member={member} />
        <Orders member={member} />
        <Reports member={member} />
      </div>
    </>
  )
}

function Account({ member }: { member: MemberDetail }) {
  const [isOpen, setOpen] = useState(false)
  const { suspension, is_administrator: isAdministrator } = member
  const action = suspension ? 'restore' : 'suspend'
  return (
    <Card>
      <h2 className="text-xl">Account</h2>
      <p className="mt-2 flex flex-wrap items-center gap-3">
        <Badge tone={suspension ? 'alarm' : 'sky'}>{suspension ? 'Suspended' : 'Active'}</Badge>
        {suspension && <span className="text-ink-soft">Since {dayWithYear(suspension.suspended_at)}</span>}
      </p>
      {suspension && <p className="mt-1 wrap-anywhere">Reason: {suspension.reason}</p>}
      {isAdministrator ? (
        <p className="mt-2 text-ink-soft">An administrator, who cannot be suspended.</p>
      ) : (
        <Button variant={suspension ? 'secondary' : 'danger'} size="sm" className="mt-4" onClick={() => setOpen(true)}>
          {suspension ? 'Restore member' : 'Suspend member'}
        </Button>
      )}
      <SuspensionDialog member={member} action={action} open={isOpen} onClose={() => setOpen(false)} />
    </Card>
  )
}

function Shop({ member: { shop } }: { member: MemberDetail }) {
  const [isOpen, setOpen] = useState(false)
  const action = shop?.status === 'active' ? 'suspend' : shop?.status === 'suspended' ? 'restore' : null
  return (
    <Card>
      <h2 className="text-xl">Shop</h2>
      {shop === null ? (
        <p className="mt-2 text-ink-soft">No shop.</p>
      ) : (
        <>
          <p className="mt-2 flex flex-wrap items-center gap-3">
            <Link to={`/shop/${shop.slug}`} className="text-link wrap-anywhere">
              {shop.name}
            </Link>
            <ShopStatus status={shop.status} />
          </p>
          {shop.reason && <p className="mt-1 wrap-anywhere">Reason: {shop.reason}</p>}
          {action && (
            <>
              <Button variant="secondary" size="sm" className="mt-4" onClick={() => setOpen(true)}>
                {action === 'suspend' ? 'Suspend shop' : 'Restore shop'}
              </Button>
              <DecisionDialog
                decision={{ action, subject: 'shop', id: shop.id }}
                content={{ name: shop.name, shop: shop.name, is_hidden: action === 'restore' }}
                open={isOpen}
                onClose={() => setOpen(false)}
                onDone={() => setOpen(false)}
              />
            </>
          )}
        </>
      )}
    </Card>
  )
}

function Orders({ member: { orders } }: { member: MemberDetail }) {
  return (
    <Card>
      <h2 className="text-xl">Last orders</h2>
      {orders.length === 0 && <p className="mt-2 text-ink-soft">No orders.</p>}
      <ul aria-label="Last orders" className="mt-2 divide-y divide-line">
        {orders.map((order) => (
          <li key={order.id} className="py-3">
            <OrderLine order={order} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Reports({ member: { reports, reports_sent: sent } }: { member: MemberDetail }) {
  return (
    <Card>
      <h2 className="text-xl">Reports</h2>
      <p className="mt-2 text-ink-soft">
        {sent === 1 ? '1 report sent' : `${sent} reports sent`} to us by this member.
      </p>
      <ul aria-label="Reports about this member" className="mt-2 divide-y divide-line">
        {reports.map(({ id, subject, reason, state, created_at: at }) => (
          <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-3">
            <span className="min-w-0 wrap-anywhere">
              {reason}
              <span className="block text-sm text-ink-soft">
                About their {subject}, {dayWithYear(at)}
              </span>
            </span>
            <Badge tone={state === 'upheld' ? 'alarm' : 'sky'}>{reportStateLabels[state]}</Badge>
          </li>
        ))}
      </ul>
    </Card>
  )
}
