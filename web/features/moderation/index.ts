/** Reporting what should not be here, and deciding about it. */
export { ReportButton } from './report-button.tsx'
export { ReportWindow } from './report-window.tsx'
export type { ReportedThing } from './reported-thing.ts'
