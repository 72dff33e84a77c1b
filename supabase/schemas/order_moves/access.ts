import { type Access, read } from '../access.ts'

export const access: Access = {
  tables: {
    order_moves: { rows: '- r - r - - riud', members: read, isExported: true, isDeletedWithAccount: false },
  },
  functions: {
    answer_move: '- + - - - - -',
    move_slots: '- - - + - - -',
    propose_move: '- - - + - - -',
    withdraw_move: '- - - + - - -',
  },
  definers: ['answer_move', 'move_slots', 'propose_move', 'withdraw_move'],
}
