/** From the basket to a paid checkout. */
export { PendingCheckoutNotice } from './pending-checkout-notice.tsx'
