/** Replaces the message form while a block applies, and explains a block that has to wait for an order. */
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import type { Conversation } from '#features/talk/conversation-list'
import { Button } from '#ui/button'
import { Notice } from '#ui/notice'
import { restoreFocus } from '#web/ui/restore-focus.ts'
import { useBlockUpdates, useConversationBlock, useSetBlock } from './blocks.ts'

interface BlockNoticeProps {
  conversation: Conversation
  /** Gets the focus after unblocking. */
  input: RefObject<HTMLElement | null>
  children: ReactNode
}

export function BlockNotice({ conversation, input, children }: BlockNoticeProps) {
  const block = useConversationBlock(conversation.id)
  useBlockUpdates(conversation)
  const isUnblocking = useRef(false)
  const isClosed = block?.is_in_effect === true
  useEffect(() => {
    if (isClosed || !isUnblocking.current) return
    isUnblocking.current = false
    restoreFocus(input.current)
  }, [isClosed, input])
  if (!block || (!block.is_mine && !block.is_in_effect)) return children
  const { name } = conversation.other
  if (block.is_in_effect) {
    return (
      <div role="status" className="border-t border-line px-4 py-4 text-center sm:px-6">
        <p className="text-ink-soft wrap-anywhere">
          {block.is_mine
            ? `You have blocked ${name}. Neither of you can send messages here.`
            : 'You can no longer send messages in this conversation.'}
        </p>
        {block.is_mine && <Unblock conversation={conversation} isUnblocking={isUnblocking} />}
      </div>
    )
  }
  return (
    <>
      <Notice tone="warning" icon={null} role="status" className="rounded-none border-t border-line text-sm sm:px-6">
        You have blocked {name}. You can both still send messages here until your open order is completed.
      </Notice>
      {children}
    </>
  )
}

function Unblock({ conversation, isUnblocking }: { conversation: Conversation; isUnblocking: RefObject<boolean> }) {
  const { mutate, isPending } = useSetBlock(conversation)
  return (
    <Button
      variant="secondary"
      size="sm"
      busy={isPending}
      onClick={() => {
        isUnblocking.current = true
        mutate(false, {
          onError() {
            isUnblocking.current = false
          },
        })
      }}
      className="mt-2"
    >
      Unblock
    </Button>
  )
}
