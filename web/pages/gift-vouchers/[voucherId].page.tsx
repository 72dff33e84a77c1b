/** A gift voucher that the member has bought: its payment, its code, and cancelling it. */
import { CircleCheck, Gift } from 'lucide-react'
import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { dateWithYear, dayWithYear, longDate } from '#domain/values/calendar'
import { formatPence, formatPounds, toPence } from '#domain/values/money'
import { useNow } from '#platform/clock.ts'
import { messageFor } from '#platform/message-for.ts'
import { PageHead } from '#platform/page-head.tsx'
import { BackLink } from '#ui/back-link'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { ConfirmDialog } from '#ui/confirm-dialog'
import { FormError } from '#ui/form-error'
import { LoadFailed } from '#ui/load-failed'
import { Notice } from '#ui/notice'
import { Page } from '#ui/page'
import { PageNotice } from '#ui/page-notice'
import { Skeleton } from '#ui/skeleton'
import { Spinner } from '#ui/spinner'
import { RequireAccount, useMember } from '#web/features/account/auth/require-account.tsx'
import { PrintableVoucher } from '#web/features/buy/vouchers/printable-voucher.tsx'
import {
  type BoughtVoucher,
  useBoughtVoucher,
  useCancelVoucher,
  usePayVoucher,
  useVoucherCode,
} from '#web/features/buy/vouchers/vouchers.ts'

export function Component() {
  const { voucherId = '' } = useParams()
  return (
    <Page width="reading" className="py-8 sm:py-12">
      <PageHead title="Gift voucher" hidden />
      <RequireAccount fallback={<Skeleton shape="card" className="h-96" />}>
        {() => <Voucher key={voucherId} id={voucherId} />}
      </RequireAccount>
    </Page>
  )
}

function Voucher({ id }: { id: string }) {
  const { data: voucher, isError, refetch } = useBoughtVoucher(id)
  if (voucher?.paid_at) return <Paid voucher={voucher} />
  if (voucher) return <Unpaid voucher={voucher} />
  if (voucher === null)
    return (
      <PageNotice
        icon={Gift}
        title="This gift voucher doesn’t exist or isn’t yours"
        to="/gift-voucher"
        link="Check a code"
      >
        If you were given a voucher, enter its code.
      </PageNotice>
    )
  return isError ? (
    <LoadFailed title="The gift voucher could not be loaded" headingLevel="h1" retry={() => void refetch()} />
  ) : (
    <Skeleton shape="card" className="h-96" />
  )
}

function Unpaid({ voucher }: { voucher: BoughtVoucher }) {
  const isSent = useSearchParams()[0].get('payment') === 'done'
  const pay = usePayVoucher()
  const isPending = voucher.checkout.status === 'pending'
  if (isPending && isSent)
    return (
      <>
        <h1 className="text-3xl sm:text-4xl">Confirming your payment</h1>
        <p role="status" className="mt-3 flex items-center gap-3 text-ink-soft">
          <Spinner />
          We are waiting for your payment to be confirmed. This page updates automatically.
        </p>
      </>
    )
  return (
    <>
      <h1 className="text-3xl sm:text-4xl">
        {isPending ? 'Your gift voucher is awaiting payment' : 'This gift voucher was not bought'}
      </h1>
      <p className="mt-3 text-pretty text-ink-soft">
        {isPending
          ? `Nothing was charged for the voucher of ${formatPounds(voucher.amount)} for ${voucher.shop_name}.`
          : 'It was not paid in time. Nothing was charged, or your payment is being refunded.'}
      </p>
      <FormError message={pay.error && messageFor(pay.error, 'The payment could not be opened. Please try again.')} />
      {isPending && (
        <Button
          size="lg"
          busy={pay.isPending || pay.isSuccess}
          onClick={() => pay.mutate(voucher.checkout_id)}
          className="mt-6"
        >
          Pay {formatPounds(voucher.amount)}
        </Button>
      )}
    </>
  )
}

