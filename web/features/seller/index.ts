/** A seller's own shop, as the other features use it. */
export { type OwnShop, ownShopQuery } from '#features/account'
export { PickupSchedulePanel, type PickupSchedulePanelProps } from './pickup-schedule-panel.tsx'
export { SellerPage, useSellerShop } from './seller-page.ts'
export { SellerLoading } from './seller-states.tsx'
