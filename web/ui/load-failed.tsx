/** What stands where something could not be loaded: what it was, what may help, and the button that asks for it once more. */
import { CloudAlert } from 'lucide-react'
import { Button } from './button.tsx'
import { EmptyState, type EmptyStateProps } from './empty-state.tsx'

/** The children are a sentence, announced as soon as it stands there. */
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
