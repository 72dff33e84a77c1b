/** The placeholder while settings load. */
import { Skeleton } from '#ui/skeleton'

export function Loading({ what }: { what: string }) {
  return (
    <div className="space-y-4">
      <p role="status" className="sr-only">
        Loading {what}...
      </p>
      <Skeleton className="h-20 rounded-xl!" />
      <Skeleton className="h-20 rounded-xl!" />
    </div>
  )
}
