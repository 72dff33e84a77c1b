/** The seller's saved replies: insert, add, edit and delete. */
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { messageFor } from '#platform/message-for.ts'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { FormError } from '#ui/form-error'
import { IconButton } from '#ui/icon-button'
import { Loaded } from '#ui/loaded'
import { SkeletonText } from '#ui/skeleton'
import { TextArea } from '#ui/text-area'
import { TextField } from '#ui/text-field'
import {
  maxReplies,
  maxReplyLength,
  maxTitleLength,
  type SavedReply,
  useDeleteReply,
  useSavedReplies,
  useSaveReply,
} from './saved-reply-queries.ts'

interface SavedRepliesDialogProps {
  open: boolean
  onClose: () => void
  finalFocus: () => HTMLElement | boolean
  onChoose: (text: string) => void
}

type Editing = { reply: SavedReply | null } | null

export function SavedRepliesDialog({ open, onClose, finalFocus, onChoose }: SavedRepliesDialogProps) {
  const [editing, setEditing] = useState<Editing>(null)
  return (
    <Dialog
      open={open}
      finalFocus={finalFocus}
      onOpenChange={(next) => {
        if (!next) onClose()
        setEditing(null)
      }}
      title={editing ? (editing.reply ? 'Edit reply' : 'New reply') : 'Saved replies'}
      description={
        editing ? undefined : 'Choose a reply to insert it into your message. You can edit it before sending.'
      }
    >
      {editing ? (
        <ReplyForm reply={editing.reply} onDone={() => setEditing(null)} />
      ) : (
        <ReplyList onChoose={onChoose} onEdit={(reply) => setEditing({ reply })} />
      )}
    </Dialog>
  )
}

interface ReplyListProps {
  onChoose: (text: string) => void
  /** Null for a new reply. */
  onEdit: (reply: SavedReply | null) => void
}

function ReplyList({ onChoose, onEdit }: ReplyListProps) {
  const query = useSavedReplies()
  const { mutate: remove } = useDeleteReply()
  const add = useRef<HTMLButtonElement>(null)

  function deleteReply({ id }: SavedReply): void {
    add.current?.focus()
    remove(id)
  }

  return (
    <Loaded query={query} isLine failed="Your replies could not be loaded." loading={<SkeletonText lines={3} />}>
      {(replies) => (
        <>
          {replies.length > 0 && (
            <ul className="-mx-2 mb-4 max-h-[50dvh] overflow-y-auto overscroll-contain">
              {replies.map((reply) => (
                <li key={reply.id} className="flex items-center">
                  <Button
                    variant="plain"
                    onClick={() => onChoose(reply.content)}
                    className="min-w-0 grow rounded-control px-2 py-2 text-left hover:bg-ink/5"
                  >
                    <span className="block truncate font-semibold">{reply.title}</span>
                    <span className="block truncate text-sm text-ink-soft">{reply.content}</span>
                  </Button>
                  <IconButton
                    icon={Pencil}
                    label={`Edit ${reply.title}`}
                    onClick={() => onEdit(reply)}
                    className="shrink-0"
                  />
                  <IconButton
                    icon={Trash2}
                    label={`Delete ${reply.title}`}
                    onClick={() => deleteReply(reply)}
                    className="shrink-0"
                  />
                </li>
              ))}
            </ul>
          )}
          {replies.length < maxReplies ? (
            <Button ref={add} variant="secondary" onClick={() => onEdit(null)} className="w-full">
              <Plus aria-hidden="true" className="size-5" />
              New reply
            </Button>
          ) : (
            <p className="text-sm text-ink-soft">You have reached the maximum of {maxReplies} saved replies.</p>
          )}
        </>
      )}
    </Loaded>
  )
}

function ReplyForm({ reply, onDone }: { reply: SavedReply | null; onDone: () => void }) {
  const { mutate, isPending, error } = useSaveReply()
  const name = useRef<HTMLInputElement>(null)
  // The button that opened the form has been removed.
  useEffect(() => name.current?.focus(), [])
  const [title, setTitle] = useState(reply?.title ?? '')
  const [content, setContent] = useState(reply?.content ?? '')
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const isMissing = { title: title.trim() === '', content: content.trim() === '' }

  function save(event: FormEvent): void {
    event.preventDefault()
    setWasSubmitted(true)
    if (isMissing.title || isMissing.content) return
    mutate({ id: reply?.id ?? null, title, content }, { onSuccess: onDone })
  }

  return (
    <form noValidate onSubmit={save} className="space-y-5">
      <TextField
        ref={name}
        label="Name"
        placeholder="Thank you"
        maxLength={maxTitleLength}
        required
        value={title}
        error={wasSubmitted && isMissing.title ? 'Please enter a name.' : undefined}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      <TextArea
        label="Reply"
        rows={5}
        maxLength={maxReplyLength}
        required
        value={content}
        error={wasSubmitted && isMissing.content ? 'Please enter a reply.' : undefined}
        onChange={(event) => setContent(event.currentTarget.value)}
      />
      <FormError message={error && messageFor(error, 'The reply could not be saved. Please try again.')} />
      <div className="grid gap-3 sm:grid-cols-2">
        <Button type="submit" busy={isPending}>
          Save
        </Button>
        <Button variant="secondary" disabled={isPending} onClick={onDone}>
          Back
        </Button>
      </div>
    </form>
  )
}
