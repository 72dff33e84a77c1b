/** Opens the sign-in dialog on a page that shows more to members. */
import { useEffect } from 'react'
import { useAuth } from './auth-context.ts'
import { openSignIn } from './auth-dialog-store.ts'

/** @param isNeeded the dialog opens once, when this becomes true */
export function useSignInPrompt(isNeeded: boolean): void {
  const { session, arrival } = useAuth()
  useEffect(() => {
    if (!isNeeded) return
    // During hydration the state says visitor. The store has the real session.
    void arrival.then(() => session.current().status === 'visitor' && openSignIn())
  }, [isNeeded, session, arrival])
}
