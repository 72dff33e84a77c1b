/** The payment link of an order: a QR code to show, and the address to send. */
import { Copy, Share2 } from 'lucide-react'
import { momentFrom } from '#domain/values/calendar'
import { formatPounds } from '#domain/values/money'
import { useNow } from '#platform/clock.ts'
import { copyText } from '#platform/copy-text.ts'
import { Button } from '#ui/button'
import { QrCode } from '#ui/qr-code'
import { TextField } from '#ui/text-field'
import { type PlacedManualOrder, paymentLinkPath, useCancelManualOrder } from './manual-orders.ts'

export function LinkPanel({ order, token }: { order: PlacedManualOrder; token: string }) {
  const now = useNow()
  const cancel = useCancelManualOrder()
  const address = new URL(paymentLinkPath(token), location.href).href
  const canShare = typeof navigator.share === 'function'
  return (
    <article className="rounded-card border border-line bg-card p-5 sm:p-6">
      <h3 className="font-sans text-lg tracking-normal wrap-anywhere">
        {order.buyer_name}: {formatPounds(order.total)}
      </h3>
      <p className="wrap-anywhere text-ink-soft">{order.items}</p>
      <div className="mt-4 flex flex-wrap items-start gap-5">
        <QrCode text={address} label={`QR code to pay ${formatPounds(order.total)}`} className="size-48" />
        <div className="min-w-0 grow basis-60 space-y-3">
          <p role="status" className="text-pretty">
            Awaiting payment. Let the customer scan the code, or send the link.
            {order.expires_at && ` Until ${momentFrom(now, new Date(order.expires_at))}, stock and place are kept.`}
          </p>
          <TextField label="Payment link" readOnly value={address} onFocus={({ target }) => target.select()} />
          <div className="flex flex-wrap gap-2">
            <Button variant="secondary" onClick={() => void copyText(address, 'Link copied')}>
              <Copy aria-hidden="true" className="size-5" />
              Copy link
            </Button>
            {canShare && (
              <Button variant="secondary" onClick={() => void share(address, order)}>
                <Share2 aria-hidden="true" className="size-5" />
                Send link
              </Button>
            )}
            <Button
              variant="secondary"
              busy={cancel.isPending}
              onClick={() => cancel.mutate(order.order_id)}
              className="text-alarm-deep"
            >
              Cancel order
            </Button>
          </div>
        </div>
      </div>
    </article>
  )
}

async function share(url: string, { total }: PlacedManualOrder): Promise<void> {
  // Closing the share sheet rejects.
  await navigator.share({ title: `Pay ${formatPounds(total)}`, url }).catch(() => {})
}
