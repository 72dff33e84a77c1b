/** The frame of the seller's pages, and what their forms share. */
export { EditConflictNotice, savedText } from './edit-conflict.tsx'
export { useSellerShop } from './seller-page.ts'
export { useMergedEdits } from './use-merged-edits.ts'
