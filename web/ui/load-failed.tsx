/** The error state of a page or a list, with a retry button. */
import { CloudAlert } from 'lucide-react'
import { Button } from './button.tsx'
import { EmptyState, type EmptyStateProps } from './empty-state.tsx'

interface LoadFailedProps extends Omit<EmptyStateProps, 'actions' | 'icon'> {
  retry: () => void
}

/** Screen readers announce it at once, with its title: alone, the sentence would not say what failed. */
export function LoadFailed({ retry, children = 'Check your connection and try again.', ...state }: LoadFailedProps) {
  return (
    <div role="alert">
      <EmptyState icon={CloudAlert} {...state} actions={<Button onClick={retry}>Try again</Button>}>
        <p>{children}</p>
      </EmptyState>
    </div>
  )
}
