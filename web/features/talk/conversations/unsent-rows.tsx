/** The member's messages that are being sent or have failed. */

import { Button } from '#ui/button'
import { classNames } from '#web/ui/class-names.ts'
import { ChatPicture } from './chat-picture.tsx'
import { bubbleStyle } from './message-rows.tsx'
import { MessageText } from './message-text.tsx'
import type { Unsent } from './outbox.ts'

export interface UnsentRowsProps {
  unsent: readonly Unsent[]
  retry: (id: string) => void
  discard: (id: string) => void
}

export function UnsentRows({ unsent, retry, discard }: UnsentRowsProps) {
  if (unsent.length === 0) return null
  return (
    <ol aria-label="Not sent yet">
      {unsent.map(({ id, content, preview, state }, position) => (
        <li key={id} className={classNames('flex flex-col', position === 0 ? 'pt-3' : 'pt-1')}>
          <span className="sr-only">You: </span>
          {preview !== null && (
            <span className="self-end">
              <ChatPicture path={null} preview={preview} alt="Your picture" />
            </span>
          )}
          {content !== '' && (
            <span className={classNames(bubbleStyle(true, state === 'failed'), state !== 'failed' && 'opacity-75')}>
              <MessageText text={content} />
            </span>
          )}
          {state === 'failed' ? (
            <span className="mt-1 flex items-center gap-3 self-end px-1 text-sm">
              <span className="font-medium text-alarm">Not sent</span>
              <Button variant="link" onClick={() => retry(id)} className="text-ink">
                Try again
              </Button>
              <Button variant="link" onClick={() => discard(id)} className="text-ink">
                Delete
              </Button>
            </span>
          ) : (
            position === unsent.length - 1 && <span className="mt-1 self-end px-1 text-xs text-ink-soft">Sending…</span>
          )}
        </li>
      ))}
    </ol>
  )
}
