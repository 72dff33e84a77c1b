/**
 * The session for components. On the server and during hydration every session is a visitor's; the real one follows in
 * the same frame.
 */
import { createContext, useContext, useEffect } from 'react'
import { useStore } from '#platform/create-store.ts'
import { type OnSignedIn, openSignIn } from './auth-dialog-store.ts'
import { type AuthStorage, createAuthStorage } from './auth-storage.ts'
import { createSessionStore, type SessionState, type SessionStore } from './session-store.ts'
import { pagePath } from './wish.ts'

export interface Auth {
  session: SessionStore
  storage: AuthStorage
  /** Resolves once the session or the error in the URL has been applied. Until then a visitor may become a member. */
  arrival: Promise<void>
}

const noStore = { getItem: () => null, setItem: () => {}, removeItem: () => {} }

/** The default for the server, where nobody is signed in. */
export const AuthContext = createContext<Auth>({
  session: createSessionStore(null, () => {}),
  storage: createAuthStorage(noStore, noStore),
  arrival: Promise.resolve(),
})

export function useAuth(): Auth {
  return useContext(AuthContext)
}

export function useSession(): SessionState {
  const { session } = useAuth()
  return useStore(session)
}

/** Null for visitors. */
export function useUserId(): string | null {
  const session = useSession()
  return session.status === 'signed-in' ? session.user.id : null
}

/**
 * For actions that need an account: `const whenSignedIn = useWhenSignedIn()`, then `whenSignedIn((user) => …)` in an
 * event handler. The action runs at once for members. Visitors get the sign-in dialog first. `wish` names the action for
 * a visitor who signs up and continues from an emailed link: `useWishes` then gets it.
 */
export function useWhenSignedIn(): (act: OnSignedIn, wish?: string) => void {
  const { session } = useAuth()
  return (act, wish) => {
    const state = session.current()
    if (state.status === 'signed-in') act(state.user)
    else openSignIn({ onSignedIn: act, returnTo: pagePath(window.location, wish) })
  }
}

/** @param isNeeded the dialog opens once, when this becomes true */
export function useSignInPrompt(isNeeded: boolean): void {
  const { session, arrival } = useAuth()
  useEffect(() => {
    if (!isNeeded) return
    // During hydration the state says visitor. The store has the real session.
    void arrival.then(() => session.current().status === 'visitor' && openSignIn())
  }, [isNeeded, session, arrival])
}
