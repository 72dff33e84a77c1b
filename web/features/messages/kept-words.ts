/** Words of a conversation that are not sent yet, kept over a reload for as long as the browser's tab: what is being written, and what is on its way. */
import { isUuid } from '#domain/ids'
import { keepPersonal, personalKey, readPersonal } from '#web/app/personal-words.ts'
import type { RoomOf } from './thread-query.ts'

const draftKey = ({ userId, roomId }: RoomOf) => personalKey('draft', userId, roomId)
const unsentKey = ({ userId, roomId }: RoomOf) => personalKey('unsent', userId, roomId)

interface UnsentWords {
  readonly id: string
  readonly content: string
}

export function readDraft(room: RoomOf): string {
  return readPersonal(draftKey(room))
}

export function keepDraft(room: RoomOf, text: string): void {
  keepPersonal(draftKey(room), text)
}

export function readUnsent(room: RoomOf): readonly UnsentWords[] {
  try {
    const kept: unknown = JSON.parse(readPersonal(unsentKey(room)) || '[]')
    return Array.isArray(kept) ? kept.filter(isUnsentWords) : []
  } catch {
    // Not what this page writes.
    return []
  }
}

export function keepUnsent(room: RoomOf, unsent: readonly UnsentWords[]): void {
  keepPersonal(unsentKey(room), unsent.length === 0 ? '' : JSON.stringify(unsent))
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
