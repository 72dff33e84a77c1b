import { lazyDialog } from '#ui/lazy-dialog'

export const ExportDialog = lazyDialog(() => import('./export-dialog.tsx').then((module) => module.ExportDialog))
