/** The page of test payments. It replaces the page of a payment provider, and no money moves. */
import { useQuery } from '@tanstack/react-query'
import { CreditCard } from 'lucide-react'
import { useParams } from 'react-router'
import { useApp } from '#platform/app-context.ts'
import { PageHead } from '#platform/page-head.tsx'
import { isRefusal } from '#platform/unwrap.ts'
import { LoadFailed } from '#ui/load-failed'
import { Page } from '#ui/page'
import { PageNotice } from '#ui/page-notice'
import { Loading, Skeleton, SkeletonText } from '#ui/skeleton'
import { PayForm } from '#web/features/buy/payment/pay-form.tsx'
import { paySessionQuery, returnPath } from '#web/features/buy/payment/pay-session.ts'

export function Component() {
  const { session = '' } = useParams()
  return (
    <div className="own-bar">
      <PageHead title="Pay" hidden />
      <PaymentPage session={session} />
    </div>
  )
}

function PaymentPage({ session }: { session: string }) {
  const { data, error, refetch } = useQuery(paySessionQuery(useApp(), session))
  if (data?.status === 'open') return <PayForm session={session} details={data} />
  if (data?.status === 'succeeded')
    return (
      <PageNotice icon={CreditCard} title="This order is paid" to={returnPath(data, 'done')} link="See your order">
        There is nothing left to do here.
      </PageNotice>
    )
  if (data)
    return (
      <PageNotice
        icon={CreditCard}
        title="This payment page has expired"
        to={returnPath(data, 'abandoned')}
        link="Back to your order"
      >
        Unpaid orders are kept for up to 30 minutes. Nothing was charged.
      </PageNotice>
    )
  if (isRefusal(error))
    return (
      <PageNotice icon={CreditCard} title="This payment page does not exist" to="/cart" link="View basket">
        The link may be incomplete. Nothing was charged.
      </PageNotice>
    )
  return error ? <Unavailable retry={() => void refetch()} /> : <SessionLoading />
}

function Unavailable({ retry }: { retry: () => void }) {
  return (
    <LoadFailed title="The payment could not be loaded" headingLevel="h1" className="py-24" retry={retry}>
      Check your connection and try again. Nothing was charged.
    </LoadFailed>
  )
}

function SessionLoading() {
  return (
    <Page width="narrow" className="py-10">
      <Loading text="Loading..." />
      <SkeletonText className="w-1/2 text-4xl" />
      <Skeleton shape="card" className="mt-8 h-80" />
    </Page>
  )
}
