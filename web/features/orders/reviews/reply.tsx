/** The button that opens the reply form. The form's code is loaded on demand. */

import { MessageSquareReply } from 'lucide-react'
import { useCallback, useState } from 'react'
import { Button } from '#ui/button'
import { useLazyPart } from '#ui/use-lazy-part'

const loadForm = () => import('./reply-form.tsx')

export interface ReplyProps {
  reviewId: string
  author: string
  /** Called before the reply replaces the form. */
  onPublished: () => void
}

export function Reply({ reviewId, author, onPublished }: ReplyProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  const close = useCallback(() => setIsOpen(false), [])

  function open(): void {
    setIsOpen(true)
    setWasOpen(true)
  }

  const part = useLazyPart(loadForm, isOpen, close)
  if (part && isOpen) {
    return <part.ReplyFields reviewId={reviewId} author={author} onPublished={onPublished} onClose={close} />
  }
  return (
    <Button
      variant="quiet"
      size="sm"
      busy={isOpen}
      aria-label={`Reply to ${author}`}
      // Returns the focus after the form was closed.
      autoFocus={wasOpen}
      onClick={open}
      className="mt-2 -ml-4"
    >
      <MessageSquareReply aria-hidden="true" className="size-4" />
      Reply
    </Button>
  )
}
