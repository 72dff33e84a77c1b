/** Stars and words for an item that was delivered. */

import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { type ReviewForm, reviewForm } from '#domain/forms/review-forms'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { TextArea } from '#ui/text-area'
import { toast } from '#ui/toast'
import { useApp } from '#web/app/app-context.ts'
import { QueryError, unwrapOptional } from '#web/app/unwrap.ts'
import { refreshAfterReview } from './refresh.ts'
import type { ReceivedItem } from './reviewable.ts'
import { StarField } from './star-field.tsx'

export interface ReviewDialogProps {
  item: ReceivedItem
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function ReviewDialog({ item, open, onOpenChange }: ReviewDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Write a review" description={item.name}>
      <Form item={item} onDone={() => onOpenChange(false)} />
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

  async function send({ rating, text }: ReviewForm): Promise<void> {
    try {
      const client = await app.supabase()
      unwrapOptional(await client.from('reviews').insert({ order_item_id: item.id, rating, text: text || null }))
    } catch (error) {
      // From another tab, perhaps: an item is reviewed once.
      const isRepeated = error instanceof QueryError && error.code === '23505'
      toast({
        title: 'Review not sent',
        description: isRepeated
          ? 'You have already reviewed this.'
          : 'Your review could not be sent. Please try again.',
        variant: 'destructive',
      })
      return
    }
    onDone()
    toast({ title: 'Review published', description: 'Thank you for telling others how it was.' })
    await refreshAfterReview(queryClient)
  }

  return (
    <form onSubmit={handleSubmit(send)} noValidate className="space-y-5">
      <StarField value={Number(watch('rating'))} error={errors.rating?.message} field={register('rating')} />
      <TextArea
        label="Your review (optional)"
        rows={5}
        placeholder="How did it taste, and was it as described?"
        error={errors.text?.message}
        {...register('text')}
      />
      <p className="text-sm text-ink-soft">It appears under your name, and the shop can answer it.</p>
      <Button type="submit" size="lg" busy={isSubmitting} className="w-full">
        {isSubmitting ? 'Publishing...' : 'Publish review'}
      </Button>
    </form>
  )
}
