/** The mark of a kind of order: a dot whose shape and colour tell the kinds apart. */
import type { OrderKind } from '#domain/orders/order-kinds'
import { classNames } from '#web/ui/class-names.ts'

const marks: Readonly<Record<OrderKind, string>> = {
  pickup: 'rounded-full bg-berry',
  delivery: 'rounded-[1px] bg-sky-deep',
  posting: 'rounded-[1px] rotate-45 bg-honey',
  bespoke: 'rounded-full border-2 border-leaf',
}

export function KindMark({ kind, className }: { kind: OrderKind; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames('inline-block size-2 shrink-0 print:[print-color-adjust:exact]', marks[kind], className)}
    />
  )
}
