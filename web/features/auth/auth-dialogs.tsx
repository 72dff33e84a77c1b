/** The account dialogs' place in the layout. Their code is fetched when the first of them is wanted. */
import { useSyncExternalStore } from 'react'
import { useLazyPart } from '#ui/use-lazy-part'
import { closeAuthDialog, currentAuthDialog, subscribeToAuthDialog } from './auth-dialog-store.ts'

const loadDialog = () => import('./auth-dialog.tsx')

export function AuthDialogs() {
  const open = useSyncExternalStore(subscribeToAuthDialog, currentAuthDialog, () => null)
  const part = useLazyPart(loadDialog, open !== null, closeAuthDialog)
  // Once loaded it stays mounted, so that it can be seen to close and hands the keyboard back to where it was.
  return part && <part.AuthDialog open={open} />
}
