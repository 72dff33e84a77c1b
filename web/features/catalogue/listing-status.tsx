/** The line above a listing that says how it stands. The keyboard returns to it when the control it was on goes with what it took away. */
import { classNames } from '#web/ui/class-names.ts'

const statusId = 'listing-status'

export function ListingStatus({ text, className }: { text: string; className?: string }) {
  return (
    <p id={statusId} role="status" tabIndex={-1} className={classNames('min-h-[1lh]', className)}>
      {text}
    </p>
  )
}

export function focusListingStatus(): void {
  document.getElementById(statusId)?.focus({ preventScroll: true })
}
