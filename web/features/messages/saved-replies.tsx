/** The way to a seller's saved replies, beside where they write. The window's code comes when it is first opened. */
import { BookmarkPlus } from 'lucide-react'
import { useCallback, useState } from 'react'
import type { SessionUser } from '#features/auth'
import { Button } from '#ui/button'
import { useLazyPart } from '#ui/use-lazy-part'
import type { Room } from './rooms.ts'

interface SavedRepliesProps {
  room: Room
  user: SessionUser
  onChoose: (text: string) => void
}

const load = () => import('./saved-replies-dialog.tsx')

export function SavedReplies({ room, user, onChoose }: SavedRepliesProps) {
  const [isOpen, setOpen] = useState(false)
  const giveUp = useCallback(() => setOpen(false), [])
  const part = useLazyPart(load, isOpen, giveUp)
  if (user.id !== room.seller_id) return null
  return (
    <>
      <Button
        variant="quiet"
        size="icon"
        aria-label="Saved replies"
        title="Saved replies"
        onClick={() => setOpen(true)}
        className="mb-0.5 shrink-0"
      >
        <BookmarkPlus aria-hidden="true" className="size-5" />
      </Button>
      {part && (
        <part.SavedRepliesDialog
          user={user}
          open={isOpen}
          onClose={() => setOpen(false)}
          onChoose={(text) => {
            setOpen(false)
            onChoose(text)
          }}
        />
      )}
    </>
  )
}
