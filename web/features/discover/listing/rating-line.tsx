/** A rating in one line: star, average and number of reviews; 'New' before the first review. */

import { Star } from 'lucide-react'
import { type Rated, ratingLabel, reviewCountLabel } from '#domain/values/ratings'
import { classNames } from '#web/ui/class-names.ts'

export function RatingLine({ rated, className }: { rated: Rated; className?: string }) {
  if (rated.rating === null || rated.review_count === 0) {
    return <span className={classNames('font-medium text-leaf', className)}>{ratingLabel(rated)}</span>
  }
  return (
    <span className={classNames('inline-flex items-center gap-1 whitespace-nowrap', className)}>
      <Star aria-hidden="true" className="size-[1.05em] fill-honey text-honey" />
      <span className="sr-only">Rated </span>
      <span className="font-semibold tabular-nums">{ratingLabel(rated)}</span>
      <span className="sr-only"> out of 5 from {reviewCountLabel(rated.review_count)}</span>
      <span aria-hidden="true" className="text-ink-soft tabular-nums">
        ({rated.review_count})
      </span>
    </span>
  )
}
