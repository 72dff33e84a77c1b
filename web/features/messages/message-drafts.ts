/** Unsent text of a conversation in sessionStorage: the draft, and messages still being sent. */
import { isUuid } from '#domain/ids'
import { draftKey, loadDraft, storeDraft } from '#web/app/session-drafts.ts'
import type { RoomIds } from './thread-query.ts'

const textKey = ({ userId, roomId }: RoomIds) => draftKey('draft', userId, roomId)
const unsentKey = ({ userId, roomId }: RoomIds) => draftKey('unsent', userId, roomId)

interface UnsentText {
  readonly id: string
  readonly content: string
}

export function readDraft(room: RoomIds): string {
  return loadDraft(textKey(room))
}

export function saveDraft(room: RoomIds, text: string): void {
  storeDraft(textKey(room), text)
}

export function readUnsent(room: RoomIds): readonly UnsentText[] {
  try {
    const stored: unknown = JSON.parse(loadDraft(unsentKey(room)) || '[]')
    return Array.isArray(stored) ? stored.filter(isUnsentText) : []
  } catch {
    // Not written by this page.
    return []
  }
}

export function saveUnsent(room: RoomIds, unsent: readonly UnsentText[]): void {
  storeDraft(unsentKey(room), unsent.length === 0 ? '' : JSON.stringify(unsent))
}

function isUnsentText(value: unknown): value is UnsentText {
  if (typeof value !== 'object' || value === null) return false
  return (
    'id' in value &&
    typeof value.id === 'string' &&
    isUuid(value.id) &&
    'content' in value &&
    typeof value.content === 'string'
  )
}
