/** The review form: stars, text and a picture. */
import { Star } from 'lucide-react'
import { useRef, useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { useUserId } from '#features/account/auth'
import { ImageUpload, usePictureDraft } from '#features/account/uploads'
import { useZodForm } from '#platform/zod-form.ts'
import { Button } from '#ui/button'
import { Choice } from '#ui/choice'
import { Dialog } from '#ui/dialog'
import { FieldGroup } from '#ui/field'
import { TextArea } from '#ui/text-area'
import { classNames } from '#web/ui/class-names.ts'
import { reviewForm } from './review-forms.ts'
import type { ReceivedItem } from './reviewable.ts'
import { useWriteReview } from './write-and-reply.ts'

export interface ReviewDialogProps {
  item: ReceivedItem
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The element to focus after publishing, because the button that opened the dialog is removed. */
  finalFocus: () => HTMLElement | null
}

export function ReviewDialog({ item, open, onOpenChange, finalFocus }: ReviewDialogProps) {
  const isPublished = useRef(false)
  function finish(): void {
    isPublished.current = true
    onOpenChange(false)
  }
  function returnFocus(): boolean {
    if (!isPublished.current) return true
    // Base UI would focus the first field inside the element.
    finalFocus()?.focus({ preventScroll: true })
    return false
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Write a review"
      description={<span className="wrap-anywhere">{item.name}</span>}
      finalFocus={returnFocus}
    >
      <Form item={item} onDone={finish} />
    </Dialog>
  )
}

function Form({ item, onDone }: { item: ReceivedItem; onDone: () => void }) {
  const { input, handleSubmit, watch } = useZodForm(reviewForm, { rating: 0, text: '' })
  const userId = useUserId()
  const { picture, choose, markPublished } = useReviewPicture()
  const [isUploading, setIsUploading] = useState(false)
  const { mutate, isPending } = useWriteReview(userId)
  const publish = () => {
    markPublished()
    onDone()
  }
  const send = handleSubmit((form) => mutate({ ...form, itemId: item.id, picture }, { onSuccess: publish }))

  return (
    <form onSubmit={(event) => void send(event)} noValidate className="space-y-5">
      <StarField rating={Number(watch('rating'))} {...input('rating')} />
      <TextArea
        label="Your review (optional)"
        rows={5}
        placeholder="How did it taste, and was it as described?"
        {...input('text')}
      />
      {userId && (
        <ImageUpload
          label="A picture (optional)"
          value={picture}
          onChange={choose}
          bucket="review_pictures"
          folder={`${userId}/${item.id}`}
          crop={false}
          onBusyChange={setIsUploading}
        />
      )}
      <p className="text-sm text-ink-soft">Your review appears under your name, and the shop can reply.</p>
      <Button type="submit" size="lg" busy={isPending} disabled={isUploading} className="w-full">
        {isPending ? 'Publishing...' : 'Publish review'}
      </Button>
    </form>
  )
}

/** The picture of a review draft. It is uploaded when chosen, and removed unless the review is published. */
function useReviewPicture() {
  const draft = usePictureDraft()
  const [picture, setPicture] = useState<string | null>(null)

  function choose(next: string | null): void {
    if (next) draft.add(next)
    setPicture(next)
  }

  /** The picture now belongs to the review. */
  const markPublished = () => draft.commit([picture], [])

  return { picture, choose, markPublished }
}

/** A rating field: radio buttons in the shape of stars, with arrow keys. */
const ratingTexts = ['Disappointing', 'Not quite', 'Good', 'Very good', 'Wonderful']

interface StarFieldProps extends UseFormRegisterReturn {
  /** The selected rating; 0 for none. */
  rating: number
  error: string | undefined
}

function StarField({ rating, error, ...field }: StarFieldProps) {
  return (
    <FieldGroup legend="Your rating" error={error}>
      <div className="-ml-2 flex items-center gap-3">
        <div className="flex">
          {ratingTexts.map((ratingText, index) => (
            <Choice
              key={ratingText}
              {...field}
              look="star"
              className="group"
              value={index + 1}
              checked={rating === index + 1}
              aria-invalid={error ? true : undefined}
            >
              <span className="sr-only">
                {index + 1} {index === 0 ? 'star' : 'stars'}: {ratingText}
              </span>
              <Star
                aria-hidden="true"
                className={classNames(
                  'size-8 transition-colors',
                  index < rating ? 'fill-honey text-honey' : 'fill-ink/8 text-ink/35 group-hover:text-honey',
                )}
                strokeWidth={1.5}
              />
            </Choice>
          ))}
        </div>
        <span aria-hidden="true" className="text-ink-soft">
          {ratingTexts[rating - 1]}
        </span>
      </div>
    </FieldGroup>
  )
}
