/** A gift voucher as it is shown and printed: what it is worth, its code, and a QR code of the page that shows its balance. */
import { Gift } from 'lucide-react'
import { dateWithYear } from '#domain/values/calendar'
import { formatPence } from '#domain/values/money'
import { useApp } from '#platform/app-context.ts'
import { QrCode } from '#ui/qr-code'
import { voucherLink } from './vouchers.ts'

export interface VoucherCardProps {
  shopName: string
  amountPence: number
  code: string
  expiresOn: string
  buyerName: string | null
  recipientName: string | null
  message: string | null
}

export function VoucherCard(props: VoucherCardProps) {
  const { shopName, amountPence, code, expiresOn, buyerName, recipientName, message } = props
  const { siteUrl } = useApp().config
  return (
    <div className="overflow-hidden rounded-panel border border-line bg-card print:border-black print:bg-white">
      <div className="flex items-center gap-3 bg-berry-pale px-5 py-4 print:bg-white">
        <Gift aria-hidden="true" className="size-7 shrink-0 text-berry" strokeWidth={1.5} />
        <div className="min-w-0">
          <p className="text-sm font-semibold">Gift voucher</p>
          <p className="font-display text-xl leading-tight font-semibold wrap-anywhere">{shopName}</p>
        </div>
      </div>
      <div className="grid gap-5 p-5 sm:grid-cols-[1fr_auto]">
        <div className="min-w-0">
          {recipientName && <p className="font-semibold wrap-anywhere">For {recipientName}</p>}
          {message && <p className="mt-1 whitespace-pre-line text-pretty wrap-anywhere">{message}</p>}
          {recipientName && buyerName && <p className="mt-1 text-ink-soft wrap-anywhere">From {buyerName}</p>}
          <p className="mt-3 font-display text-4xl font-semibold tabular-nums">{formatPence(amountPence)}</p>
          <p className="mt-3 text-sm text-ink-soft">Code</p>
          <p className="font-mono text-lg font-semibold wrap-anywhere">{code}</p>
          <p className="mt-3 text-sm text-pretty text-ink-soft">
            Valid until {dateWithYear(expiresOn)}, for food from {shopName}. Enter the code at the checkout. What you do
            not use stays on the voucher.
          </p>
        </div>
        <div className="flex flex-col items-center gap-1 justify-self-center">
          <QrCode text={voucherLink(siteUrl, code)} label="QR code that shows what is left" className="size-36" />
          <p className="text-sm text-ink-soft">Scan to see what is left</p>
        </div>
      </div>
    </div>
  )
}
