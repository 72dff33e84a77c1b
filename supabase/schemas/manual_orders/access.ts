import { type Access, read } from '../access.ts'

export const access: Access = {
  tables: {
    manual_orders: { rows: '- - - r - - riud', members: read, isExported: false, isDeletedWithAccount: false },
  },
  functions: {
    begin_linked_payment: '- - - - - - +',
    cancel_manual_order: '- - - + - - -',
    linked_checkout: '- - - - - - +',
    open_payment_links: '- - - + + - -',
    payment_link: '+ + + + + + +',
    place_manual_order: '- - - + + - -',
  },
  definers: ['cancel_manual_order', 'open_payment_links', 'payment_link', 'place_manual_order'],
}
