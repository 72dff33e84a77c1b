/** Reporting content, and moderating it. */
export { LazyReportDialog, ReportButton } from './report-button.tsx'
