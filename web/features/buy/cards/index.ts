/** Saved cards: reading and removing them. */
export { type SavedCard, useChargeableCard, useRemoveCard, useSavedCards } from './saved-cards.ts'
