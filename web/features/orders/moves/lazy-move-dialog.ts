import { lazyDialog } from '#ui/lazy-dialog'

/** The dialog that proposes another time. Its code is loaded on demand. */
export const MoveDialog = lazyDialog(() => import('./move-dialog.tsx').then((module) => module.MoveDialog))
