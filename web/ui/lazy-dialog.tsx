/** A dialog whose code is loaded when it is first opened. It stays mounted, so that it can animate its closing. */
import type { ComponentType } from 'react'
import { useLazyPart } from './use-lazy-part.tsx'

export interface OpenState {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/**
 * @param load for example `() => import('./review-dialog.tsx').then((module) => module.ReviewDialog)`
 * @returns the component with the dialog's own props. If its code cannot be loaded, it closes with a toast.
 */
export function lazyDialog<Props extends OpenState>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return function LazyDialog(props: Props) {
    const Loaded = useLazyPart(load, props.open, () => props.onOpenChange(false))
    return Loaded && <Loaded {...props} />
  }
}
