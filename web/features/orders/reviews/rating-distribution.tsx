/** The distribution of ratings. Each bar also filters the list. */

import { Star } from 'lucide-react'
import { ratingLabel, reviewCountLabel, weightedRating } from '#domain/values/ratings'
import { Button } from '#ui/button'
import { Stars } from '#ui/stars'
import { VisuallyHidden } from '#ui/visually-hidden'
import { classNames } from '#web/ui/class-names.ts'
import type { StarCount } from './reviews.ts'

export interface RatingDistributionProps {
  counts: readonly StarCount[]
  /** The selected number of stars; null for all. */
  chosen: number | null
  onChoose: (stars: number | null) => void
}

export function RatingDistribution({ counts, chosen, onChoose }: RatingDistributionProps) {
  const rated = weightedRating(counts.map(({ rating, reviews }) => ({ rating, review_count: reviews })))
  return (
    <div className="flex grow flex-wrap items-center gap-x-10 gap-y-4 @3xl:flex-col @3xl:items-stretch">
      <div className="flex items-center gap-4">
        <p className="font-display text-5xl leading-none font-semibold">{ratingLabel(rated)}</p>
        <div>
          <Stars rating={rated.rating ?? 0} className="text-xl" />
          <p className="mt-0.5 text-sm text-ink-soft">{reviewCountLabel(rated.review_count)}</p>
        </div>
      </div>
      <fieldset className="w-full max-w-sm grow">
        <legend className="sr-only">Only reviews with</legend>
        {[5, 4, 3, 2, 1].map((stars) => (
          <StarBar
            key={stars}
            stars={stars}
            count={counts.find(({ rating }) => rating === stars)?.reviews ?? 0}
            total={rated.review_count}
            isChosen={chosen === stars}
            onChoose={() => onChoose(chosen === stars ? null : stars)}
          />
        ))}
      </fieldset>
    </div>
  )
}

interface StarBarProps {
  stars: number
  count: number
  total: number
  isChosen: boolean
  onChoose: () => void
}

function StarBar({ stars, count, total, isChosen, onChoose }: StarBarProps) {
  return (
    <Button
      variant="plain"
      aria-pressed={isChosen}
      disabled={count === 0 && !isChosen}
      onClick={onChoose}
      className={classNames(
        'flex h-8 w-full items-center gap-3 rounded-full px-3 text-sm tabular-nums transition-colors disabled:text-ink-soft',
        isChosen ? 'bg-honey-pale font-semibold' : 'not-disabled:hover:bg-ink/5',
      )}
    >
      <span className="flex w-7 items-center justify-between">
        {stars}
        <VisuallyHidden>{stars === 1 ? ' star,' : ' stars,'}</VisuallyHidden>
        <Star aria-hidden="true" className="size-3.5 fill-honey text-honey" />
      </span>
      {/* An SVG attribute: the content security policy forbids inline styles. */}
      <svg aria-hidden="true" className="h-2 w-0 grow overflow-hidden rounded-full bg-ink/10">
        <rect width={`${total === 0 ? 0 : (count / total) * 100}%`} height="100%" className="fill-honey" />
      </svg>
      <span className="w-8 text-right">
        {count}
        <VisuallyHidden>{count === 1 ? ' review' : ' reviews'}</VisuallyHidden>
      </span>
    </Button>
  )
}
