/** The session state of the app. Storage provides it at once; supabase-js keeps it current once it is loaded. */
import { createStore, type ReadableStore } from '#platform/create-store.ts'
import type { SessionUser } from './session-user.ts'

export type SessionState = { status: 'visitor' } | { status: 'signed-in'; user: SessionUser }

export interface SessionStore extends ReadableStore<SessionState> {
  set(user: SessionUser | null): void
}

const visitor: SessionState = { status: 'visitor' }
const stateOf = (user: SessionUser | null): SessionState => (user ? { status: 'signed-in', user } : visitor)

/** @param onUserChange called when the user changes or signs out, before the session does */
export function createSessionStore(first: SessionUser | null, onUserChange: () => void): SessionStore {
  const state = createStore(stateOf(first))
  return {
    ...state,
    // The server knows nobody.
    initial: () => visitor,
    set(user) {
      const before = userOf(state.current())
      if (isSame(before, user)) return
      if (before?.id !== user?.id) onUserChange()
      state.set(stateOf(user))
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
