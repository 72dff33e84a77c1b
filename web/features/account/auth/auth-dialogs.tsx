/** The account dialogs in the layout. Their code is loaded when the first one opens. */
import { useStore } from '#platform/create-store.ts'
import { useLazyPart } from '#ui/use-lazy-part'
import { authDialog, closeAuthDialog } from './auth-dialog-store.ts'

const loadDialog = () => import('./auth-dialog.tsx')

export function AuthDialogs() {
  const open = useStore(authDialog)
  const part = useLazyPart(loadDialog, open !== null, closeAuthDialog)
  // It stays mounted, so that it can animate its closing and return the focus.
  return part && <part.AuthDialog open={open} />
}
