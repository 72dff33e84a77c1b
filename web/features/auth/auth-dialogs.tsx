/** The account dialogs' place in the layout. Their code is fetched when the first of them is wanted. */
import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { currentAuthDialog, subscribeToAuthDialog } from './auth-dialog-store.ts'

const LazyAuthDialog = lazy(() => import('./auth-dialog.tsx'))

export function AuthDialogs() {
  const open = useSyncExternalStore(subscribeToAuthDialog, currentAuthDialog, () => null)
  const [wanted, setWanted] = useState(false)
  if (open && !wanted) setWanted(true)
  // Once loaded it stays mounted, so that it can be seen to close and hands the keyboard back to where it was.
  return <Suspense fallback={null}>{wanted && <LazyAuthDialog open={open} />}</Suspense>
}
