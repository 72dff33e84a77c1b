/** Reviews with filter, order and 'Show more', in all states. */

import { MessageSquareText, SearchX } from 'lucide-react'
import { useRef } from 'react'
import { useUrlParameters } from '#platform/url-parameters.ts'
import { Button } from '#ui/button'
import { EmptyState } from '#ui/empty-state'
import { LoadFailed } from '#ui/load-failed'
import { Select } from '#ui/select'
import { Loading, SkeletonText } from '#ui/skeleton'
import { classNames } from '#web/ui/class-names.ts'
import { useFocusNewItems } from '#web/ui/restore-focus.ts'
import { RatingDistribution } from './rating-distribution.tsx'
import { ReviewItem } from './review-item.tsx'
import {
  type ReviewOrder,
  type ReviewParameters,
  readReviewParameters,
  reviewOrders,
  withReviewParameters,
} from './review-parameters.ts'
import { type ReviewSubject, useReviews, useStarCounts } from './reviews.ts'
import { WriteReview } from './write-review.tsx'

export function ReviewList({ subject }: { subject: ReviewSubject }) {
  const region = useRef<HTMLElement>(null)
  return (
    <section ref={region} tabIndex={-1} aria-label="Reviews" className="outline-none">
      <h2 className="sr-only">Reviews</h2>
      {'productId' in subject && (
        <WriteReview productId={subject.productId} finalFocus={() => region.current} className="mb-8" />
      )}
      <Reviews subject={subject} />
    </section>
  )
}

const orderNames = Object.entries(reviewOrders).map(([value, label]) => ({ value, label }))

function isOrder(value: string): value is ReviewOrder {
  return Object.hasOwn(reviewOrders, value)
}

function Reviews({ subject }: { subject: ReviewSubject }) {
  const [searchParams, change] = useUrlParameters()
  const parameters = readReviewParameters(searchParams)
  const counts = useStarCounts(subject)
  const choose = (next: ReviewParameters) => change((latest) => withReviewParameters(latest, next))
  const total = counts?.reduce((sum, { reviews }) => sum + reviews, 0) ?? 0
  const isChoosing = total > 1 || parameters.stars !== null
  // The distribution is beside the list if there is room, otherwise above it. It depends on the container's width.
  return (
    <div className="@container">
      <div className={classNames(isChoosing && 'grid gap-x-14 gap-y-2 @3xl:grid-cols-[17rem_minmax(0,1fr)]')}>
        {isChoosing && (
          <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5 pb-4 @3xl:flex-col @3xl:items-stretch @3xl:self-start @3xl:pt-6">
            <RatingDistribution
              counts={counts ?? []}
              chosen={parameters.stars}
              onChoose={(stars) => choose({ ...parameters, stars })}
            />
            <Select
              label="Sort reviews by"
              labelHidden
              options={orderNames}
              value={parameters.order}
              onValueChange={(order) => isOrder(order) && choose({ ...parameters, order })}
              className="w-full @md:w-40 @3xl:w-full"
            />
          </div>
        )}
        <div className={classNames('min-w-0', isChoosing && '@max-3xl:border-t @max-3xl:border-line')}>
          <ReviewPages
            key={JSON.stringify(parameters)}
            subject={subject}
            parameters={parameters}
            onShowAll={() => choose({ ...parameters, stars: null })}
          />
        </div>
      </div>
    </div>
  )
}

interface ReviewPagesProps {
  subject: ReviewSubject
  parameters: ReviewParameters
  onShowAll: () => void
}

function ReviewPages({ subject, parameters, onShowAll }: ReviewPagesProps) {
  const { shown, isLoadingMore, hasFailed, retry, showMore } = useReviews(subject, parameters)
  const list = useFocusNewItems(shown?.items.length ?? 0)

  if (!shown) return hasFailed ? <ReviewsFailed retry={retry} /> : <ReviewPlaceholders />
  if (shown.total === 0) return parameters.stars === null ? <NoReviews /> : <NoSuchReviews onShowAll={onShowAll} />
  return (
    <>
      {parameters.stars !== null && (
        <p role="status" className="flex flex-wrap items-center gap-x-3 pt-4 text-ink-soft">
          {shown.total} with {parameters.stars} {parameters.stars === 1 ? 'star' : 'stars'}
          <Button variant="link" onClick={onShowAll}>
            Show all reviews
          </Button>
        </p>
      )}
      <ul ref={list} className="divide-y divide-line">
        {shown.items.map((review) => (
          <li key={review.id} tabIndex={-1} className="outline-none">
            <ReviewItem review={review} withProduct={'shopId' in subject} />
          </li>
        ))}
      </ul>
      {hasFailed && <ReviewsFailed retry={retry} />}
      {!hasFailed && shown.next !== null && (
        <Button variant="secondary" busy={isLoadingMore} onClick={showMore} className="mt-4">
          Show more reviews
        </Button>
      )}
    </>
  )
}

function NoReviews() {
  return (
    <EmptyState icon={MessageSquareText} title="No reviews yet" headingLevel="h3" className="py-10">
      <p>Only buyers whose order has arrived can write a review.</p>
    </EmptyState>
  )
}

function NoSuchReviews({ onShowAll }: { onShowAll: () => void }) {
  return (
    <EmptyState
      icon={SearchX}
      title="No reviews with this rating"
      headingLevel="h3"
      className="py-10"
      actions={
        <Button variant="secondary" onClick={onShowAll}>
          Show all reviews
        </Button>
      }
    />
  )
}

function ReviewPlaceholders() {
  return (
    <Loading text="Loading reviews...">
      {[1, 2, 3].map((key) => (
        <SkeletonText key={key} lines={3} className="max-w-prose py-6" />
      ))}
    </Loading>
  )
}

function ReviewsFailed({ retry }: { retry: () => void }) {
  return <LoadFailed title="The reviews could not be loaded" headingLevel="h3" className="py-10" retry={retry} />
}
