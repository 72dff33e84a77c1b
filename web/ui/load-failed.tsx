/** The error state of a page or a list, with a retry button. */
import { CloudAlert } from 'lucide-react'
import { Button } from './button.tsx'
import { EmptyState, type EmptyStateProps } from './empty-state.tsx'

/** The children are one sentence, announced to screen readers at once. */
interface LoadFailedProps extends Omit<EmptyStateProps, 'actions'> {
  retry: () => void
}

export function LoadFailed({ retry, children, ...state }: LoadFailedProps) {
  return (
    <EmptyState icon={CloudAlert} {...state} actions={<Button onClick={retry}>Try again</Button>}>
      {children && <p role="alert">{children}</p>}
    </EmptyState>
  )
}
