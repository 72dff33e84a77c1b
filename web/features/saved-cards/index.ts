/** Saved cards: reading and removing them. */
export { type SavedCard, savedCardsQuery, useRemoveCard, useSavedCards } from './saved-cards.ts'
