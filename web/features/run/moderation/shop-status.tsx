/** The state of a shop as administrators see it. */
import { Badge } from '#ui/badge'

const labels: Readonly<Partial<Record<string, string>>> = {
  pending: 'Not open yet',
  active: 'Open',
  suspended: 'Suspended',
  closed: 'Closed',
}

export function ShopStatus({ status }: { status: string }) {
  return <Badge tone={status === 'suspended' ? 'alarm' : 'sky'}>{labels[status] ?? status}</Badge>
}
