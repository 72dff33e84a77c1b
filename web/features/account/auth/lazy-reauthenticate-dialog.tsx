/** The reauthentication dialog, loaded on demand. */
import { useLazyPart } from '#ui/use-lazy-part'
import type { ReauthenticateDialogProps } from './reauthenticate-dialog.tsx'

const loadDialog = () => import('./reauthenticate-dialog.tsx')

export function LazyReauthenticateDialog({ isOpen, ...props }: ReauthenticateDialogProps & { isOpen: boolean }) {
  const part = useLazyPart(loadDialog, isOpen, props.onClose)
  return part && isOpen && <part.ReauthenticateDialog {...props} />
}
