/** The session for components. On the server and while hydrating everybody is a visitor; the truth follows in the same frame. */
import { createContext, useContext, useSyncExternalStore } from 'react'
import { type OnSignedIn, openSignIn } from './auth-dialog-store.ts'
import { type AuthStorage, createAuthStorage } from './auth-storage.ts'
import { createSessionStore, type SessionState, type SessionStore, visitor } from './session-store.ts'

export interface Auth {
  session: SessionStore
  storage: AuthStorage
}

const noStore = { getItem: () => null, setItem: () => {}, removeItem: () => {} }

/** The default serves the server, where nobody is ever signed in. */
export const AuthContext = createContext<Auth>({
  session: createSessionStore(null, () => {}),
  storage: createAuthStorage(noStore, noStore),
})

export function useAuth(): Auth {
  return useContext(AuthContext)
}

export function useSession(): SessionState {
  const { session } = useAuth()
  return useSyncExternalStore(session.subscribe, session.current, () => visitor)
}

/**
 * For what needs an account: `const withSession = useWhenSignedIn()`, then `withSession((user) => …)` in an event handler. Done at once by whoever is
 * signed in; a visitor gets the sign-in dialog first, and it is done when they come out of it signed in.
 */
export function useWhenSignedIn(): (act: OnSignedIn) => void {
  const { session } = useAuth()
  return (act) => {
    const state = session.current()
    if (state.status === 'signed-in') act(state.user)
    else openSignIn({ onSignedIn: act })
  }
}
