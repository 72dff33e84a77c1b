/**
 * The known messages of a conversation: the latest ones, without gaps. They are kept in chunks with a list of their
 * own, so that a new message renders only one chunk.
 */
import { type ChatMessage, compareMessages } from './chat-message.ts'

export interface Chunk {
  /** Constant while the chunk grows. */
  readonly key: string
  /** Oldest first, never empty. */
  readonly messages: readonly ChatMessage[]
}

export interface Thread {
  /** Oldest first. */
  readonly chunks: readonly Chunk[]
  readonly hasOlder: boolean
  /**
   * The time of the newest message at the last fetch. Nothing is missing up to there. Live messages do not change it,
   * because an earlier one may have been missed.
   */
  readonly completeTo: string | null
}

/** A longer chunk is followed by a new one. */
export const chunkLength = 50

/** @param messages oldest first */
export function createThread(messages: readonly ChatMessage[], hasOlder: boolean): Thread {
  return withMessages({ chunks: [], hasOlder, completeTo: messages.at(-1)?.created_at ?? null }, messages)
}

export function newestMessage({ chunks }: Thread): ChatMessage | undefined {
  return chunks.at(-1)?.messages.at(-1)
}

/** @param messages all messages after `completeTo`, oldest first */
export function withMissed(thread: Thread, messages: readonly ChatMessage[]): Thread {
  return { ...withMessages(thread, messages), completeTo: messages.at(-1)?.created_at ?? thread.completeTo }
}

export function oldestMessage({ chunks }: Thread): ChatMessage | undefined {
  return chunks[0]?.messages[0]
}

/** Inserts messages in order and updates existing ones. Messages older than the known ones are dropped. */
export function withMessages(thread: Thread, messages: readonly ChatMessage[]): Thread {
  return messages.reduce(withMessage, thread)
}

function withMessage(thread: Thread, message: ChatMessage): Thread {
  const { chunks, hasOlder } = thread
  const index = chunks.findLastIndex(({ messages: [first] }) => first && compareMessages(first, message) <= 0)
  const chunk = chunks[index]
  if (!chunk) {
    const [first] = chunks
    if (!first) return { ...thread, chunks: [{ key: message.id, messages: [message] }] }
    // It belongs to an unfetched page, unless the first known message is the first of all.
    return hasOlder ? thread : withChunk(thread, 0, { ...first, messages: [message, ...first.messages] })
  }
  const position = chunk.messages.findLastIndex((other) => compareMessages(other, message) <= 0)
  const existing = chunk.messages[position]
  if (existing?.id === message.id) {
    if (isSame(existing, message)) return thread
    return withChunk(thread, index, { ...chunk, messages: chunk.messages.with(position, message) })
  }
  const isLast = index === chunks.length - 1 && position === chunk.messages.length - 1
  if (isLast && position + 1 >= chunkLength) {
    return { ...thread, chunks: [...chunks, { key: message.id, messages: [message] }] }
  }
  return withChunk(thread, index, { ...chunk, messages: chunk.messages.toSpliced(position + 1, 0, message) })
}

/** @param messages oldest first, all older than the known ones */
export function withOlder(thread: Thread, messages: readonly ChatMessage[], hasOlder: boolean): Thread {
  const oldest = oldestMessage(thread)
  const older = oldest ? messages.filter((message) => compareMessages(message, oldest) < 0) : messages
  const [first] = older
  if (!first) return { ...thread, hasOlder }
  return { ...thread, chunks: [{ key: first.id, messages: older }, ...thread.chunks], hasOlder }
}

/** Marks messages of `senderId` before `unreadSince` as read; all of them if it is null. */
export function withRead(thread: Thread, senderId: string, unreadSince: string | null, readAt: string): Thread {
  const isNowRead = ({ sender_id, read_at, created_at }: ChatMessage) =>
    sender_id === senderId && read_at === null && (unreadSince === null || created_at < unreadSince)
  if (!thread.chunks.some(({ messages }) => messages.some(isNowRead))) return thread
  const chunks = thread.chunks.map((chunk) =>
    chunk.messages.some(isNowRead)
      ? {
          ...chunk,
          messages: chunk.messages.map((message) => (isNowRead(message) ? { ...message, read_at: readAt } : message)),
        }
      : chunk,
  )
  return { ...thread, chunks }
}

export function allMessages({ chunks }: Thread): readonly ChatMessage[] {
  return chunks.flatMap(({ messages }) => messages)
}

export function hasMessage({ chunks }: Thread, id: string): boolean {
  return chunks.some(({ messages }) => messages.some((message) => message.id === id))
}

function withChunk(thread: Thread, index: number, chunk: Chunk): Thread {
  return { ...thread, chunks: thread.chunks.with(index, chunk) }
}

/** Only the read state of a message ever changes. */
function isSame(a: ChatMessage, b: ChatMessage): boolean {
  return a.read_at === b.read_at || b.read_at === null
}
