/** Subscriptions: repeated orders of a product for pickup. */
export { ComingSubscriptions } from './coming-subscriptions.tsx'
export { SubscribeButton } from './subscribe-button.tsx'
