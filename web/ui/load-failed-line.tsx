/** A one-line error for a card or a part of a form, with a retry button. */
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'

interface LoadFailedLineProps {
  retry: () => void
  /** Whether it is being loaded again. Where a placeholder replaces this line then, it is not needed. */
  busy?: boolean
  children: ReactNode
  className?: string
}

export function LoadFailedLine({ retry, busy, children, className }: LoadFailedLineProps) {
  return (
    <div role="alert" className={classNames('flex flex-wrap items-center gap-3', className)}>
      {children}
      <Button variant="secondary" size="sm" busy={busy} onClick={retry}>
        Try again
      </Button>
    </div>
  )
}
