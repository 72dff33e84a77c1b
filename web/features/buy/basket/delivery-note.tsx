/** What a shop's delivery to a place costs by its own terms, what is missing, or why it does not deliver there. */
import { Truck } from 'lucide-react'
import { type Delivery, feeText, minimumOrderText, outsideText, shortOfFreeText } from '#domain/delivery/delivery-terms'
import { formatPence } from '#domain/values/money'
import { classNames } from '#web/ui/class-names.ts'

export interface DeliveryNoteProps {
  shopName: string
  delivery: Delivery
  /** 'SE1', or 'your address'. */
  where: string
}

/** Nothing with the marketplace's terms, whose fee is in the order summary. */
export function DeliveryNote({ shopName, delivery, where }: DeliveryNoteProps) {
  const { texts, isWarning } = noteOf(shopName, delivery, where)
  if (texts.length === 0) return null
  return (
    <p className={classNames('flex gap-2 text-sm', isWarning ? 'font-medium text-alarm-deep' : 'text-ink-soft')}>
      <Truck aria-hidden="true" className="mt-px size-4.5 shrink-0" strokeWidth={1.75} />
      <span className="min-w-0 text-pretty wrap-anywhere">{texts.join(' ')}</span>
    </p>
  )
}

function noteOf(shopName: string, delivery: Delivery, where: string) {
  if (delivery.kind === 'outside') return { texts: [outsideText(shopName, delivery, where)], isWarning: true }
  if (!delivery.terms) return { texts: [], isWarning: false }
  if (delivery.kind === 'unknown') {
    return { texts: [`Delivery ${feeText(delivery.terms)}, by your address.`], isWarning: false }
  }
  if (delivery.missingPence > 0) return { texts: [minimumOrderText(shopName, delivery)], isWarning: true }
  const short = shortOfFreeText(delivery)
  const fee = delivery.feePence ? formatPence(delivery.feePence) : 'free'
  return { texts: [`Delivery to ${where}: ${fee}.`, ...(short ? [`${short}.`] : [])], isWarning: false }
}
