/** For an address that shows a visitor less than whom it was meant for: the sign-in dialog opens over the page. */
import { useEffect } from 'react'
import { useAuth } from './auth-context.ts'
import { openSignIn } from './auth-dialog-store.ts'

/** @param isMeantForSomebody asked once, when it becomes true */
export function useSignInFor(isMeantForSomebody: boolean): void {
  const { session } = useAuth()
  useEffect(() => {
    // While hydrating everybody seems a visitor; the store knows better.
    if (isMeantForSomebody && session.current().status === 'visitor') openSignIn()
  }, [isMeantForSomebody, session])
}
