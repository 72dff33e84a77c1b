/** How a seller gets paid: the account with the payment provider, how it stands, and what is still missing. */
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleDashed, Info } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { requirementsInWords } from '#domain/payment-requirements'
import { BackLink } from '#ui/back-link'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { Skeleton } from '#ui/skeleton'
import { toast } from '#ui/toast'
import { useApp } from '#web/app/app-context.ts'
import { OwnShopPage } from './own-shop-page.tsx'
import {
  isBeingChecked,
  isReady,
  type PaymentAccount,
  paymentAccountQuery,
  useOpenPaymentAccount,
} from './payment-account.ts'

export function Component() {
  return <OwnShopPage title="Payment settings">{(shop) => <Settings shopId={shop.id} />}</OwnShopPage>
}

function Settings({ shopId }: { shopId: string }) {
  const { data, error, refetch } = useQuery(paymentAccountQuery(useApp(), shopId))
  // Stripe leads back so when a link was opened twice, or too late.
  const isLinkOver = useSearchParams()[0].get('onboarding') === 'again'
  return (
    <div className="page max-w-3xl! py-6 sm:py-10">
      <BackLink to="/seller/dashboard">Back to your dashboard</BackLink>
      <h1 className="mt-2 text-4xl">Payment settings</h1>
      <p className="mt-3 max-w-prose text-lg text-pretty text-ink-soft">
        Buyers pay when they order. Your share goes to your own account, and from there to your bank.
      </p>
      <Card className="mt-8">
        {data ? (
          <Account state={data} isLinkOver={isLinkOver} />
        ) : error ? (
          <div role="alert">
            <p className="text-pretty">{error.message}</p>
            <Button variant="secondary" onClick={() => void refetch()} className="mt-4">
              Try again
            </Button>
          </div>
        ) : (
          <Skeleton className="h-40" />
        )}
      </Card>
    </div>
  )
}

interface AccountProps {
  state: PaymentAccount
  /** The provider's page could not be shown, since its address is good for once and for minutes only. */
  isLinkOver: boolean
}

function Account({ state: { provider, account }, isLinkOver }: AccountProps) {
  const open = useOpenPaymentAccount()
  const ready = account !== null && isReady(account)
  const start = () =>
    open.mutate(undefined, {
      onError: (error) =>
        toast({ title: 'The page could not be opened', description: error.message, variant: 'destructive' }),
    })
  return (
    <>
      {isLinkOver && !ready && (
        <p className="mb-5 flex items-start gap-2.5 rounded-xl bg-honey-pale px-4 py-3 text-pretty text-honey-deep">
          <Info aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
          The link to Stripe was no longer good. Nothing is lost: go on where you stopped.
        </p>
      )}
      <h2 className="text-2xl">{headlineOf(account)}</h2>
      <p className="mt-2 max-w-prose text-pretty text-ink-soft">{explanationOf(provider, account)}</p>
      {provider === 'stripe' && <Steps account={account} />}
      {account !== null && account.due.length > 0 && <Due names={account.due} />}
      {provider === 'stripe' || !ready ? (
        <Button onClick={start} busy={open.isPending} variant={ready ? 'secondary' : 'primary'} className="mt-6">
          {actionOf(account)}
        </Button>
      ) : null}
    </>
  )
}

function actionOf(account: PaymentAccount['account']): string {
  if (account === null) return 'Set up payments'
  if (!account.details_submitted) return 'Go on setting up'
  return account.due.length > 0 ? 'Tell Stripe' : 'See your account'
}

function Due({ names }: { names: readonly string[] }) {
  return (
    <section aria-labelledby="due" className="mt-5">
      <h3 id="due" className="font-medium">
        Stripe still asks for
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
      <Step done={account?.details_submitted ?? false}>You have said who you are and where your bank is</Step>
      <Step done={account?.charges_enabled ?? false}>You can be paid by buyers</Step>
      <Step done={account?.payouts_enabled ?? false}>Your bank account receives the money</Step>
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

function headlineOf(account: PaymentAccount['account']): string {
  if (!account) return 'You are not set up yet'
  if (isReady(account)) return 'You are ready to be paid'
  if (isBeingChecked(account)) return 'Your details are being checked'
  return account.charges_enabled && account.payouts_enabled
    ? 'Stripe needs something from you'
    : 'Something is still missing'
}

function explanationOf(provider: PaymentAccount['provider'], account: PaymentAccount['account']): string {
  if (provider === 'test') return 'Payments are for testing on this site: orders can be paid for, but no money moves.'
  if (!account)
    return 'Stripe keeps the account. Setting it up takes a few minutes; have your bank details at hand. What you sell until then is kept for you.'
  if (isReady(account)) return 'Stripe sends what you have earned to your bank on its usual schedule.'
  if (isBeingChecked(account))
    return account.charges_enabled
      ? 'Buyers’ money reaches your account. Stripe looks at your bank details before it pays out; it usually takes minutes, sometimes a day.'
      : 'Stripe looks at what you sent. It usually takes minutes, sometimes a day. What you sell until then is kept for you.'
  if (!account.charges_enabled)
    return 'Stripe needs to know more of you before it can pay you. What you sell until then is kept for you.'
  return account.payouts_enabled
    ? 'You are paid as usual for now. Stripe stops when it does not hear from you in time.'
    : 'Buyers’ money reaches your account, but Stripe does not pay it out to your bank until it hears from you.'
}
