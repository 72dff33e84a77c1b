/** The error of a whole form. Its live region exists from the start, so that screen readers announce the message. */
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Notice } from './notice.tsx'

export function FormError({ message, className }: { message: ReactNode; className?: string }) {
  return (
    <div role="alert" className={classNames('empty:hidden', className)}>
      {message && (
        <Notice tone="error" className="font-medium">
          {message}
        </Notice>
      )}
    </div>
  )
}
