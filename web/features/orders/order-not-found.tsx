/** The message for an order that does not exist or isn't the member's. */

import { PackageSearch } from 'lucide-react'
import { PageNotice } from '#ui/page-notice'

export function OrderNotFound() {
  return (
    <PageNotice icon={PackageSearch} title="Order Not Found" to="/orders" link="Your Orders">
      This order doesn’t exist or isn’t yours. It may belong to another account.
    </PageNotice>
  )
}
