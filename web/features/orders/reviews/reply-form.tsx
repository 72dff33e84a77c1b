/** The form for a shop's reply to a review. A shop can reply once. */

import { useZodForm } from '#platform/zod-form.ts'
import { Button } from '#ui/button'
import { TextArea } from '#ui/text-area'
import { replyForm } from './review-forms.ts'
import { useReply } from './write-and-reply.ts'

export interface ReplyFieldsProps {
  reviewId: string
  author: string
  onPublished: () => void
  onClose: () => void
}

export function ReplyFields({ reviewId, author, onPublished, onClose }: ReplyFieldsProps) {
  const { input, handleSubmit } = useZodForm(replyForm, { reply: '' })
  const { mutate, isPending } = useReply({ reviewId, author, onPublished })
  const send = handleSubmit(({ reply }) => mutate(reply, { onSuccess: onClose }))

  return (
    <form onSubmit={(event) => void send(event)} noValidate className="mt-4 space-y-3">
      <TextArea
        label={`Your reply to ${author}`}
        hint="Your reply is public, and you can reply once."
        rows={3}
        autoFocus
        {...input('reply')}
      />
      <div className="flex gap-2">
        <Button type="submit" size="sm" busy={isPending}>
          {isPending ? 'Publishing...' : 'Publish reply'}
        </Button>
        <Button variant="quiet" size="sm" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
