/** Reporting content, and moderating it. */

export { LazyReportDialog, ReportButton } from './report-button.tsx'
export type { ReportTarget } from './report-target.ts'
