/** Reporting content, and moderating it. */

export { LazyReportDialog } from './lazy-report-dialog.tsx'
export { ReportButton } from './report-button.tsx'
export type { ReportTarget } from './report-target.ts'
