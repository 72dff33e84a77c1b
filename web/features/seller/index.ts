/** A seller's own shop, as the other features use it. */
export { type OwnShop, ownShopQuery } from '#features/account'
export { useOwnShopQuery } from './own-shop.ts'
export { OwnShopPage } from './own-shop-page.tsx'
export { PickupSchedulePanel, type PickupSchedulePanelProps } from './pickup-schedule-panel.tsx'
export { NoShop, SellerLoading, SellerUnavailable } from './seller-states.tsx'
