/** The message for an order that does not exist or isn't the member's. */
import { PackageSearch } from 'lucide-react'
import { EmptyState } from '#ui/empty-state'
import { LinkButton } from '#ui/link-button'

export function OrderNotFound() {
  return (
    <EmptyState
      icon={PackageSearch}
      title="Order Not Found"
      headingLevel="h1"
      className="py-20"
      actions={<LinkButton to="/orders">Your Orders</LinkButton>}
    >
      <p>This order doesn’t exist or isn’t yours. It may belong to another account.</p>
    </EmptyState>
  )
}
