/** Subscriptions: repeated orders of a product for pickup. */
export { SubscribeButton } from './subscribe-button.tsx'
export { ComingSubscriptions } from './upcoming-subscriptions.tsx'