function Paid({ voucher }: { voucher: BoughtVoucher }) {
  const isNew = useSearchParams()[0].get('payment') === 'done'
  const isRefunded = toPence(voucher.refunded) === toPence(voucher.amount)
  const { name } = useMember()
  return (
    <>
      <BackLink to="/gift-vouchers">Your gift vouchers</BackLink>
      <div className="mt-2 flex items-center gap-4">
        {isNew && <CircleCheck aria-hidden="true" className="size-12 shrink-0 text-leaf" strokeWidth={1.5} />}
        <h1 className="text-3xl wrap-anywhere sm:text-4xl">
          {isNew ? `Thank you, ${name}` : `Gift voucher for ${voucher.shop_name}`}
        </h1>
      </div>
      <p role="status" className="mt-3 text-pretty text-ink-soft">
        {isRefunded ? 'This gift voucher has been cancelled and refunded.' : sentText(voucher)}
      </p>
      {!isRefunded && <Details voucher={voucher} />}
    </>
  )
}

function sentText({ recipient_email: email, recipient_name: name, send_on: day }: BoughtVoucher): string {
  return email === null
    ? `We email it to you on ${longDate(day)}. You can print it now.`
    : `We email it to ${name} (${email}) on ${longDate(day)}.`
}

function Details({ voucher }: { voucher: BoughtVoucher }) {
  const { name } = useMember()
  const { data: code, isError } = useVoucherCode(voucher.id)
  return (
    <>
      <div className="mt-6">
        {code ? (
          <PrintableVoucher
            shopName={voucher.shop_name}
            amountPence={toPence(voucher.amount)}
            code={code}
            expiresOn={voucher.expires_on ?? ''}
            buyerName={name}
            recipientName={voucher.recipient_name}
            message={voucher.message}
          />
        ) : isError ? (
          <Notice tone="error">The code could not be loaded. Please reload the page.</Notice>
        ) : (
          <Skeleton shape="card" className="h-64" />
        )}
      </div>
      <Card className="mt-6">
        <dl className="grid grid-cols-[1fr_auto] gap-y-1 tabular-nums [&>dd]:text-right">
          <dt>Bought</dt>
          <dd>{voucher.paid_at && dayWithYear(voucher.paid_at)}</dd>
          <dt>Amount</dt>
          <dd>{formatPounds(voucher.amount)}</dd>
          {toPence(voucher.used) > 0 && (
            <>
              <dt>Used</dt>
              <dd>{formatPence(-toPence(voucher.used))}</dd>
            </>
          )}
          {toPence(voucher.refunded) > 0 && (
            <>
              <dt>Refunded</dt>
              <dd>{formatPence(-toPence(voucher.refunded))}</dd>
            </>
          )}
          <dt className="font-semibold">Left until {voucher.expires_on && dateWithYear(voucher.expires_on)}</dt>
          <dd className="font-semibold">{formatPounds(voucher.balance)}</dd>
        </dl>
        <Cancelling voucher={voucher} />
      </Card>
    </>
  )
}

const cancelWithinMs = 14 * 24 * 60 * 60_000

function Cancelling({ voucher }: { voucher: BoughtVoucher }) {
  const [isOpen, setIsOpen] = useState(false)
  const cancel = useCancelVoucher()
  const now = useNow()
  const isUnused = toPence(voucher.balance) === toPence(voucher.amount)
  if (!isUnused || !voucher.paid_at || now.getTime() - Date.parse(voucher.paid_at) >= cancelWithinMs) return null
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)} className="mt-5">
        Cancel gift voucher
      </Button>
      <ConfirmDialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title="Cancel this gift voucher?"
        description={`${formatPounds(voucher.amount)} goes back to your original payment method, and the code stops working.`}
        action="Cancel gift voucher"
        onConfirm={() => cancel.mutate(voucher.id, { onSuccess: () => setIsOpen(false) })}
        isPending={cancel.isPending}
        keep="Keep it"
      >
        <FormError message={cancel.error && messageFor(cancel.error, 'It could not be cancelled. Please try again.')} />
      </ConfirmDialog>
    </>
  )
}
