/** Keeps a page for those who are signed in: visitors get the sign-in dialog over the home page, and come back after it. */
import { Fragment, type ReactNode, useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useAuth, useSession } from './auth-context.ts'
import { openSignIn } from './auth-dialog-store.ts'
import type { SessionUser } from './session-user.ts'

export interface RequireAccountProps {
  /** What the server sends, where everybody is a visitor: the page's skeleton. */
  fallback: ReactNode
  children: (user: SessionUser) => ReactNode
}

export function RequireAccount({ fallback, children }: RequireAccountProps) {
  const { session } = useAuth()
  const state = useSession()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()

  useEffect(() => {
    // While hydrating everybody seems a visitor; the store knows better.
    if (session.current().status === 'signed-in') return session.subscribe(goHomeWhenSignedOut)
    void navigate('/', { replace: true })
    openSignIn({ onSignedIn: () => void navigate(pathname + search) })
    return undefined

    /** Whoever signs out meant to leave, and is asked nothing. */
    function goHomeWhenSignedOut(): void {
      if (session.current().status === 'visitor') void navigate('/', { replace: true })
    }
  }, [session, navigate, pathname, search])

  if (state.status === 'visitor') return fallback
  // What one person has typed is not there for the next.
  return <Fragment key={state.user.id}>{children(state.user)}</Fragment>
}
