/** The shop's way to its one answer. The form's code comes when it is wanted. */

import { MessageSquareReply } from 'lucide-react'
import { useCallback, useState } from 'react'
import { Button } from '#ui/button'
import { useLazyPart } from '#ui/use-lazy-part'

const loadForm = () => import('./reply-form.tsx')

export interface ReplyProps {
  reviewId: string
  author: string
  /** Told before the reply takes the form's place. */
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
      // Back from the form, the keyboard is where it was.
      autoFocus={wasOpen}
      onClick={open}
      className="mt-2 -ml-4"
    >
      <MessageSquareReply aria-hidden="true" className="size-4" />
      Reply
    </Button>
  )
}
