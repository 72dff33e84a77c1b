/** The suspension of the member's own account. */
export { SuspensionNotice } from './suspension-notice.tsx'
