/** The page of test payments. It replaces the page of a payment provider, and no money moves. */
import { useQuery } from '@tanstack/react-query'
import { CreditCard } from 'lucide-react'
import { useParams } from 'react-router'
import { useApp } from '#platform/app-context.ts'
import { PageHead } from '#platform/page-head.tsx'
import { isRefusal } from '#platform/unwrap.ts'
import { EmptyState } from '#ui/empty-state'
import { LinkButton } from '#ui/link-button'
import { LoadFailed } from '#ui/load-failed'
import { Skeleton, SkeletonText } from '#ui/skeleton'
import { PayForm } from './pay-form.tsx'
import { paySessionQuery, returnPath } from './pay-session.ts'

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
      <PaymentNotice title="This order is paid" link={{ to: returnPath(data, 'done'), text: 'See your order' }}>
        There is nothing left to do here.
      </PaymentNotice>
    )
  if (data)
    return (
      <PaymentNotice
        title="This payment page has expired"
        link={{ to: returnPath(data, 'abandoned'), text: 'Back to your order' }}
      >
        Unpaid orders are kept for up to 30 minutes. Nothing was charged.
      </PaymentNotice>
    )
  if (isRefusal(error))
    return (
      <PaymentNotice title="This payment page does not exist" link={{ to: '/cart', text: 'View basket' }}>
        The link may be incomplete. Nothing was charged.
      </PaymentNotice>
    )
  return error ? <Unavailable retry={() => void refetch()} /> : <Loading />
}

interface PaymentNoticeProps {
  title: string
  link: { to: string; text: string }
  children: string
}

function PaymentNotice({ title, link, children }: PaymentNoticeProps) {
  return (
    <EmptyState
      icon={CreditCard}
      title={title}
      headingLevel="h1"
      className="py-24"
      actions={<LinkButton to={link.to}>{link.text}</LinkButton>}
    >
      <p>{children}</p>
    </EmptyState>
  )
}

function Unavailable({ retry }: { retry: () => void }) {
  return (
    <LoadFailed title="The payment could not be loaded" headingLevel="h1" className="py-24" retry={retry}>
      Something went wrong. Nothing was charged.
    </LoadFailed>
  )
}

function Loading() {
  return (
    <div className="page max-w-lg! py-10">
      <p role="status" className="sr-only">
        Loading...
      </p>
      <SkeletonText className="w-1/2 text-4xl" />
      <Skeleton className="mt-8 h-80 rounded-2xl!" />
    </div>
  )
}
