/** A message as stored in the database, and the order of messages. */

export interface ChatMessage {
  readonly id: string
  readonly sender_id: string
  readonly content: string
  /** `message`, or `system` for automatic messages. */
  readonly type: string
  /** The path in the private bucket. */
  readonly picture: string | null
  /** When the other member read it. */
  readonly read_at: string | null
  readonly created_at: string
}

export const messageColumns = 'id, sender_id, content, type, picture, read_at, created_at'

/**
 * By time, then id, like the index. Times compare as text: they are all in UTC, and the `+` after fewer decimals sorts
 * before any digit. A Date would lose the microseconds.
 */
export function compareMessages(
  a: Pick<ChatMessage, 'id' | 'created_at'>,
  b: Pick<ChatMessage, 'id' | 'created_at'>,
): number {
  if (a.created_at !== b.created_at) return a.created_at < b.created_at ? -1 : 1
  if (a.id === b.id) return 0
  return a.id < b.id ? -1 : 1
}
