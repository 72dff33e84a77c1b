/** The report dialog, loaded when it is first opened. */
import { lazyDialog } from '#ui/lazy-dialog'

export const LazyReportDialog = lazyDialog(() => import('./report-dialog.tsx').then((module) => module.ReportDialog))
