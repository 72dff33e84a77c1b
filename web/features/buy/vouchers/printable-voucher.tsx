/** A gift voucher with a button that prints it alone. */
import { Printer } from 'lucide-react'
import { Button } from '#ui/button'
import { PrintSheet } from '#ui/print-sheet'
import { VoucherCard, type VoucherCardProps } from './voucher-card.tsx'

/** Only for components that the server never renders. */
export function PrintableVoucher(props: VoucherCardProps) {
  return (
    <>
      <VoucherCard {...props} />
      <Button variant="secondary" onClick={() => window.print()} className="mt-4">
        <Printer aria-hidden="true" className="size-5" />
        Print voucher
      </Button>
      <PrintSheet>
        <div className="mx-auto max-w-[160mm]">
          <VoucherCard {...props} />
        </div>
      </PrintSheet>
    </>
  )
}
