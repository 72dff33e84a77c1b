/** The window that asks who is there once more, where it may be wanted. Its code comes when it is. */
import { useLazyPart } from '#ui/use-lazy-part'
import type { ProveDialogProps } from './prove-dialog.tsx'

const loadDialog = () => import('./prove-dialog.tsx')

export function ProveIdentity({ isWanted, ...props }: ProveDialogProps & { isWanted: boolean }) {
  const part = useLazyPart(loadDialog, isWanted, props.onClose)
  return part && isWanted && <part.ProveDialog {...props} />
}
