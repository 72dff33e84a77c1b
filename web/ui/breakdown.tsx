/** The sums of an order, one below the other. */
import { classNames } from './class-names.ts'

export interface BreakdownProps {
  rows: readonly { readonly label: string; readonly amount: string; readonly isTotal?: boolean }[]
  /** A summary sets the total apart and larger. */
  look?: 'plain' | 'summary'
  /** The sums of the last change are not known yet. */
  isStale?: boolean
}

export function Breakdown({ rows, look = 'plain', isStale = false }: BreakdownProps) {
  const isSummary = look === 'summary'
  const totalLook = isSummary ? 'mt-2 border-t border-line pt-4 text-lg font-semibold' : 'font-semibold'
  return (
    <dl
      aria-busy={isStale}
      className={classNames(
        'grid grid-cols-[1fr_auto] tabular-nums [&>dd]:text-right',
        isSummary ? 'gap-y-2' : 'gap-y-1',
      )}
    >
      {rows.map(({ label, amount, isTotal = false }) => (
        // Without an element around them, because both are cells of the grid.
        <Row key={label} label={label} amount={amount} look={isTotal ? totalLook : ''} />
      ))}
    </dl>
  )
}

function Row({ label, amount, look }: { label: string; amount: string; look: string }) {
  return (
    <>
      <dt className={classNames('pr-4 wrap-anywhere', look)}>{label}</dt>
      <dd className={look}>{amount}</dd>
    </>
  )
}
