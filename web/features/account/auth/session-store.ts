/** The session state of the app. Storage provides it at once; supabase-js keeps it current once it is loaded. */
import type { SessionUser } from './session-user.ts'

export type SessionState = { status: 'visitor' } | { status: 'signed-in'; user: SessionUser }

export interface SessionStore {
  current(): SessionState
  set(user: SessionUser | null): void
  subscribe(listener: () => void): () => void
}

export const visitor: SessionState = { status: 'visitor' }

/** @param onUserChange called when the user changes or signs out */
export function createSessionStore(first: SessionUser | null, onUserChange: () => void): SessionStore {
  let state: SessionState = first ? { status: 'signed-in', user: first } : visitor
  const listeners = new Set<() => void>()

  return {
    current: () => state,
    set(user) {
      const before = userOf(state)
      if (isSame(before, user)) return
      state = user ? { status: 'signed-in', user } : visitor
      if (before?.id !== user?.id) onUserChange()
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function userOf(state: SessionState): SessionUser | null {
  return state.status === 'signed-in' ? state.user : null
}

function isSame(one: SessionUser | null, other: SessionUser | null): boolean {
  if (!one || !other) return one === other
  return (
    one.id === other.id && one.name === other.name && one.email === other.email && one.avatarUrl === other.avatarUrl
  )
}
