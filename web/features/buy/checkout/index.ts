/** From the basket to a paid checkout. */
export { proposeChoice } from './draft.ts'
