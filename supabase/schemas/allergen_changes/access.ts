import { type Access, read } from '../access.ts'

export const access: Access = {
  tables: {
    order_item_allergens: { rows: '- r - r - - riud', members: read, isExported: true, isDeletedWithAccount: false },
  },
}
