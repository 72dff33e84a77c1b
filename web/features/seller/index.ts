/** A seller's own shop, as the other features use it. */
export type { OwnShop } from '#features/account'
export { EditConflictNotice } from './edit-conflict.tsx'
export { PickupSchedulePanel } from './pickup-schedule-panel.tsx'
export { SellerPage, useSellerShop } from './seller-page.ts'
export { SellerLoading } from './seller-states.tsx'
export { useMergedEdits } from './use-merged-edits.ts'
