/** For an address that shows a visitor less than whom it was meant for: the sign-in dialog opens over the page. */
import { useEffect } from 'react'
import { useAuth } from './auth-context.ts'
import { openSignIn } from './auth-dialog-store.ts'

/** @param isNeeded asked once, when it becomes true */
export function useSignInPrompt(isNeeded: boolean): void {
  const { session } = useAuth()
  useEffect(() => {
    // While hydrating everybody seems a visitor; the store knows better.
    if (isNeeded && session.current().status === 'visitor') openSignIn()
  }, [isNeeded, session])
}
