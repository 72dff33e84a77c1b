/** The place picker in the layout. Its code is loaded on demand. */
import { useStore } from '#platform/create-store.ts'
import { useLazyPart } from '#ui/use-lazy-part'
import { closePlacePicker, placePicker } from './picker-store.ts'

const loadDialog = () => import('./place-dialog.tsx')

export function PlacePicker() {
  const open = useStore(placePicker)
  const part = useLazyPart(loadDialog, open !== null, closePlacePicker)
  // It stays mounted, so that it can animate its closing and return the focus.
  return part && <part.PlaceDialog open={open} />
}
