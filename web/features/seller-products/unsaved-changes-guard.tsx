/** Warns before unsaved changes are lost: in a dialog within the app, by the browser's own prompt otherwise. */
import { useCallback, useEffect } from 'react'
import { useBlocker } from 'react-router'
import { useLazyPart } from '#ui/use-lazy-part'

const loadDialog = () => import('./unsaved-changes-dialog.tsx')

export function UnsavedChangesGuard({ isUnsaved }: { isUnsaved: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isUnsaved && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!isUnsaved) return
    const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', preventUnload)
    return () => window.removeEventListener('beforeunload', preventUnload)
  }, [isUnsaved])
  const { state, proceed, reset } = blocker
  const isBlocked = state === 'blocked'
  // If the dialog cannot be loaded, navigation proceeds.
  const proceedAnyway = useCallback(() => proceed?.(), [proceed])
  const dialog = useLazyPart(loadDialog, isBlocked, proceedAnyway)
  return dialog && <dialog.UnsavedChangesDialog open={isBlocked} onStay={() => reset?.()} onLeave={() => proceed?.()} />
}
