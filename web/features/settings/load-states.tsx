/** What stands where one's settings are still on their way, or did not arrive. */
import { Button } from '#ui/button'
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

export function LoadFailure({ what, onRetry }: { what: string; onRetry: () => void }) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3">
      {what} could not be loaded.
      <Button variant="secondary" size="sm" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
