/** What was bought and sold, and what has become of it. */
export { OrderTabs } from './order-tabs.tsx'
