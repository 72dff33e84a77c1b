/** Payment settings: the state of the account with the payment provider, and what it still needs. */
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleDashed, Info } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { useApp } from '#platform/app-context.ts'
import { messageFor } from '#platform/message-for.ts'
import { PageHead } from '#platform/page-head.tsx'
import { preload } from '#platform/preload.ts'
import { BackLink } from '#ui/back-link'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { Notice } from '#ui/notice'
import { Page } from '#ui/page'
import { Skeleton } from '#ui/skeleton'
import { memberLoader } from '#web/features/account/auth/member-loader.ts'
import { useMember } from '#web/features/account/auth/require-account.tsx'
import { SellerPage } from '#web/features/sell/frame/seller-page.ts'
import { MoneyExplained } from '#web/features/sell/settings/money-explained.tsx'
import {
  isBeingChecked,
  isReady,
  type PaymentAccount,
  paymentAccountQuery,
  useOpenPaymentAccount,
} from '#web/features/sell/settings/payment-account.ts'
import { requirementsInWords } from '#web/features/sell/settings/payment-requirements.ts'

export const handle = new SellerPage('Payment settings')

export const loader = memberLoader((app, { id }) => void preload(app, paymentAccountQuery(app, id)))

export function Component() {
  const { data, error, refetch } = useQuery(paymentAccountQuery(useApp(), useMember().id))
  // Stripe returns with this parameter if its link was used before or has expired.
  const isLinkExpired = useSearchParams()[0].get('onboarding') === 'again'
  return (
    <Page width="reading" className="py-6 sm:py-10">
      <PageHead title={handle.title} hidden />
      <BackLink to="/seller/dashboard">Back to your dashboard</BackLink>
      <h1 className="mt-2 text-4xl">Payment settings</h1>
      <p className="mt-3 max-w-prose text-lg text-pretty text-ink-soft">
        Buyers pay when they order. Your share goes to your own payment account, and from there to your bank.
      </p>
      <Card className="mt-8">
        {data ? (
          <Account state={data} isLinkExpired={isLinkExpired} />
        ) : error ? (
          <div role="alert">
            <p className="text-pretty">{messageFor(error, 'Something went wrong. Please try again.')}</p>
            <Button variant="secondary" onClick={() => void refetch()} className="mt-4">
              Try again
            </Button>
          </div>
        ) : (
          <Skeleton className="h-40" />
        )}
      </Card>
      <Card className="mt-6">
        <MoneyExplained />
      </Card>
    </Page>
  )
}

interface AccountProps {
  state: PaymentAccount
  /** The provider's link was used or expired: it works once, for a few minutes. */
  isLinkExpired: boolean
}

function Account({ state: { provider, account }, isLinkExpired }: AccountProps) {
  const open = useOpenPaymentAccount()
  const ready = account !== null && isReady(account)
  return (
    <>
      {isLinkExpired && !ready && (
        <Notice tone="warning" icon={Info} className="mb-5">
          The link to Stripe has expired. Nothing is lost: you can carry on where you left off.
        </Notice>
      )}
      <h2 className="text-2xl">{accountHeading(account)}</h2>
      <p className="mt-2 max-w-prose text-pretty text-ink-soft">{accountExplanation(provider, account)}</p>
      {provider === 'stripe' && <Steps account={account} />}
      {account !== null && account.due.length > 0 && <Requirements names={account.due} />}
      {provider === 'stripe' || !ready ? (
        <Button
          onClick={() => open.mutate()}
          busy={open.isPending}
          variant={ready ? 'secondary' : 'primary'}
          className="mt-6"
        >
          {actionLabel(account)}
        </Button>
      ) : null}
    </>
  )
}

function actionLabel(account: PaymentAccount['account']): string {
  if (account === null) return 'Set up payments'
  if (!account.details_submitted) return 'Continue setting up'
  return account.due.length > 0 ? 'Update your details' : 'View your account'
}

function Requirements({ names }: { names: readonly string[] }) {
  return (
    <section aria-labelledby="due" className="mt-5">
      <h3 id="due" className="font-medium">
        Stripe still needs
      </h3>
      <ul className="mt-1.5 list-disc space-y-1 pl-5 text-ink-soft">
        {requirementsInWords(names).map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    </section>
  )
}

function Steps({ account }: { account: PaymentAccount['account'] }) {
  return (
    <ul className="mt-5 space-y-2.5">
      <Step done={account?.details_submitted ?? false}>Identity and bank details provided</Step>
      <Step done={account?.charges_enabled ?? false}>Buyers can pay you</Step>
      <Step done={account?.payouts_enabled ?? false}>Stripe can pay your bank account</Step>
    </ul>
  )
}

function Step({ done, children }: { done: boolean; children: string }) {
  const Icon = done ? CircleCheck : CircleDashed
  return (
    <li className="flex items-start gap-2.5">
      <Icon
        aria-hidden="true"
        className={done ? 'mt-0.5 size-5 shrink-0 text-leaf' : 'mt-0.5 size-5 shrink-0 text-ink-soft'}
      />
      <span>
        {children}
        <span className="sr-only">: {done ? 'done' : 'not yet'}</span>
      </span>
    </li>
  )
}

function accountHeading(account: PaymentAccount['account']): string {
  if (!account) return 'Payments are not set up yet'
  if (isReady(account)) return 'You are ready to be paid'
  if (isBeingChecked(account)) return 'Your details are being checked'
  return account.charges_enabled && account.payouts_enabled
    ? 'Stripe needs more details'
    : 'Some details are still missing'
}

function accountExplanation(provider: PaymentAccount['provider'], account: PaymentAccount['account']): string {
  if (provider === 'test') return 'This site uses test payments: orders can be paid for, but no money moves.'
  if (!account)
    return 'Your account is with Stripe. Setting it up takes a few minutes; have your bank details to hand. We hold your earnings until then.'
  if (isReady(account)) return 'Stripe sends what you have earned to your bank on its usual schedule.'
  if (isBeingChecked(account))
    return account.charges_enabled
      ? 'Buyers’ payments reach your Stripe account. Stripe checks your bank details before it pays out. This usually takes minutes, sometimes a day.'
      : 'Stripe is checking your details. This usually takes minutes, sometimes a day. We hold your earnings until then.'
  if (!account.charges_enabled)
    return 'Stripe needs more details before it can pay you. We hold your earnings until then.'
  return account.payouts_enabled
    ? 'You are paid as usual for now. Stripe will stop payments if you do not send the details in time.'
    : 'Buyers’ payments reach your Stripe account. Stripe will pay your bank once you send the details.'
}
