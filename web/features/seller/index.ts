/** A seller's own shop, as the other features use it. */
export { type OwnShop, ownShopQuery, useOwnShopQuery } from '#features/account'
export { EditConflictNotice } from './edit-conflict.tsx'
export { OwnShopPage } from './own-shop-page.tsx'
export { PickupSchedulePanel, type PickupSchedulePanelProps } from './pickup-schedule-panel.tsx'
export { NoShop, SellerLoading, SellerUnavailable } from './seller-states.tsx'
export { useMergedEdits } from './use-merged-edits.ts'
