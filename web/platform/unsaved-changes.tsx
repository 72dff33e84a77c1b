/** Warns before unsaved changes are lost: in a dialog within the app, by the browser's own prompt otherwise. */
import { useCallback, useEffect } from 'react'
import { useBlocker } from 'react-router'
import { useLazyPart } from '#ui/use-lazy-part'

const loadDialog = () => import('./unsaved-changes-dialog.tsx')

/** The forms of the page with changes that are not saved. A page has several, and the router only one blocker. */
const unsavedForms = new Set<symbol>()

const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault()

/** Lets the guard of the page warn as long as the form has unsaved changes. */
export function useUnsavedChanges(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return
    const form = Symbol('form')
    unsavedForms.add(form)
    window.addEventListener('beforeunload', preventUnload)
    return () => {
      unsavedForms.delete(form)
      if (unsavedForms.size === 0) window.removeEventListener('beforeunload', preventUnload)
    }
  }, [isUnsaved])
}

/** Once on each page whose forms call `useUnsavedChanges`. */
export function UnsavedChangesGuard() {
  const { state, proceed, reset } = useBlocker(
    ({ currentLocation, nextLocation }) => unsavedForms.size > 0 && currentLocation.pathname !== nextLocation.pathname,
  )
  const isBlocked = state === 'blocked'
  // If the dialog cannot be loaded, navigation proceeds.
  const proceedAnyway = useCallback(() => proceed?.(), [proceed])
  const dialog = useLazyPart(loadDialog, isBlocked, proceedAnyway)
  return dialog && <dialog.UnsavedChangesDialog open={isBlocked} onStay={() => reset?.()} onLeave={() => proceed?.()} />
}
