/** Waitlists of sold-out products and items of drops. */
export { useOwnWaitlists } from './own-waitlists.ts'
export { SlotWaiting } from './slot-waiting.tsx'
export { type SlotWish, useSlotEntries } from './slots.ts'
export { WaitedFor } from './waited-for.tsx'
export { fetchOffers, useOffers, useWaitlistWish } from './waitlist.ts'
export { WaitlistActions } from './waitlist-actions.tsx'
