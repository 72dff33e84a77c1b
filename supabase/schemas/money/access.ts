import { type Access, written } from '../access.ts'

export const access: Access = {
  tables: {
    product_vat_rates: {
      rows: '- - - riud - - riud',
      members: written('product_id, rate'),
      limitedBy: 'one a product',
      isExported: true,
      isDeletedWithAccount: false,
    },
    shop_vat: {
      rows: '- - - riud - - riud',
      members: written('shop_id, registered_from, default_rate'),
      limitedBy: 'one a shop',
      isExported: true,
      isDeletedWithAccount: false,
    },
  },
  functions: {
    sales_ledger: '- - - + + - -',
    sales_sums: '- - - + + - -',
    seller_money: '- - - + + - -',
    seller_transfers: '- - - + + - -',
  },
  definers: ['sales_ledger', 'sales_sums', 'seller_money', 'seller_transfers'],
}
