/** The messages page: the list of conversations and the open one. */
import { CloudAlert, MessageCircle } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { isUuid } from '#domain/values/ids'
import { PageHead } from '#platform/page-head.tsx'
import { preload, preloadPages } from '#platform/preload.ts'
import { Button } from '#ui/button'
import { EmptyState } from '#ui/empty-state'
import { LinkButton } from '#ui/link-button'
import { LoadFailed } from '#ui/load-failed'
import { SkeletonText } from '#ui/skeleton'
import { memberLoader } from '#web/features/account/auth/member-loader.ts'
import { RequireAccount, useMember } from '#web/features/account/auth/require-account.tsx'
import { SuspensionNotice } from '#web/features/account/suspension/suspension-notice.tsx'
import { RoomList } from '#web/features/talk/conversation-list/room-list.tsx'
import { type Room, roomsQuery, useRoom, useRooms } from '#web/features/talk/conversation-list/rooms.ts'
import { Conversation } from '#web/features/talk/conversations/conversation.tsx'
import { Inbox } from '#web/features/talk/conversations/inbox.tsx'
import { threadQuery } from '#web/features/talk/conversations/thread-query.ts'
import { classNames } from '#web/ui/class-names.ts'
import { restoreFocus } from '#web/ui/restore-focus.ts'

/** The messages of a linked conversation do not wait for the list of conversations. */
export const loader = memberLoader((app, { id: userId }, { url: { searchParams } }) => {
  if (searchParams.get('tab') === 'enquiries') return
  void preloadPages(app, roomsQuery(app, userId), 1)
  const roomId = searchParams.get('room') ?? ''
  if (isUuid(roomId)) void preload(app, threadQuery(app, { userId, roomId }, false))
})

export function Component() {
  const [params] = useSearchParams()
  // On phones an open conversation fills the screen.
  const isRoomOpen = params.has('room')
  return (
    // An open conversation reaches the bottom of the screen.
    <div
      className={classNames(
        'page sm:pt-10',
        isRoomOpen
          ? 'own-bar flex min-h-[calc(100dvh-4rem-1px)] md:min-h-[calc(100dvh-5rem-1px)] flex-col pt-0 pb-safe-4'
          : 'pt-6',
      )}
    >
      <PageHead title="Messages" hidden />
      <h1 className={classNames('text-3xl sm:text-4xl', isRoomOpen && 'max-md:sr-only')}>Messages</h1>
      <RequireAccount fallback={<SkeletonText lines={3} className="mt-8 max-w-sm text-xl" />}>
        {() => (
          <>
            <SuspensionNotice className="mt-4" />
            <Inbox>
              <Rooms />
            </Inbox>
          </>
        )}
      </RequireAccount>
    </div>
  )
}

function Rooms() {
  const { id: userId } = useMember()
  const [params] = useSearchParams()
  const { shown, isLoadingMore, hasFailed, retry, showMore } = useRooms(userId)
  const rooms = shown?.items
  const openId = params.get('room')
  const listed = rooms?.find(({ id }) => id === openId)
  // A linked conversation may not be on the first page of the list.
  const linked = useRoom(userId, openId !== null && rooms !== undefined && !listed ? openId : null)
  const previousOpenId = useRef(openId)
  useEffect(() => {
    const before = previousOpenId.current
    previousOpenId.current = openId
    // Back in the list on a phone: the focus returns to the conversation's row.
    if (openId === null && before !== null) restoreFocus(document.querySelector(`[data-room="${CSS.escape(before)}"]`))
  }, [openId])
  if (!shown || !rooms) {
    return hasFailed ? (
      <LoadFailed title="Your messages could not be loaded" retry={retry} />
    ) : (
      <SkeletonText lines={3} className="mt-8 max-w-sm text-xl" />
    )
  }
  if (rooms.length === 0 && openId === null) return <NoMessages />
  // On phones either the list or the conversation, on wider screens both.
  return (
    <div className="mt-4 grid grow items-start gap-6 sm:mt-6 md:grid-cols-[18rem_1fr] lg:grid-cols-[22rem_1fr] lg:gap-8">
      <div
        className={classNames(
          'min-w-0 md:max-h-[calc(100dvh-12rem)] md:overflow-y-auto md:overscroll-contain',
          openId !== null && 'max-md:hidden',
        )}
      >
        <RoomList rooms={rooms} openId={openId} />
        {shown.next !== null && (
          <Button variant="secondary" className="mt-4 w-full" busy={isLoadingMore} onClick={showMore}>
            Show more conversations
          </Button>
        )}
      </div>
      <OpenRoom openId={openId} room={listed ?? linked.data} isError={linked.isError} />
    </div>
  )
}

interface OpenRoomProps {
  openId: string | null
  /** Undefined while loading, null if it does not exist. */
  room: Room | null | undefined
  isError: boolean
}

function OpenRoom({ openId, room, isError }: OpenRoomProps) {
  if (openId === null) {
    return <p className="py-16 text-center text-ink-soft max-md:hidden">Select a conversation.</p>
  }
  if (room) return <Conversation key={room.id} room={room} />
  if (room === undefined && !isError) return <SkeletonText lines={3} className="mt-8 max-w-sm" />
  return (
    <EmptyState
      icon={isError ? CloudAlert : MessageCircle}
      title={isError ? 'The conversation could not be loaded' : 'Conversation not found'}
      actions={<LinkButton to="/messages">All messages</LinkButton>}
    >
      <p role="alert">
        {isError ? 'Check your connection and try again.' : 'This conversation doesn’t exist or isn’t yours.'}
      </p>
    </EmptyState>
  )
}

function NoMessages() {
  return (
    <EmptyState icon={MessageCircle} title="No messages yet" actions={<LinkButton to="/">Browse Products</LinkButton>}>
      <p>You can message a seller from any product page.</p>
    </EmptyState>
  )
}
