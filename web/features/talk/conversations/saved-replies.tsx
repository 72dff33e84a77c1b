/** The button that opens the saved replies. The dialog's code is loaded on demand. */
import { BookmarkPlus } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { useMember } from '#features/account/auth'
import type { Conversation } from '#features/talk/conversation-list'
import { IconButton } from '#ui/icon-button'
import { lazyDialog } from '#ui/lazy-dialog'

interface SavedRepliesProps {
  conversation: Conversation
  /** Gets the focus after a reply was chosen. */
  input: RefObject<HTMLElement | null>
  onChoose: (text: string) => void
}

const SavedRepliesDialog = lazyDialog(() =>
  import('./saved-replies-dialog.tsx').then((module) => module.SavedRepliesDialog),
)

export function SavedReplies({ conversation, input, onChoose }: SavedRepliesProps) {
  const [isOpen, setOpen] = useState(false)
  const hasChosen = useRef(false)
  const isSeller = useMember().id === conversation.seller_id
  if (!isSeller) return null
  return (
    <>
      <IconButton
        icon={BookmarkPlus}
        label="Saved replies"
        title="Saved replies"
        onClick={() => {
          hasChosen.current = false
          setOpen(true)
        }}
        className="mb-0.5 shrink-0"
      />
      <SavedRepliesDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        finalFocus={() => (hasChosen.current && input.current) || true}
        onChoose={(text) => {
          hasChosen.current = true
          setOpen(false)
          onChoose(text)
        }}
      />
    </>
  )
}
