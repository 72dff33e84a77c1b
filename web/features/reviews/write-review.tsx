/** The button that opens the review form. The dialog's code is loaded on demand. */

import { PenLine } from 'lucide-react'
import { useCallback, useState } from 'react'
import { Button } from '#ui/button'
import { useLazyPart } from '#ui/use-lazy-part'
import { classNames } from '#web/ui/class-names.ts'
import { type ReceivedItem, useReviewableItem } from './reviewable.ts'

const loadDialog = () => import('./review-dialog.tsx')

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
    <div
      className={classNames(
        'flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-2xl bg-honey-pale px-5 py-4',
        !reviewable && 'hidden',
        className,
      )}
    >
      <p className="font-medium text-honey-deep">You bought this. How was it?</p>
      <WriteReviewButton item={item} finalFocus={finalFocus} />
    </div>
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
  const reset = useCallback(() => setIsOpen(false), [])
  const part = useLazyPart(loadDialog, isOpen, reset)
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
      {part && <part.ReviewDialog item={item} open={isOpen} onOpenChange={setIsOpen} finalFocus={finalFocus} />}
    </>
  )
}
