import { type Access, read, written } from '../access.ts'

export const access: Access = {
  tables: {
    shop_delivery_terms: {
      rows: 'r r r riud r r riud',
      visitors: read,
      members: written('shop_id, basis, fee, zones, free_from, minimum_order'),
      limitedBy: 'one a shop, with at most 10 zones and 200 districts',
      isExported: true,
      isDeletedWithAccount: false,
    },
  },
}
