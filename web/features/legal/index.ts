/** Policies and agreements. */
export { NumberedPage } from './numbered-page.tsx'
