/** The status line above a listing. It takes the focus when a focused control is removed. */
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
