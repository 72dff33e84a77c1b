/** Saved cards: reading and removing them. */
export { type SavedCard, savedCardsQuery, useChargeableCard, useRemoveCard, useSavedCards } from './saved-cards.ts'
