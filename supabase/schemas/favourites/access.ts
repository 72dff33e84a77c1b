import type { Access } from '../access.ts'

export const access: Access = {
  tables: {
    favourites: {
      rows: '- rid - - - - riud',
      members: { select: '*', insert: 'user_id, product_id, shop_id', delete: '*' },
      limits: ['1000 a user_id'],
      isExported: true,
      isDeletedWithAccount: true,
    },
  },
}
