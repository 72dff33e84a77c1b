/** The shop's way to its one answer. The form's code comes when it is wanted. */

import { MessageSquareReply } from 'lucide-react'
import { useCallback, useState } from 'react'
import { Button } from '#ui/button'
import { useLazyPart } from '#ui/use-lazy-part'

const loadForm = () => import('./reply-form.tsx')

export function Reply({ reviewId, author }: { reviewId: string; author: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const close = useCallback(() => setIsOpen(false), [])
  const part = useLazyPart(loadForm, isOpen, close)
  if (part && isOpen) return <part.ReplyFields reviewId={reviewId} author={author} onClose={close} />
  return (
    <Button
      variant="quiet"
      size="sm"
      busy={isOpen}
      aria-label={`Reply to ${author}`}
      onClick={() => setIsOpen(true)}
      className="mt-2 -ml-4"
    >
      <MessageSquareReply aria-hidden="true" className="size-4" />
      Reply
    </Button>
  )
}
