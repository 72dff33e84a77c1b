import { type Access, read } from '../access.ts'

export const access: Access = {
  tables: {
    checkouts: { rows: '- r - - - - riud', members: read, isExported: false, isDeletedWithAccount: false },
    order_events: { rows: '- r - r - - riud', members: read, isExported: true, isDeletedWithAccount: false },
    order_items: { rows: '- r - r - - riud', members: read, isExported: true, isDeletedWithAccount: false },
    order_phones: { rows: '- r - r - - riud', members: read, isExported: true, isDeletedWithAccount: false },
    orders: { rows: '- r - r - - riud', members: read, isExported: true, isDeletedWithAccount: false },
  },
  functions: {
    advance_order: '- - - + - - -',
    undo_order_step: '- - - + - - -',
  },
  definers: ['advance_order', 'undo_order_step'],
}
