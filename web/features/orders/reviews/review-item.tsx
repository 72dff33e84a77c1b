/** A review and the shop's reply. */

import { useCallback, useState } from 'react'
import { dayWithYear } from '#domain/values/calendar'
import { ReportButton } from '#features/run/moderation'
import { useOwnShop } from '#features/sell/own-shop'
import { Button } from '#ui/button'
import { Enlarge } from '#ui/enlarge'
import { Link } from '#ui/link'
import { Picture } from '#ui/picture'
import { Stars } from '#ui/stars'
import { VisuallyHidden } from '#ui/visually-hidden'
import { restoreFocus } from '#web/ui/restore-focus.ts'
import { Reply } from './reply.tsx'
import type { Review } from './reviews.ts'

/** The author of a review whose account was deleted. */
const formerMember = 'A former member'

export function ReviewItem({ review, withProduct }: { review: Review; withProduct: boolean }) {
  const author = review.author_name || formerMember
  const ownShop = useOwnShop()
  const [hasReplied, setHasReplied] = useState(false)
  // The published reply replaces the form that had the focus.
  const focusReply = useCallback((reply: HTMLElement | null) => void (hasReplied && restoreFocus(reply)), [hasReplied])
  const isOwn = Boolean(ownShop && ownShop.id === review.shop?.id)
  return (
    <article className="flex gap-4 py-6">
      <span
        aria-hidden="true"
        className="grid size-11 shrink-0 place-items-center rounded-full bg-honey-pale font-display text-lg font-semibold text-honey-deep"
      >
        {Array.from(author)[0]?.toUpperCase()}
      </span>
      <div className="min-w-0 max-w-prose grow">
        <h3 className="font-sans text-base font-semibold tracking-normal wrap-anywhere">{author}</h3>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-2.5 text-sm text-ink-soft">
          <Stars rating={review.rating} />
          <time dateTime={review.created_at}>{dayWithYear(review.created_at)}</time>
          <ReportButton
            target={{ subject: 'review', id: review.id, label: `the review by ${author}` }}
            className="-mx-3 ml-auto px-3"
          />
        </p>
        {withProduct && review.product && (
          <p className="mt-1 text-sm text-ink-soft">
            on{' '}
            <Link to={`/product/${review.product.id}`} className="text-link wrap-anywhere">
              {review.product.name}
            </Link>
          </p>
        )}
        {!review.is_counted && (
          <p className="mt-1 text-sm text-ink-soft">
            At least half of the order was refunded, so this review doesn’t count towards the rating.
          </p>
        )}
        {review.text && <p className="mt-2.5 whitespace-pre-line wrap-anywhere">{review.text}</p>}
        {review.picture && (
          <Enlarge title={`Picture by ${author}`} pictures={[review.picture]}>
            {(enlarge) => (
              <Button
                variant="plain"
                onClick={() => enlarge(0)}
                className="mt-3 block w-40 cursor-zoom-in overflow-hidden rounded-control"
              >
                <VisuallyHidden>Enlarge </VisuallyHidden>
                <Picture source={review.picture} alt={`Picture by ${author}`} sizes="10rem" />
              </Button>
            )}
          </Enlarge>
        )}
        {!review.reply && isOwn && (
          <Reply reviewId={review.id} author={author} onPublished={() => setHasReplied(true)} />
        )}
        {review.reply && (
          <div ref={focusReply} tabIndex={-1} className="mt-4 rounded-control bg-paper-deep px-4 py-3 outline-none">
            <p className="text-sm font-semibold">Reply from {review.shop?.name ?? 'the shop'}</p>
            <p className="mt-1 whitespace-pre-line wrap-anywhere">{review.reply}</p>
          </div>
        )}
      </div>
    </article>
  )
}
