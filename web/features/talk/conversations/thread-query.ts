/** Fetches the messages of a conversation: the latest first, then missed ones, and older ones on request. */
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { messageKeys } from '#keys/messages'
import { type AppContext, type Backend, useApp } from '#platform/app-context.ts'
import { read } from '#platform/read.ts'
import { unwrap } from '#platform/unwrap.ts'
import { type ChatMessage, messageColumns } from './chat-message.ts'
import {
  allMessages,
  chunkLength,
  createThread,
  oldestMessage,
  type Thread,
  withMessages,
  withMissed,
  withOlder,
  withRead,
} from './thread.ts'

export interface ConversationIds {
  readonly userId: string
  readonly conversationId: string
}

const pageLength = chunkLength
const missedPageLength = 200
/** After more missed pages than this the thread is reloaded. */
const maxMissedPages = 5

/**
 * `created_at` is the start of a transaction, so a slow one can appear behind newer messages. The overlap is fetched
 * again and deduplicated by id.
 */
const overlapMs = 30_000

/** Poll intervals without and with a live connection. Even a live connection may lose events. */
const pollIntervalMs = { disconnected: 5_000, live: 60_000 }

export const threadKey = ({ userId, conversationId }: ConversationIds) => messageKeys.thread(userId, conversationId)

export function threadQuery(app: AppContext, conversation: ConversationIds, isLive: boolean) {
  return queryOptions({
    queryKey: threadKey(conversation),
    queryFn: async ({ signal }): Promise<Thread> => {
      const client = await app.supabase()
      const known = app.queryClient.getQueryData<Thread>(threadKey(conversation))
      // In parallel, so that a conversation opens after a single round trip.
      const [changes, unreadSince] = await Promise.all([
        fetchChanges(client, conversation.conversationId, known, signal),
        fetchUnreadSince(client, conversation, signal),
      ])
      // Keeps messages that arrived live in the meantime.
      const current = app.queryClient.getQueryData<Thread>(threadKey(conversation)) ?? createThread([], false)
      const thread =
        'latest' in changes ? withMessages(changes.latest, allMessages(current)) : withMissed(current, changes.missed)
      // Fetched rows have their read state. Cached rows before the first unread message have been read.
      const readBefore = unreadSince ?? known?.completeTo ?? null
      return readBefore === null
        ? thread
        : withRead(thread, conversation.userId, readBefore, app.clock.now().toISOString())
    },
    staleTime: 0,
    // Threads keep unchanged chunks themselves. Comparing thousands of messages would cost more than rendering them.
    structuralSharing: false,
    refetchInterval: isLive ? pollIntervalMs.live : pollIntervalMs.disconnected,
  })
}

type ThreadChanges = { readonly latest: Thread } | { readonly missed: readonly ChatMessage[] }

async function fetchChanges(
  client: Backend,
  conversationId: string,
  known: Thread | undefined,
  signal: AbortSignal,
): Promise<ThreadChanges> {
  const missed = known?.completeTo ? await fetchMissed(client, conversationId, known.completeTo, signal) : null
  return missed ? { missed } : { latest: await fetchLatest(client, conversationId, signal) }
}

async function fetchLatest(client: Backend, conversationId: string, signal: AbortSignal): Promise<Thread> {
  const messages: ChatMessage[] = unwrap(await newestFirst(client, conversationId).abortSignal(signal))
  return createThread(messages.toReversed(), messages.length === pageLength)
}

const newestFirst = (client: Backend, conversationId: string) =>
  client
    .from('chat_messages')
    .select(messageColumns)
    .eq('chat_room_id', conversationId)
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(pageLength)

/** Null if too many were missed; the thread is then reloaded. */
async function fetchMissed(
  client: Backend,
  conversationId: string,
  completeTo: string,
  signal: AbortSignal,
): Promise<readonly ChatMessage[] | null> {
  const messages: ChatMessage[] = []
  let after = new Date(Date.parse(completeTo) - overlapMs).toISOString()
  let afterId: string | null = null
  for (let pages = 0; pages < maxMissedPages; pages += 1) {
    const page: ChatMessage[] = unwrap(
      await client
        .from('chat_messages')
        .select(messageColumns)
        .eq('chat_room_id', conversationId)
        .gte('created_at', after)
        .or(afterId === null ? 'id.not.is.null' : `created_at.gt."${after}",id.gt.${afterId}`)
        .order('created_at')
        .order('id')
        .limit(missedPageLength)
        .abortSignal(signal),
    )
    messages.push(...page)
    const last = page.at(-1)
    if (page.length < missedPageLength || !last) return messages
    after = last.created_at
    afterId = last.id
  }
  return null
}

/** The time of the member's first message that the other member has not read; null if all are read. */
async function fetchUnreadSince(
  client: Backend,
  { userId, conversationId }: ConversationIds,
  signal: AbortSignal,
): Promise<string | null> {
  const unread = client
    .from('chat_messages')
    .select('created_at')
    .eq('chat_room_id', conversationId)
    .eq('sender_id', userId)
    .is('read_at', null)
    .order('created_at')
    .limit(1)
  const [first] = unwrap(await unread.abortSignal(signal))
  return first?.created_at ?? null
}

export function addMessages(
  queryClient: QueryClient,
  conversation: ConversationIds,
  messages: readonly ChatMessage[],
): void {
  queryClient.setQueryData<Thread>(threadKey(conversation), (thread) => thread && withMessages(thread, messages))
}

export function useThread(conversation: ConversationIds, isLive: boolean) {
  const app = useApp()
  const { data: thread, isError, refetch } = useQuery(threadQuery(app, conversation, isLive))
  return { thread, isError, refetch }
}

/** Fetches the page before the oldest known message, one at a time. */
export function useOlderMessages({ userId, conversationId }: ConversationIds) {
  const app = useApp()
  const [state, setState] = useState<'idle' | 'fetching' | 'failed'>('idle')
  const isFetching = useRef(false)
  const fetchOlder = useCallback(async () => {
    const conversation = { userId, conversationId: conversationId }
    const known = app.queryClient.getQueryData<Thread>(threadKey(conversation))
    const oldest = known && oldestMessage(known)
    if (isFetching.current || !oldest || !known.hasOlder) return
    isFetching.current = true
    setState('fetching')
    try {
      const page = await read<ChatMessage[]>(app, (client) =>
        newestFirst(client, conversationId)
          // The first condition uses the index. The second selects the older ones among messages of the same time.
          .lte('created_at', oldest.created_at)
          .or(`created_at.lt."${oldest.created_at}",id.lt.${oldest.id}`),
      )
      app.queryClient.setQueryData<Thread>(
        threadKey(conversation),
        (thread) => thread && withOlder(thread, page.toReversed(), page.length === pageLength),
      )
      setState('idle')
    } catch {
      setState('failed')
    } finally {
      isFetching.current = false
    }
  }, [app, userId, conversationId])
  return { fetchOlder, state }
}
