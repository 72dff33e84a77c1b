/** Messages: one's conversations, and the one that is open. */
import { CloudAlert, MessageCircle } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { RequireAccount, type SessionUser } from '#features/auth'
import { Button } from '#ui/button'
import { EmptyState } from '#ui/empty-state'
import { LinkButton } from '#ui/link-button'
import { SkeletonText } from '#ui/skeleton'
import { PageHead } from '#web/app/page-head.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Conversation } from './conversation.tsx'
import { RoomList } from './room-list.tsx'
import { useRooms } from './rooms.ts'

export function Component() {
  return (
    <div className="page pt-8 sm:pt-12">
      <PageHead title="Messages" hidden />
      <h1 className="text-3xl sm:text-4xl">Messages</h1>
      <RequireAccount fallback={<SkeletonText lines={3} className="mt-8 max-w-sm text-xl" />}>
        {(user) => <Rooms user={user} />}
      </RequireAccount>
    </div>
  )
}

function Rooms({ user }: { user: SessionUser }) {
  const [address] = useSearchParams()
  const { data: rooms, isError, refetch } = useRooms(user.id)
  if (!rooms) {
    if (!isError) return <SkeletonText lines={3} className="mt-8 max-w-sm text-xl" />
    return (
      <EmptyState
        icon={CloudAlert}
        title="We couldn’t load your messages"
        actions={<Button onClick={() => void refetch()}>Try again</Button>}
      >
        <p role="alert">Something went wrong on the way. Check your connection and try again.</p>
      </EmptyState>
    )
  }
  if (rooms.length === 0) {
    return (
      <EmptyState
        icon={MessageCircle}
        title="No messages yet"
        actions={<LinkButton to="/">Browse Products</LinkButton>}
      >
        <p>Write to a baker from any product’s page.</p>
      </EmptyState>
    )
  }
  const open = rooms.find(({ id }) => id === address.get('room'))
  // On a phone either the list or the conversation, side by side where there is room for both.
  return (
    <div className="mt-6 grid items-start gap-8 md:grid-cols-[18rem_1fr] lg:grid-cols-[22rem_1fr]">
      <div className={classNames('min-w-0', open && 'max-md:hidden')}>
        <RoomList rooms={rooms} openId={open?.id ?? null} />
      </div>
      {open ? (
        <Conversation key={open.id} room={open} user={user} />
      ) : (
        <p className="py-16 text-center text-ink-soft max-md:hidden">Choose a conversation to read it.</p>
      )}
    </div>
  )
}
