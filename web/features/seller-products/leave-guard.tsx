/** Asks before what was typed is left unsaved: on the way to another page of ours in a dialog, elsewhere as the browser does. */
import { useCallback, useEffect } from 'react'
import { useBlocker } from 'react-router'
import { useLazyPart } from '#ui/use-lazy-part'

const loadDialog = () => import('./leave-dialog.tsx')

export function LeaveGuard({ isUnsaved }: { isUnsaved: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isUnsaved && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!isUnsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isUnsaved])
  const { state, proceed, reset } = blocker
  const isAsking = state === 'blocked'
  // Where not even the question can be loaded, whoever wants to leave may.
  const proceedAnyway = useCallback(() => proceed?.(), [proceed])
  const dialog = useLazyPart(loadDialog, isAsking, proceedAnyway)
  return dialog && <dialog.LeaveDialog open={isAsking} onStay={() => reset?.()} onLeave={() => proceed?.()} />
}
