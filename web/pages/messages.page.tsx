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
import { ConversationList } from '#web/features/talk/conversation-list/conversation-list.tsx'
import {
  type Conversation,
  conversationsQuery,
  useConversation,
  useConversations,
} from '#web/features/talk/conversation-list/conversations.ts'
import { ConversationView } from '#web/features/talk/conversations/conversation.tsx'
import { Inbox } from '#web/features/talk/conversations/inbox.tsx'
import { threadQuery } from '#web/features/talk/conversations/thread-query.ts'
import { classNames } from '#web/ui/class-names.ts'
import { restoreFocus } from '#web/ui/restore-focus.ts'

/** The messages of a linked conversation do not wait for the list of conversations. */
export const loader = memberLoader((app, { id: userId }, { url: { searchParams } }) => {
  if (searchParams.get('tab') === 'enquiries') return
  void preloadPages(app, conversationsQuery(app, userId), 1)
  const conversationId = searchParams.get('room') ?? ''
  if (isUuid(conversationId)) void preload(app, threadQuery(app, { userId, conversationId }, false))
})

export function Component() {
  const [params] = useSearchParams()
  // On phones an open conversation fills the screen.
  const isConversationOpen = params.has('room')
  return (
    // An open conversation reaches the bottom of the screen.
    <div
      className={classNames(
        'page sm:pt-10',
        isConversationOpen
          ? 'own-bar flex min-h-[calc(100dvh-4rem-1px)] md:min-h-[calc(100dvh-5rem-1px)] flex-col pt-0 pb-safe-4'
          : 'pt-6',
      )}
    >
      <PageHead title="Messages" hidden />
      <h1 className={classNames('text-3xl sm:text-4xl', isConversationOpen && 'max-md:sr-only')}>Messages</h1>
      <RequireAccount fallback={<SkeletonText lines={3} className="mt-8 max-w-sm text-xl" />}>
        {() => (
          <>
            <SuspensionNotice className="mt-4" />
            <Inbox>
              <Conversations />
            </Inbox>
          </>
        )}
      </RequireAccount>
    </div>
  )
}

function Conversations() {
  const { id: userId } = useMember()
  const [params] = useSearchParams()
  const { shown, isLoadingMore, hasFailed, retry, showMore } = useConversations(userId)
  const conversations = shown?.items
  const openId = params.get('room')
  const listed = conversations?.find(({ id }) => id === openId)
  // A linked conversation may not be on the first page of the list.
  const linked = useConversation(userId, openId !== null && conversations !== undefined && !listed ? openId : null)
  const previousOpenId = useRef(openId)
  useEffect(() => {
    const before = previousOpenId.current
    previousOpenId.current = openId
    // Back in the list on a phone: the focus returns to the conversation's row.
    if (openId === null && before !== null)
      restoreFocus(document.querySelector(`[data-conversation="${CSS.escape(before)}"]`))
  }, [openId])
  if (!shown || !conversations) {
    return hasFailed ? (
      <LoadFailed title="Your messages could not be loaded" retry={retry} />
    ) : (
      <SkeletonText lines={3} className="mt-8 max-w-sm text-xl" />
    )
  }
  if (conversations.length === 0 && openId === null) return <NoMessages />
  // On phones either the list or the conversation, on wider screens both.
  return (
    <div className="mt-4 grid grow items-start gap-6 sm:mt-6 md:grid-cols-[18rem_1fr] lg:grid-cols-[22rem_1fr] lg:gap-8">
      <div
        className={classNames(
          'min-w-0 md:max-h-[calc(100dvh-12rem)] md:overflow-y-auto md:overscroll-contain',
          openId !== null && 'max-md:hidden',
        )}
      >
        <ConversationList conversations={conversations} openId={openId} />
        {shown.next !== null && (
          <Button variant="secondary" className="mt-4 w-full" busy={isLoadingMore} onClick={showMore}>
            Show more conversations
          </Button>
        )}
      </div>
      <OpenConversation openId={openId} conversation={listed ?? linked.data} isError={linked.isError} />
    </div>
  )
}

interface OpenConversationProps {
  openId: string | null
  /** Undefined while loading, null if it does not exist. */
  conversation: Conversation | null | undefined
  isError: boolean
}

function OpenConversation({ openId, conversation, isError }: OpenConversationProps) {
  if (openId === null) {
    return <p className="py-16 text-center text-ink-soft max-md:hidden">Select a conversation.</p>
  }
  if (conversation) return <ConversationView key={conversation.id} conversation={conversation} />
  if (conversation === undefined && !isError) return <SkeletonText lines={3} className="mt-8 max-w-sm" />
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
