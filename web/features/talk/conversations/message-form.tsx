/** The message form: text of up to 4,000 characters and a few pictures. Enter sends, Shift+Enter starts a new line. */
import { ImagePlus, SendHorizontal, X } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, type RefObject, type SubmitEvent, useId, useState } from 'react'
import { characters, trimmed } from '#domain/values/written-text'
import { useMember } from '#features/account/auth'
import { useChosenPictures } from '#features/account/uploads'
import type { Conversation } from '#features/talk/conversation-list'
import { Button } from '#ui/button'
import { FileButton } from '#ui/file-button'
import { IconButton } from '#ui/icon-button'
import { TextArea } from '#ui/text-area'
import { readDraft, saveDraft } from './message-drafts.ts'
import { SavedReplies } from './saved-replies.tsx'
import { useOutbox } from './use-outbox.ts'
import type { Presence } from './use-presence.ts'

/** The limit of the database, and the length from which the counter is shown. */
const maxMessageLength = 4_000
const countFrom = 3_700

const maxPictures = 4

export interface MessageFormProps {
  conversation: Conversation
  presence: Presence
  input: RefObject<HTMLTextAreaElement | null>
}

export function MessageForm({ conversation, presence, input }: MessageFormProps) {
  const ids = { userId: useMember().id, conversationId: conversation.id }
  const id = useId()
  const [text, setText] = useState(() => readDraft(ids))
  const outbox = useOutbox(ids)
  const pictures = useChosenPictures(maxPictures, `You can send up to ${maxPictures} pictures at a time.`)
  /** Enter was pressed while pictures were being prepared. */
  const [isSubmitPending, setIsSubmitPending] = useState(false)
  const content = trimmed(text)
  const length = characters(content)
  const isTooLong = length > maxMessageLength

  function updateText(next: string): void {
    setText(next)
    saveDraft(ids, next)
  }

  function send(): void {
    setIsSubmitPending(pictures.isBusy)
    if (isTooLong || pictures.isBusy) return
    for (const { file } of pictures.chosen) outbox.add({ content: '', file })
    if (content !== '') outbox.add({ content, file: null })
    pictures.clear()
    updateText('')
    input.current?.focus()
  }

  function choose(files: readonly File[]): void {
    setIsSubmitPending(false)
    void pictures.choose(files)
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    // Ignores the Enter that confirms input of an IME, as for Japanese or Chinese.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }

  function onPaste(event: ClipboardEvent): void {
    const files = [...event.clipboardData.files]
    if (files.length === 0) return
    event.preventDefault()
    choose(files)
  }

  return (
    <form
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault()
        send()
      }}
      className="border-t border-line p-3 sm:px-6 sm:py-4"
    >
      {pictures.chosen.length > 0 && (
        <ul aria-label="Pictures to send" className="mb-3 flex flex-wrap gap-2">
          {pictures.chosen.map((picture, position) => (
            <li key={picture.source} className="relative">
              <img
                src={picture.source}
                alt={`To send: ${position + 1}`}
                className="size-20 rounded-control object-cover"
              />
              <Button
                variant="plain"
                aria-label={`Remove picture ${position + 1}`}
                onClick={() => pictures.remove(picture)}
                className="absolute -top-1.5 -right-1.5 grid size-7 place-items-center rounded-full bg-ink text-paper"
              >
                <X aria-hidden="true" className="size-4" />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <p role="alert" className="text-sm font-medium text-alarm not-empty:mb-2">
        {pictures.error}
      </p>
      <p role="status" className="text-sm text-ink-soft not-empty:mb-2">
        {pictures.isBusy && `Preparing pictures…${isSubmitPending ? ' You can send them in a moment.' : ''}`}
      </p>
      <div className="flex items-end gap-2">
        <FileButton
          label="Choose pictures"
          accept="image/*"
          multiple
          onFiles={choose}
          variant="quiet"
          size="icon"
          aria-label="Add pictures"
          busy={pictures.isBusy}
          disabled={pictures.chosen.length >= maxPictures}
          className="mb-0.5 shrink-0"
        >
          <ImagePlus aria-hidden="true" className="size-5" />
        </FileButton>
        <SavedReplies
          conversation={conversation}
          input={input}
          onChoose={(reply) => updateText(content === '' ? reply : `${text}\n${reply}`)}
        />
        <TextArea
          ref={input}
          label="Message"
          labelHidden
          rows={1}
          placeholder="Write a message"
          autoComplete="off"
          enterKeyHint="send"
          value={text}
          aria-invalid={isTooLong || undefined}
          aria-describedby={`${id}-length`}
          onChange={({ currentTarget }) => {
            updateText(currentTarget.value)
            if (currentTarget.value !== '') presence.sendTyping()
          }}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          className="grow"
          inputClassName="max-h-40 min-h-12 resize-none py-2.5 [field-sizing:content]"
        />
        <IconButton
          icon={SendHorizontal}
          label="Send"
          type="submit"
          variant="primary"
          disabled={isTooLong}
          className="mb-0.5 shrink-0"
        />
      </div>
      <p
        id={`${id}-length`}
        aria-live="polite"
        className={
          isTooLong
            ? 'mt-1 text-right text-sm font-medium text-alarm'
            : 'mt-1 text-right text-sm text-ink-soft empty:hidden'
        }
      >
        {length >= countFrom && lengthNote(length)}
      </p>
    </form>
  )
}

function lengthNote(length: number): string {
  const over = length - maxMessageLength
  const total = maxMessageLength.toLocaleString('en-GB')
  if (over > 0) return `Too long by ${over.toLocaleString('en-GB')}. Messages can have up to ${total} characters.`
  return `${length.toLocaleString('en-GB')} of ${total} characters`
}
