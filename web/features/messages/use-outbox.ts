/** Sends what is in a conversation's outbox, also after the conversation was left; one outbox a conversation. */
import { useSyncExternalStore } from 'react'
import { PictureProblem, uploadPicture, wasUnreachable } from '#features/uploads'
import { toast } from '#ui/toast'
import { type AppContext, useApp } from '#web/app/app-context.ts'
import { onDraftsCleared } from '#web/app/session-drafts.ts'
import { isRefusal, QueryError, unwrap } from '#web/app/unwrap.ts'
import { type ChatMessage, messageColumns } from './chat-message.ts'
import { keepUnsent, readUnsent } from './kept-words.ts'
import { createOutbox, type Outbox, SendProblem, type Unsent } from './outbox.ts'
import { askForRoomsAgain } from './rooms.ts'
import { addMessages, type RoomOf } from './thread-query.ts'

const outboxes = new WeakMap<AppContext, Map<string, Outbox>>()

/** A request that was under way when the connection went away would else be waited for much longer. */
const patienceMs = 15_000

const failedToSend = 'Failed to send message. Please try again.'

/** The key of the table: this very message is there already. */
const alreadyThere = '23505'

function outboxOf(app: AppContext, room: RoomOf): Outbox {
  const ofApp = outboxes.get(app) ?? new Map<string, Outbox>()
  outboxes.set(app, ofApp)
  const key = `${room.userId} ${room.roomId}`
  const outbox = ofApp.get(key) ?? openOutbox(app, room)
  ofApp.set(key, outbox)
  return outbox
}

function openOutbox(app: AppContext, room: RoomOf): Outbox {
  const outbox = createOutbox({
    send: (message) => sendMessage(app, room, message),
    upload: (message) => upload(app, room, message),
    onFailed: ({ message }) => toast({ title: 'Error', description: message, variant: 'destructive' }),
    keep: (unsent) => keepUnsent(room, unsent),
    kept: readUnsent(room),
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
  { userId, roomId }: RoomOf,
  { id, content, picture }: Unsent,
): Promise<void> {
  try {
    const message = await insertOnce(app, {
      id,
      chat_room_id: roomId,
      sender_id: userId,
      content,
      type: 'message',
      picture,
    })
    addMessages(app.queryClient, { userId, roomId }, [message])
    void askForRoomsAgain(app, userId)
  } catch (error) {
    // Perhaps there is a block now, of which nobody was told.
    if (isRefusal(error)) void askForRoomsAgain(app, userId)
    throw sendProblem(error)
  }
}

async function insertOnce(
  app: AppContext,
  row: { id: string; chat_room_id: string; sender_id: string; content: string; type: string; picture: string | null },
): Promise<ChatMessage> {
  const messages = (await app.supabase()).from('chat_messages')
  const signal = AbortSignal.timeout(patienceMs)
  const sent = await messages.insert(row).select(messageColumns).abortSignal(signal).single()
  if (sent.error?.code !== alreadyThere) return unwrap(sent)
  // Only its answer was lost.
  return unwrap(await messages.select(messageColumns).eq('id', row.id).abortSignal(signal).single())
}

async function upload(app: AppContext, { userId, roomId }: RoomOf, { id, file }: Unsent): Promise<string> {
  if (!file) throw new SendProblem('refused', failedToSend, undefined)
  try {
    const signal = AbortSignal.timeout(patienceMs * 4)
    return await uploadPicture(app, { bucket: 'chat_pictures', folder: `${userId}/${roomId}`, name: id, file, signal })
  } catch (error) {
    const message = error instanceof PictureProblem ? error.message : failedToSend
    throw new SendProblem(wasUnreachable(error) ? 'unreachable' : 'broken', message, error)
  }
}

function sendProblem(error: unknown): SendProblem {
  if (!(error instanceof QueryError)) return new SendProblem('unreachable', failedToSend, error)
  if (error.status === 0) return new SendProblem('unreachable', failedToSend, error)
  if (error.status === 429) return new SendProblem('pace', error.message, error)
  const kind = isRefusal(error) ? 'refused' : 'broken'
  return new SendProblem(kind, error.hint === null || kind === 'broken' ? failedToSend : error.message, error)
}

export function useOutbox(room: RoomOf) {
  const outbox = outboxOf(useApp(), room)
  const state = useSyncExternalStore(outbox.subscribe, outbox.current, outbox.current)
  return { ...outbox, ...state }
}
