import { type Access, read, written } from '../access.ts'

export const access: Access = {
  tables: {
    shop_kitchens: {
      rows: 'r r r riud r r riud',
      visitors: read,
      members: written('shop_id, handles, shares_equipment, is_nut_free'),
      limitedBy: 'one a shop',
      isExported: true,
      isDeletedWithAccount: false,
    },
  },
}
