/** The line in which one writes. */
import { type SubmitEvent, useState } from 'react'
import type { SessionUser } from '#features/auth'
import { Button } from '#ui/button'
import { TextField } from '#ui/text-field'
import { useSendMessage } from './chat.ts'
import type { Room } from './rooms.ts'

/** As many characters as the database takes. */
const longestMessage = 4000

export function MessageForm({ room, user }: { room: Room; user: SessionUser }) {
  const [text, setText] = useState('')
  const { send, isSending } = useSendMessage(user.id, room.id)

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const content = text.trim()
    if (content && (await send(content))) setText('')
  }

  return (
    <form onSubmit={(event) => void submit(event)} className="flex items-end gap-3 border-t border-line p-4 sm:px-6">
      <TextField
        label="Message"
        labelHidden
        placeholder="Write a message"
        autoComplete="off"
        maxLength={longestMessage}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        className="grow"
      />
      <Button type="submit" busy={isSending} className="h-12!">
        Send
      </Button>
    </form>
  )
}
