/** Restricts a page to members. Visitors get the sign-in dialog above the home page and return after it. */
import { createContext, type ReactNode, useContext, useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useAuth, useSession } from './auth-context.ts'
import { requireSignIn } from './auth-dialog-store.ts'
import type { SessionUser } from './session-user.ts'
import { pagePath } from './wish.ts'

export interface RequireAccountProps {
  /** The page's skeleton, which the server renders for every request. */
  fallback: ReactNode
  children: (user: SessionUser) => ReactNode
}

const MemberContext = createContext<SessionUser | null>(null)

/** The signed-in member, inside RequireAccount. */
export function useMember(): SessionUser {
  const member = useContext(MemberContext)
  if (!member) throw new Error('useMember must be used within RequireAccount')
  return member
}

export function RequireAccount({ fallback, children }: RequireAccountProps) {
  const { session, arrival } = useAuth()
  const state = useSession()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()

  useEffect(() => {
    let isOver = false
    let unsubscribe = () => {}
    void arrival.then(() => {
      if (isOver) return
      // During hydration the state says visitor. The store has the real session.
      if (session.current().status === 'signed-in') {
        unsubscribe = session.subscribe(goHomeWhenSignedOut)
        return
      }
      void navigate('/', { replace: true })
      const path = pagePath({ pathname, search })
      requireSignIn({ onSignedIn: () => void navigate(path), returnTo: path })
    })
    return () => {
      isOver = true
      unsubscribe()
    }

    /** After a sign-out the member goes to the home page, without a dialog. */
    function goHomeWhenSignedOut(): void {
      if (session.current().status === 'visitor') void navigate('/', { replace: true })
    }
  }, [session, arrival, navigate, pathname, search])

  if (state.status === 'visitor') return fallback
  // A new key per user, so that no input of one member is left for the next.
  return (
    <MemberContext key={state.user.id} value={state.user}>
      {children(state.user)}
    </MemberContext>
  )
}
