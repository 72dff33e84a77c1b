/** The menu of a conversation: report it, or block the other member. */
import { Ban, EllipsisVertical, Flag } from 'lucide-react'
import { useState } from 'react'
import { LazyReportDialog } from '#features/run/moderation'
import type { Conversation } from '#features/talk/conversation-list'
import { ConfirmDialog } from '#ui/confirm-dialog'
import { IconButton } from '#ui/icon-button'
import { Menu, MenuItem } from '#ui/menu'
import { toast } from '#ui/toast'
import { useConversationBlock, useSetBlock } from './blocks.ts'

export function ConversationMenu({ conversation }: { conversation: Conversation }) {
  const block = useConversationBlock(conversation.id)
  const { mutate: setBlock } = useSetBlock(conversation)
  const [isBlocking, setBlocking] = useState(false)
  const [isReporting, setReporting] = useState(false)
  const { name } = conversation.other

  function unblock(): void {
    setBlock(false, {
      onSuccess: () => toast({ title: 'Unblocked', description: `${name} can message you again.` }),
    })
  }

  return (
    <>
      <Menu
        trigger={<IconButton icon={EllipsisVertical} label="More about this conversation" className="-mr-2 shrink-0" />}
      >
        {block?.is_mine ? (
          <MenuItem icon={Ban} onClick={unblock}>
            Unblock {name}
          </MenuItem>
        ) : (
          <MenuItem icon={Ban} onClick={() => setBlocking(true)}>
            Block {name}
          </MenuItem>
        )}
        <MenuItem icon={Flag} onClick={() => setReporting(true)}>
          Report conversation
        </MenuItem>
      </Menu>
      <BlockDialog conversation={conversation} open={isBlocking} onClose={() => setBlocking(false)} />
      <LazyReportDialog
        target={{ subject: 'conversation', id: conversation.id, label: 'this conversation' }}
        open={isReporting}
        onOpenChange={setReporting}
      />
    </>
  )
}

function BlockDialog({
  conversation,
  open,
  onClose,
}: {
  conversation: Conversation
  open: boolean
  onClose: () => void
}) {
  const { mutate, isPending } = useSetBlock(conversation)
  const { name } = conversation.other
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={<span className="wrap-anywhere">Block {name}?</span>}
      action="Block"
      onConfirm={() => mutate(true, { onSuccess: onClose })}
      isPending={isPending}
    >
      <ul className="list-disc space-y-1 pl-5 text-pretty">
        <li>Neither of you can message the other, and prices can’t be quoted or accepted.</li>
        <li>Until a paid order between you is completed, you can both still send messages.</li>
        <li>They are not notified. You can unblock them at any time.</li>
      </ul>
    </ConfirmDialog>
  )
}
