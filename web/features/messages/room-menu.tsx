/** The menu of a conversation: report it, or block the other member. */
import { Menu } from '@base-ui/react/menu'
import { Ban, EllipsisVertical, Flag } from 'lucide-react'
import { useState } from 'react'
import type { SessionUser } from '#features/auth'
import { LazyReportDialog } from '#features/moderation'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { toast } from '#ui/toast'
import { buttonStyle } from '#web/ui/button-style.ts'
import { useRoomBlock, useSetBlock } from './blocks.ts'
import type { Room } from './rooms.ts'

const itemStyle =
  'flex h-11 cursor-pointer items-center gap-3 rounded-lg px-3 outline-none select-none data-highlighted:bg-paper-deep'

export function RoomMenu({ room, user }: { room: Room; user: SessionUser }) {
  const block = useRoomBlock(user.id, room.id)
  const { mutate: setBlock } = useSetBlock(user.id, room)
  const [isBlocking, setBlocking] = useState(false)
  const [isReporting, setReporting] = useState(false)
  const { name } = room.other

  function unblock(): void {
    setBlock(false, {
      onSuccess: () => toast({ title: 'Unblocked', description: `${name} can message you again.` }),
    })
  }

  return (
    <>
      <Menu.Root>
        <Menu.Trigger
          aria-label="More about this conversation"
          className={buttonStyle({ variant: 'quiet', size: 'icon', className: '-mr-2 shrink-0' })}
        >
          <EllipsisVertical aria-hidden="true" className="size-5" />
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner align="end" sideOffset={4} className="z-50 outline-none">
            <Menu.Popup className="w-64 rounded-2xl border border-line bg-card p-2 shadow-lift outline-none">
              {block?.is_mine ? (
                <Menu.Item onClick={unblock} className={itemStyle}>
                  <Ban aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
                  <span className="truncate">Unblock {name}</span>
                </Menu.Item>
              ) : (
                <Menu.Item onClick={() => setBlocking(true)} className={itemStyle}>
                  <Ban aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
                  <span className="truncate">Block {name}</span>
                </Menu.Item>
              )}
              <Menu.Item onClick={() => setReporting(true)} className={itemStyle}>
                <Flag aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
                Report conversation
              </Menu.Item>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      <BlockDialog room={room} user={user} open={isBlocking} onClose={() => setBlocking(false)} />
      <LazyReportDialog
        target={{ subject: 'conversation', id: room.id, label: 'this conversation' }}
        open={isReporting}
        onOpenChange={setReporting}
      />
    </>
  )
}

interface BlockDialogProps {
  room: Room
  user: SessionUser
  open: boolean
  onClose: () => void
}

function BlockDialog({ room, user, open, onClose }: BlockDialogProps) {
  const { mutate, isPending } = useSetBlock(user.id, room)
  const { name } = room.other
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={<span className="wrap-anywhere">Block {name}?</span>}
    >
      <ul className="list-disc space-y-1 pl-5 text-pretty">
        <li>Neither of you can message the other, and prices can’t be quoted or accepted.</li>
        <li>Until a paid order between you is completed, you can both still send messages.</li>
        <li>They are not notified. You can unblock them at any time.</li>
      </ul>
      <div className="mt-6 grid gap-3 sm:grid-cols-2">
        <Button
          variant="danger"
          size="lg"
          busy={isPending}
          onClick={() => mutate(true, { onSuccess: onClose })}
          className="px-4!"
        >
          Block
        </Button>
        <Button variant="secondary" size="lg" disabled={isPending} onClick={onClose} className="px-4!">
          Cancel
        </Button>
      </div>
    </Dialog>
  )
}
