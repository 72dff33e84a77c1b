/** Reviews in all their states: on the way, none yet, failed, and the list with more of them on request. */

import { CloudAlert, MessageSquareText } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button'
import { EmptyState } from '#ui/empty-state'
import { SkeletonText } from '#ui/skeleton'
import { ReviewItem } from './review-item.tsx'
import { type ReviewSubject, useReviews } from './reviews.ts'

export function ReviewList({ subject }: { subject: ReviewSubject }) {
  return (
    <section aria-label="Reviews">
      <h2 className="sr-only">Reviews</h2>
      <Reviews subject={subject} />
    </section>
  )
}

function Reviews({ subject }: { subject: ReviewSubject }) {
  const [pages, setPages] = useState(1)
  const { shown, isLoading, hasFailed, retry } = useReviews(subject, pages)

  if (!shown) return hasFailed ? <ReviewsFailed retry={retry} /> : <ReviewPlaceholders />
  if (shown.total === 0) {
    return (
      <EmptyState icon={MessageSquareText} title="No reviews yet" headingLevel="h3" className="py-10!">
        <p>Reviews come from people whose order has arrived.</p>
      </EmptyState>
    )
  }
  return (
    <>
      <ul className="divide-y divide-line">
        {shown.items.map((review) => (
          <li key={review.id}>
            <ReviewItem review={review} withProduct={'shopId' in subject} />
          </li>
        ))}
      </ul>
      {hasFailed && <ReviewsFailed retry={retry} />}
      {!hasFailed && shown.items.length < shown.total && (
        <Button variant="secondary" busy={isLoading} onClick={() => setPages(pages + 1)} className="mt-4">
          Show more reviews
        </Button>
      )}
    </>
  )
}

function ReviewPlaceholders() {
  return (
    <div role="status">
      <span className="sr-only">Loading reviews...</span>
      {[1, 2, 3].map((key) => (
        <SkeletonText key={key} lines={3} className="max-w-prose py-6" />
      ))}
    </div>
  )
}

function ReviewsFailed({ retry }: { retry: () => void }) {
  return (
    <EmptyState
      icon={CloudAlert}
      title="We couldn’t load the reviews"
      headingLevel="h3"
      className="py-10!"
      actions={<Button onClick={retry}>Try again</Button>}
    />
  )
}
