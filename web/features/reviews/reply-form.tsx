/** The form for a shop's reply to a review. A shop can reply once. */

import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { type ReplyForm, replyForm } from '#domain/forms/review-forms'
import { useApp } from '#platform/app-context.ts'
import { fieldProps } from '#platform/field-props.ts'
import { QueryError, unwrapOptional } from '#platform/unwrap.ts'
import { Button } from '#ui/button'
import { TextArea } from '#ui/text-area'
import { toast } from '#ui/toast'
import { refetchAfterReview } from './refetch-after-review.ts'

export interface ReplyFieldsProps {
  reviewId: string
  author: string
  onPublished: () => void
  onClose: () => void
}

export function ReplyFields({ reviewId, author, onPublished, onClose }: ReplyFieldsProps) {
  const app = useApp()
  const queryClient = useQueryClient()
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(replyForm),
    defaultValues: { reply: '' },
  })
  const { isSubmitting } = formState
  const input = fieldProps(register, formState.errors)

  async function send({ reply }: ReplyForm): Promise<void> {
    try {
      const client = await app.supabase()
      unwrapOptional(await client.rpc('reply_to_review', { review_id: reviewId, reply }))
    } catch (error) {
      // The database refuses with a message for members.
      const serverMessage =
        error instanceof QueryError && error.status >= 400 && error.status < 500 ? error.message : null
      toast({
        title: 'Reply not sent',
        description: serverMessage ?? 'Your reply could not be sent. Please try again.',
        variant: 'destructive',
      })
      return
    }
    toast({ title: 'Reply published', description: `${author} has been notified.` })
    onPublished()
    await refetchAfterReview(queryClient)
    onClose()
  }

  return (
    <form onSubmit={handleSubmit(send)} noValidate className="mt-4 space-y-3">
      <TextArea
        label={`Your reply to ${author}`}
        hint="Your reply is public, and you can reply once."
        rows={3}
        autoFocus
        {...input('reply')}
      />
      <div className="flex gap-2">
        <Button type="submit" size="sm" busy={isSubmitting}>
          {isSubmitting ? 'Publishing...' : 'Publish reply'}
        </Button>
        <Button variant="quiet" size="sm" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
