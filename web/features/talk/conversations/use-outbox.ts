/** Sends the outbox of a conversation, even after the member has left its page. */
import { useSyncExternalStore } from 'react'
import { uploadPicture, wasUnreachable } from '#features/account/uploads'
import { refetchConversations } from '#features/talk/conversation-list'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { messageFor } from '#platform/message-for.ts'
import { onDraftsCleared } from '#platform/session-drafts.ts'
import { isRefusal, isUniqueViolation, QueryError, unwrap } from '#platform/unwrap.ts'
import { toast } from '#ui/toast'
import { type ChatMessage, messageColumns } from './chat-message.ts'
import { readUnsent, saveUnsent } from './message-drafts.ts'
import { createOutbox, type Outbox, SendError, type Unsent } from './outbox.ts'
import { addMessages, type ConversationIds } from './thread-query.ts'

const outboxes = new WeakMap<AppContext, Map<string, Outbox>>()

/** Without this timeout a request that was pending when the connection was lost would block for much longer. */
const timeoutMs = 15_000

const failedToSend = 'Failed to send message. Please try again.'

function getOutbox(app: AppContext, conversation: ConversationIds): Outbox {
  const appOutboxes = outboxes.get(app) ?? new Map<string, Outbox>()
  outboxes.set(app, appOutboxes)
  const key = `${conversation.userId} ${conversation.conversationId}`
  const outbox = appOutboxes.get(key) ?? createConversationOutbox(app, conversation)
  appOutboxes.set(key, outbox)
  return outbox
}

function createConversationOutbox(app: AppContext, conversation: ConversationIds): Outbox {
  const outbox = createOutbox({
    send: (message) => sendMessage(app, conversation, message),
    upload: (message) => upload(app, conversation, message),
    onFailed: ({ message }) => toast({ title: 'Error', description: message, variant: 'destructive' }),
    save: (unsent) => saveUnsent(conversation, unsent),
    restored: readUnsent(conversation),
  })
  window.addEventListener('online', outbox.wake)
  onDraftsCleared(() => {
    window.removeEventListener('online', outbox.wake)
    outbox.close()
    outboxes.delete(app)
  })
  return outbox
}

async function sendMessage(
  app: AppContext,
  { userId, conversationId }: ConversationIds,
  { id, content, picture }: Unsent,
): Promise<void> {
  try {
    const message = await insertOnce(app, {
      id,
      chat_room_id: conversationId,
      sender_id: userId,
      content,
      type: 'message',
      picture,
    })
    addMessages(app.queryClient, { userId, conversationId }, [message])
    void refetchConversations(app, userId)
  } catch (error) {
    // The other member may have blocked this one.
    if (isRefusal(error)) void refetchConversations(app, userId)
    throw toSendError(error)
  }
}

async function insertOnce(
  app: AppContext,
  row: { id: string; chat_room_id: string; sender_id: string; content: string; type: string; picture: string | null },
): Promise<ChatMessage> {
  const messages = (await app.supabase()).from('chat_messages')
  const signal = AbortSignal.timeout(timeoutMs)
  const sent = await messages.insert(row).select(messageColumns).abortSignal(signal).single()
  if (!isUniqueViolation(sent.error)) return unwrap(sent)
  // The message exists: only the response was lost.
  return unwrap(await messages.select(messageColumns).eq('id', row.id).abortSignal(signal).single())
}

async function upload(
  app: AppContext,
  { userId, conversationId }: ConversationIds,
  { id, file }: Unsent,
): Promise<string> {
  if (!file) throw new SendError('refused', failedToSend, undefined)
  try {
    const signal = AbortSignal.timeout(timeoutMs * 4)
    return await uploadPicture(app, {
      bucket: 'chat_pictures',
      folder: `${userId}/${conversationId}`,
      name: id,
      file,
      signal,
    })
  } catch (error) {
    throw new SendError(wasUnreachable(error) ? 'unreachable' : 'broken', messageFor(error, failedToSend), error)
  }
}

function toSendError(error: unknown): SendError {
  return new SendError(failureOf(error), messageFor(error, failedToSend), error)
}

function failureOf(error: unknown): SendError['kind'] {
  if (!(error instanceof QueryError) || error.status === 0) return 'unreachable'
  if (error.status === 429) return 'rate-limited'
  return isRefusal(error) ? 'refused' : 'broken'
}

export function useOutbox(conversation: ConversationIds) {
  const outbox = getOutbox(useApp(), conversation)
  const state = useSyncExternalStore(outbox.subscribe, outbox.current, outbox.current)
  return { ...outbox, ...state }
}
