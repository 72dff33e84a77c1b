/** Buys a gift voucher of a shop. */
import { useQuery } from '@tanstack/react-query'
import { Gift } from 'lucide-react'
import { useRef } from 'react'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import {
  type BuyVoucherInput,
  buyVoucherForm,
  offeredAmounts,
  type VoucherTerms,
  voucherMessageLength,
} from '#domain/checkout/voucher-form'
import { londonTime } from '#domain/values/calendar'
import { formatPounds, shortPence, toPence } from '#domain/values/money'
import { useApp } from '#platform/app-context.ts'
import { useNow } from '#platform/clock.ts'
import { useListingLink } from '#platform/listing-link.ts'
import { messageFor } from '#platform/message-for.ts'
import { appContext } from '#platform/page.ts'
import { PageHead } from '#platform/page-head.tsx'
import { preload } from '#platform/preload.ts'
import { useZodForm } from '#platform/zod-form.ts'
import { BackLink } from '#ui/back-link'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { Choice } from '#ui/choice'
import { FormError } from '#ui/form-error'
import { LoadFailed } from '#ui/load-failed'
import { Page } from '#ui/page'
import { PageNotice } from '#ui/page-notice'
import { Skeleton } from '#ui/skeleton'
import { TextArea } from '#ui/text-area'
import { TextField } from '#ui/text-field'
import { useWhenSignedIn } from '#web/features/account/auth/auth-context.ts'
import { useBuyVoucher, voucherShopQuery } from '#web/features/buy/vouchers/vouchers.ts'

export async function loader({ context, params: { shopName = '' } }: LoaderFunctionArgs) {
  const app = context.get(appContext)
  await preload(app, voucherShopQuery(app, shopName))
}

export function Component() {
  const { shopName = '' } = useParams()
  const link = useListingLink()
  const { data: shop, isError, refetch } = useQuery(voucherShopQuery(useApp(), shopName))
  if (shop === undefined)
    return isError ? (
      <LoadFailed
        title="The shop could not be loaded"
        headingLevel="h1"
        className="py-24"
        retry={() => void refetch()}
      />
    ) : (
      <FormLoading />
    )
  if (shop === null)
    return (
      <PageNotice icon={Gift} title="This shop doesn’t exist" to="/" link="Go to Tuckbox">
        The link may be old or incomplete.
      </PageNotice>
    )
  if (shop.vouchers === null)
    return (
      <PageNotice
        icon={Gift}
        title="No gift vouchers at the moment"
        to={link(`/shop/${shop.slug}`)}
        link="Back to the shop"
      >
        {shop.name} does not sell gift vouchers now. Vouchers that you already have stay valid.
      </PageNotice>
    )
  return (
    <Page width="reading" className="py-6 sm:py-10">
      <PageHead
        title={`Gift vouchers for ${shop.name}`}
        description={`Give a gift voucher for homemade food from ${shop.name}.`}
        canonical={`/shop/${shop.slug}/gift-vouchers`}
      />
      <BackLink to={link(`/shop/${shop.slug}`)}>Back to {shop.name}</BackLink>
      <h1 className="mt-2 text-3xl wrap-anywhere sm:text-4xl">Gift vouchers for {shop.name}</h1>
      <p className="mt-3 max-w-prose text-lg text-pretty text-ink-soft">
        Sent by email on the day you choose, and ready to print. Valid for {shop.vouchers.months} months, in as many
        orders as they like.
      </p>
      <BuyForm shop={shop} terms={shop.vouchers} />
    </Page>
  )
}

function FormLoading() {
  return (
    <Page width="reading" className="py-6 sm:py-10">
      <Skeleton shape="card" className="mt-10 h-96" />
    </Page>
  )
}

interface BuyFormProps {
  shop: { readonly id: string; readonly name: string }
  terms: VoucherTerms
}

function BuyForm({ shop, terms }: BuyFormProps) {
  const { date: today } = londonTime(useNow())
  const amounts = offeredAmounts(terms)
  const form = useZodForm(buyVoucherForm(terms, today), {
    amount: String(amounts[Math.min(2, amounts.length - 1)] ?? terms.smallest),
    to: 'other',
    recipientName: '',
    recipientEmail: '',
    message: '',
    sendOn: today,
  } satisfies BuyVoucherInput)
  const { input } = form
  const buy = useBuyVoucher(shop.id)
  const whenSignedIn = useWhenSignedIn()
  const keys = useRef(new Map<string, string>())
  const amount = form.watch('amount')
  const to = form.watch('to')
  const submit = form.handleSubmit((wanted) => {
    // The same request has the same key, so that a retry buys once.
    const text = JSON.stringify(wanted)
    const key = keys.current.get(text) ?? crypto.randomUUID()
    keys.current.set(text, key)
    whenSignedIn(() => buy.mutate({ wanted, key }))
  })
  const isPaying = buy.isPending || buy.isSuccess
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="mt-6 space-y-6">
      <Card className="space-y-5">
        <fieldset className="min-w-0">
          <legend className="font-display text-xl">How much?</legend>
          <div className="mt-3 flex flex-wrap gap-2">
            {amounts.map((pounds) => (
              <Choice
                key={pounds}
                look="chip"
                name="offered-amount"
                checked={amount === String(pounds)}
                onChange={() => form.setValue('amount', String(pounds), { shouldValidate: form.formState.isSubmitted })}
              >
                {shortPence(toPence(pounds))}
              </Choice>
            ))}
          </div>
        </fieldset>
        <TextField
          label="Amount (£)"
          hint={`From ${formatPounds(terms.smallest)} to ${formatPounds(terms.largest)}.`}
          inputMode="decimal"
          autoComplete="off"
          className="max-w-60"
          {...input('amount')}
        />
      </Card>
      <Card className="space-y-5">
        <fieldset className="min-w-0">
          <legend className="font-display text-xl">Who is it for?</legend>
          <div className="mt-3 grid gap-2 sm:grid-cols-2">
            <Choice look="card" value="other" {...form.register('to')}>
              <span className="block font-semibold">Send it to them</span>
              <span className="block text-sm text-pretty text-ink-soft">We email the voucher to the recipient.</span>
            </Choice>
            <Choice look="card" value="me" {...form.register('to')}>
              <span className="block font-semibold">Send it to me</span>
              <span className="block text-sm text-pretty text-ink-soft">To print and give, or for yourself.</span>
            </Choice>
          </div>
        </fieldset>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={to === 'me' ? 'Recipient’s name (optional)' : 'Recipient’s name'}
            autoComplete="off"
            maxLength={100}
            {...input('recipientName')}
          />
          {to === 'other' && (
            <TextField
              label="Recipient’s email"
              type="email"
              inputMode="email"
              autoComplete="off"
              maxLength={254}
              {...input('recipientEmail')}
            />
          )}
        </div>
        <TextArea label="Message (optional)" rows={3} maxLength={voucherMessageLength} {...input('message')} />
        <TextField label="Day of sending" type="date" min={today} className="max-w-60" {...input('sendOn')} />
      </Card>
      <p className="text-sm text-pretty text-ink-soft">
        The voucher is sold by {shop.name} and pays for its food and delivery only. You can cancel it within 14 days for
        a full refund, while nothing of it has been used. It cannot be exchanged for cash.
      </p>
      <FormError message={buy.error && messageFor(buy.error, 'The payment could not be opened. Please try again.')} />
      <Button type="submit" size="lg" busy={isPaying} className="w-full">
        {isPaying ? 'Processing...' : 'Buy gift voucher'}
      </Button>
    </form>
  )
}
