import { type Access, read } from '../access.ts'

export const access: Access = {
  tables: {
    order_pickup_places: { rows: '- r - r - - riud', members: read, isExported: true, isDeletedWithAccount: false },
  },
  functions: {
    cancel_order: '- + - + - - -',
    cancellation_refund: '- + - - - - -',
  },
  definers: ['cancel_order', 'cancellation_refund'],
}
