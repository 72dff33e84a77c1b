/** Words of a conversation that are not sent yet, kept over a reload for as long as the browser's tab: what is being written, and what is on its way. */
import { isUuid } from '#domain/ids'
import type { RoomOf } from './thread-query.ts'

const draftKey = ({ userId, roomId }: RoomOf) => `tuckbox-draft ${userId} ${roomId}`
const unsentKey = ({ userId, roomId }: RoomOf) => `tuckbox-unsent ${userId} ${roomId}`

interface UnsentWords {
  readonly id: string
  readonly content: string
}

export function readDraft(room: RoomOf): string {
  return read(draftKey(room)) ?? ''
}

export function keepDraft(room: RoomOf, text: string): void {
  write(draftKey(room), text)
}

export function readUnsent(room: RoomOf): readonly UnsentWords[] {
  try {
    const kept: unknown = JSON.parse(read(unsentKey(room)) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isUnsentWords) : []
  } catch {
    // Not what this page writes.
    return []
  }
}

export function keepUnsent(room: RoomOf, unsent: readonly UnsentWords[]): void {
  write(unsentKey(room), unsent.length === 0 ? '' : JSON.stringify(unsent))
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

// A browser that keeps nothing, or has no room left, only forgets at a reload.
function read(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

function write(key: string, value: string): void {
  try {
    if (value === '') sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, value)
  } catch {
    // As above.
  }
}
