/** The button that opens the review form. The dialog's code is loaded on demand. */

import { PenLine } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button'
import { lazyDialog } from '#ui/lazy-dialog'
import { Notice } from '#ui/notice'
import { classNames } from '#web/ui/class-names.ts'
import { type ReceivedItem, useReviewableItem } from './reviewable.ts'

const ReviewDialog = lazyDialog(() => import('./review-dialog.tsx').then((module) => module.ReviewDialog))

interface WriteReviewProps {
  productId: string
  /** The element to focus after publishing, because the invitation is removed. */
  finalFocus: () => HTMLElement | null
  className?: string
}

/** On a product page: an invitation for buyers who received it. */
export function WriteReview({ productId, finalFocus, className }: WriteReviewProps) {
  const reviewable = useReviewableItem(productId)
  // The dialog keeps its item, which is no longer reviewable once the review is sent.
  const [item, setItem] = useState(reviewable)
  if (reviewable && reviewable.id !== item?.id) setItem(reviewable)
  if (!item) return null
  return (
    <Notice
      tone="warning"
      icon={null}
      action={<WriteReviewButton item={item} finalFocus={finalFocus} />}
      className={classNames('font-medium', !reviewable && 'hidden', className)}
    >
      You bought this. How was it?
    </Notice>
  )
}

interface WriteReviewButtonProps extends Pick<WriteReviewProps, 'finalFocus'> {
  item: ReceivedItem
  /** Smaller, with the item's name in its label. */
  isCompact?: boolean
}

/** For a single item, such as a line of an order. */
export function WriteReviewButton({ item, finalFocus, isCompact = false }: WriteReviewButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        variant="secondary"
        size={isCompact ? 'sm' : 'md'}
        aria-label={isCompact ? `Write a review of ${item.name}` : undefined}
        onClick={() => setIsOpen(true)}
      >
        <PenLine aria-hidden="true" className="size-4.5" />
        Write a review
      </Button>
      <ReviewDialog item={item} open={isOpen} onOpenChange={setIsOpen} finalFocus={finalFocus} />
    </>
  )
}
