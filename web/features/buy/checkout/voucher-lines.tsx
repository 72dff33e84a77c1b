/** The gift vouchers that are entered for one shop. */
import { Gift } from 'lucide-react'
import { dateWithYear } from '#domain/values/calendar'
import { formatPence } from '#domain/values/money'
import { Button } from '#ui/button'
import { SectionError } from './section-error.tsx'
import type { EnteredVoucher } from './vouchers.ts'

interface VoucherLinesProps {
  vouchers: readonly EnteredVoucher[]
  onRemove: (code: string) => void
}

export function VoucherLines({ vouchers, onRemove }: VoucherLinesProps) {
  if (vouchers.length === 0) return null
  return (
    <ul aria-label="Gift vouchers" className="mb-4 space-y-3">
      {vouchers.map(({ code, found, refusal }) => (
        <li key={code}>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <p className="flex min-w-0 items-center gap-2">
              <Gift aria-hidden="true" className="size-4 shrink-0 text-leaf" />
              <span className="wrap-anywhere">
                <strong className="font-semibold">Gift voucher …{code.slice(-4)}</strong>
                {found && `: ${formatPence(found.balancePence)} left, until ${dateWithYear(found.expiresOn)}`}
              </span>
            </p>
            <Button
              variant="secondary"
              size="sm"
              onClick={() => onRemove(code)}
              aria-label={`Remove gift voucher ${code.slice(-4)}`}
            >
              Remove
            </Button>
          </div>
          <SectionError>{refusal}</SectionError>
        </li>
      ))}
    </ul>
  )
}
