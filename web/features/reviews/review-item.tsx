/** One buyer's review, and what the shop answered. */

import { Link } from 'react-router'
import { dateWithYear, londonTime } from '#domain/calendar'
import { useOwnShop } from '#features/account'
import { Picture } from '#ui/picture'
import { Stars } from '#ui/stars'
import { Reply } from './reply.tsx'
import type { Review } from './reviews.ts'

/** Who wrote it, when their account is gone. */
const formerBuyer = 'A former customer'

export function ReviewItem({ review, withProduct }: { review: Review; withProduct: boolean }) {
  const author = review.author?.name || formerBuyer
  const ownShop = useOwnShop()
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
          <time dateTime={review.created_at}>{dateWithYear(londonTime(new Date(review.created_at)).date)}</time>
        </p>
        {withProduct && review.product && (
          <p className="mt-1 text-sm text-ink-soft">
            on{' '}
            <Link to={`/product/${review.product.id}`} className="text-link wrap-anywhere">
              {review.product.name}
            </Link>
          </p>
        )}
        {review.text && <p className="mt-2.5 whitespace-pre-line wrap-anywhere">{review.text}</p>}
        {review.picture && (
          <div className="mt-3 w-40 overflow-hidden rounded-xl">
            <Picture source={review.picture} alt={`Picture by ${author}`} sizes="10rem" />
          </div>
        )}
        {!review.reply && isOwn && <Reply reviewId={review.id} author={author} />}
        {review.reply && (
          <div className="mt-4 rounded-xl bg-paper-deep px-4 py-3">
            <p className="text-sm font-semibold">Reply from {review.shop?.name ?? 'the shop'}</p>
            <p className="mt-1 whitespace-pre-line wrap-anywhere">{review.reply}</p>
          </div>
        )}
      </div>
    </article>
  )
}
