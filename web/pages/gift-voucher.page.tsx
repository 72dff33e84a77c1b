/** What is left of a gift voucher, for anyone who has its code. Emails and QR codes link here. */
import { useQuery } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { voucherCode } from '#domain/checkout/voucher'
import { dateWithYear } from '#domain/values/calendar'
import { formatPence, formatPounds, toPence } from '#domain/values/money'
import { useApp } from '#platform/app-context.ts'
import { messageFor } from '#platform/message-for.ts'
import { PageHead } from '#platform/page-head.tsx'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { LinkButton } from '#ui/link-button'
import { Notice } from '#ui/notice'
import { Page } from '#ui/page'
import { TextField } from '#ui/text-field'
import { PrintableVoucher } from '#web/features/buy/vouchers/printable-voucher.tsx'
import { type HeldVoucher, voucherBalanceQuery } from '#web/features/buy/vouchers/vouchers.ts'

export function Component() {
  const code = useCodeInLink()
  return (
    <Page width="reading" className="py-8 sm:py-12">
      <PageHead title="Gift voucher" hidden />
      <h1 className="text-3xl sm:text-4xl">Gift voucher</h1>
      <p className="mt-3 text-pretty text-ink-soft">
        Enter the code of a gift voucher to see what is left of it. You find the code in the email or on the card.
      </p>
      <Balance key={code} code={code} />
    </Page>
  )
}

/** The server never sees the fragment, so the first render has no code. */
function useCodeInLink(): string {
  return useSyncExternalStore(
    (listener) => {
      window.addEventListener('hashchange', listener)
      return () => window.removeEventListener('hashchange', listener)
    },
    () => voucherCode(window.location.hash) ?? '',
    () => '',
  )
}

function Balance({ code: linked }: { code: string }) {
  const [typed, setTyped] = useState(linked)
  const [code, setCode] = useState(linked)
  const [isWrong, setIsWrong] = useState(false)
  const { data, error, isFetching } = useQuery(voucherBalanceQuery(useApp(), code))
  const isCurrent = voucherCode(typed) === code
  const refusal = data?.refusal ?? (error && messageFor(error, 'The voucher could not be loaded. Please try again.'))
  return (
    <>
      <form
        noValidate
        className="mt-6 flex items-start gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          const read = voucherCode(typed)
          setIsWrong(read === null)
          if (read !== null) setCode(read)
        }}
      >
        <TextField
          label="Code"
          hint="For example, GV-7K2M-0000-0000-0000."
          value={typed}
          maxLength={40}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setIsWrong(false)
          }}
          error={
            isWrong ? 'Please enter the whole code: GV and 16 more characters.' : (isCurrent && refusal) || undefined
          }
          className="min-w-0 grow"
        />
        <Button type="submit" busy={isFetching} className="mt-7 shrink-0">
          Check
        </Button>
      </form>
      <div aria-live="polite">{data?.voucher && isCurrent && <Held voucher={data.voucher} />}</div>
    </>
  )
}

function Held({ voucher }: { voucher: HeldVoucher }) {
  const { shop_name: shop, shop_slug: slug, expires_on: expiresOn } = voucher
  const balancePence = toPence(voucher.balance)
  const isUsable = balancePence > 0 && !voucher.is_expired
  return (
    <section aria-label="Balance" className="mt-6">
      <Card>
        <p className="text-sm font-semibold text-ink-soft">Left of {formatPounds(voucher.amount)}</p>
        <p className="mt-1 font-display text-4xl font-semibold tabular-nums">{formatPence(balancePence)}</p>
        <p className="mt-1 text-pretty wrap-anywhere">
          For food from {shop}, until {dateWithYear(expiresOn)}.
        </p>
        {voucher.is_refunded ? (
          <Notice tone="warning" className="mt-4">
            This gift voucher has been refunded to its buyer.
          </Notice>
        ) : (
          voucher.is_expired && (
            <Notice tone="warning" className="mt-4">
              This gift voucher expired on {dateWithYear(expiresOn)}.
            </Notice>
          )
        )}
        {isUsable && slug && (
          <LinkButton to={`/shop/${slug}`} className="mt-4">
            Shop at {shop}
          </LinkButton>
        )}
        {isUsable && !slug && (
          <Notice tone="warning" className="mt-4">
            {shop} is not open at the moment, so the voucher cannot be used now.
          </Notice>
        )}
      </Card>
      {isUsable && (
        <div className="mt-6">
          <PrintableVoucher
            shopName={shop}
            amountPence={toPence(voucher.amount)}
            code={voucher.code}
            expiresOn={expiresOn}
            buyerName={voucher.buyer_name}
            recipientName={voucher.recipient_name}
            message={voucher.message}
          />
        </div>
      )}
    </section>
  )
}
