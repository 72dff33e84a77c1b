/** Words of a conversation that are not sent yet, kept over a reload for as long as the browser's tab: what is being written, and what is on its way. */
import { isUuid } from '#domain/ids'
import { draftKey, loadDraft, storeDraft } from '#web/app/session-drafts.ts'
import type { RoomOf } from './thread-query.ts'

const textKey = ({ userId, roomId }: RoomOf) => draftKey('draft', userId, roomId)
const unsentKey = ({ userId, roomId }: RoomOf) => draftKey('unsent', userId, roomId)

interface UnsentWords {
  readonly id: string
  readonly content: string
}

export function readDraft(room: RoomOf): string {
  return loadDraft(textKey(room))
}

export function keepDraft(room: RoomOf, text: string): void {
  storeDraft(textKey(room), text)
}

export function readUnsent(room: RoomOf): readonly UnsentWords[] {
  try {
    const kept: unknown = JSON.parse(loadDraft(unsentKey(room)) || '[]')
    return Array.isArray(kept) ? kept.filter(isUnsentWords) : []
  } catch {
    // Not what this page writes.
    return []
  }
}

export function keepUnsent(room: RoomOf, unsent: readonly UnsentWords[]): void {
  storeDraft(unsentKey(room), unsent.length === 0 ? '' : JSON.stringify(unsent))
}

function isUnsentWords(value: unknown): value is UnsentWords {
  if (typeof value !== 'object' || value === null) return false
  return (
    'id' in value &&
    typeof value.id === 'string' &&
    isUuid(value.id) &&
    'content' in value &&
    typeof value.content === 'string'
  )
}
