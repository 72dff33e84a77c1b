/** A one-line error for a card or a part of a form, with a retry button. */
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'

interface LoadFailedLineProps {
  retry: () => void
  children: ReactNode
  className?: string
}

export function LoadFailedLine({ retry, children, className }: LoadFailedLineProps) {
  return (
    <div role="alert" className={classNames('flex flex-wrap items-center gap-3', className)}>
      {children}
      <Button variant="secondary" size="sm" onClick={retry}>
        Try again
      </Button>
    </div>
  )
}
