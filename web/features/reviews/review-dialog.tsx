/** The review form: stars, text and a picture. */

import { zodResolver } from '@hookform/resolvers/zod'
import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { reviewForm } from '#domain/forms/review-forms'
import { useSession } from '#features/auth'
import { ImageUpload } from '#features/uploads'
import { fieldProps } from '#platform/field-props.ts'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { TextArea } from '#ui/text-area'
import type { ReceivedItem } from './reviewable.ts'
import { StarField } from './star-field.tsx'
import { useReviewPicture } from './use-review-picture.ts'
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
  const { register, handleSubmit, watch, formState } = useForm({
    resolver: zodResolver(reviewForm),
    defaultValues: { rating: 0, text: '' },
  })
  const { errors } = formState
  const input = fieldProps(register, errors)
  const session = useSession()
  const { picture, choose, markPublished } = useReviewPicture()
  const [isUploading, setIsUploading] = useState(false)
  const { mutate, isPending } = useWriteReview()
  const publish = () => {
    markPublished()
    onDone()
  }
  const send = handleSubmit((form) => mutate({ ...form, itemId: item.id, picture }, { onSuccess: publish }))

  return (
    <form onSubmit={(event) => void send(event)} noValidate className="space-y-5">
      <StarField value={Number(watch('rating'))} error={errors.rating?.message} field={register('rating')} />
      <TextArea
        label="Your review (optional)"
        rows={5}
        placeholder="How did it taste, and was it as described?"
        {...input('text')}
      />
      {session.status === 'signed-in' && (
        <ImageUpload
          label="A picture (optional)"
          value={picture}
          onChange={choose}
          bucket="review_pictures"
          folder={`${session.user.id}/${item.id}`}
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
