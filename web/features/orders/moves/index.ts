/** Moving an order to another day, with the buyer's consent. */
export { MoveDialog } from './lazy-move-dialog.ts'
export { MoveOrder } from './move-order.tsx'
export { ProposedMove } from './proposed-move.tsx'
