import { type Access, written } from '../access.ts'

export const access: Access = {
  tables: {
    customer_notes: {
      rows: '- r - riud - - riud',
      members: written('shop_id, member_id, tags, note, allergies'),
      limitedBy: 'one for each customer of the shop',
      isExported: true,
      isDeletedWithAccount: true,
    },
  },
  functions: {
    shop_customer: '- - - + - - -',
    shop_customers: '- - - + + - -',
  },
  definers: ['shop_customer', 'shop_customers'],
}
