/** The review form: stars, text and a picture. */

import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { type ReviewForm, reviewForm } from '#domain/forms/review-forms'
import { useSession } from '#features/auth'
import { ImageUpload } from '#features/uploads'
import { useApp } from '#platform/app-context.ts'
import { fieldProps } from '#platform/field-props.ts'
import { QueryError, unwrap } from '#platform/unwrap.ts'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { TextArea } from '#ui/text-area'
import { toast } from '#ui/toast'
import { refetchAfterReview } from './refetch-after-review.ts'
import type { ReceivedItem } from './reviewable.ts'
import { StarField } from './star-field.tsx'
import { useReviewPicture } from './use-review-picture.ts'

/** Already reviewed, too many reviews of one shop, or refunded. The database's message is shown. */
const refusalCodes = new Set(['PT409', 'PT429', '42501'])

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
  const app = useApp()
  const queryClient = useQueryClient()
  const { register, handleSubmit, watch, formState } = useForm({
    resolver: zodResolver(reviewForm),
    defaultValues: { rating: 0, text: '' },
  })
  const { errors, isSubmitting } = formState
  const input = fieldProps(register, errors)
  const session = useSession()
  const { picture, choose, markPublished } = useReviewPicture()
  const [isUploading, setIsUploading] = useState(false)

  async function send({ rating, text }: ReviewForm): Promise<void> {
    try {
      const client = await app.supabase()
      const review = { order_item_id: item.id, rating, text: text || undefined, picture: picture ?? undefined }
      unwrap(await client.rpc('write_review', review))
    } catch (error) {
      toast({
        title: 'Review not sent',
        description:
          error instanceof QueryError && refusalCodes.has(error.code ?? '')
            ? error.message
            : 'Your review could not be sent. Please try again.',
        variant: 'destructive',
      })
      return
    }
    markPublished()
    onDone()
    toast({ title: 'Review published', description: 'Thank you for your review.' })
    await refetchAfterReview(queryClient)
  }

  return (
    <form onSubmit={handleSubmit(send)} noValidate className="space-y-5">
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
      <Button type="submit" size="lg" busy={isSubmitting} disabled={isUploading} className="w-full">
        {isSubmitting ? 'Publishing...' : 'Publish review'}
      </Button>
    </form>
  )
}
