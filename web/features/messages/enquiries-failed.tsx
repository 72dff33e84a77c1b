/** Stands where enquiries did not arrive, or what shows them. */
import { CloudAlert } from 'lucide-react'
import { Button } from '#ui/button'
import { EmptyState } from '#ui/empty-state'

export function EnquiriesFailed({ retry }: { retry: () => void }) {
  return (
    <EmptyState
      icon={CloudAlert}
      title="We couldn’t load your enquiries"
      headingLevel="h3"
      className="py-10!"
      actions={<Button onClick={retry}>Try again</Button>}
    />
  )
}
