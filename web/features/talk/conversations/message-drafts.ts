/** Unsent text of a conversation in sessionStorage: the draft, and messages still being sent. */
import { isUuid } from '#domain/values/ids'
import { draftKey, loadDraft, storeDraft } from '#platform/session-drafts.ts'
import type { SavedMessage } from './outbox.ts'
import type { RoomIds } from './thread-query.ts'

const textKey = ({ userId, roomId }: RoomIds) => draftKey('draft', userId, roomId)
const unsentKey = ({ userId, roomId }: RoomIds) => draftKey('unsent', userId, roomId)

export function readDraft(room: RoomIds): string {
  return loadDraft(textKey(room))
}

export function saveDraft(room: RoomIds, text: string): void {
  storeDraft(textKey(room), text)
}

export function readUnsent(room: RoomIds): readonly SavedMessage[] {
  try {
    const stored: unknown = JSON.parse(loadDraft(unsentKey(room)) || '[]')
    return Array.isArray(stored) ? stored.filter(isSavedMessage) : []
  } catch {
    // The text is not JSON, so this page did not write it.
    return []
  }
}

export function saveUnsent(room: RoomIds, unsent: readonly SavedMessage[]): void {
  storeDraft(unsentKey(room), unsent.length === 0 ? '' : JSON.stringify(unsent))
}

function isSavedMessage(value: unknown): value is SavedMessage {
  if (typeof value !== 'object' || value === null) return false
  return (
    'id' in value &&
    typeof value.id === 'string' &&
    isUuid(value.id) &&
    'content' in value &&
    typeof value.content === 'string' &&
    'hasFailed' in value &&
    typeof value.hasFailed === 'boolean'
  )
}
