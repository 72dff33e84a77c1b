/** The place picker's place in the layout. Its code is fetched when it is first wanted. */
import { useSyncExternalStore } from 'react'
import { useLazyPart } from '#ui/use-lazy-part'
import { closePlacePicker, currentPlacePicker, subscribeToPlacePicker } from './picker-store.ts'

const loadDialog = () => import('./place-dialog.tsx')

export function PlacePicker() {
  const open = useSyncExternalStore(subscribeToPlacePicker, currentPlacePicker, () => null)
  const part = useLazyPart(loadDialog, open !== null, closePlacePicker)
  // Once loaded it stays mounted, so that it can be seen to close and hands the keyboard back to where it was.
  return part && <part.PlaceDialog open={open} />
}
