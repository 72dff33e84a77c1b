import type { Access } from '../access.ts'

export const access: Access = {
  tables: {
    product_views: { rows: '- - - - - - riud', isExported: false, isDeletedWithAccount: false },
    shop_visits: { rows: '- - - - - - riud', isExported: false, isDeletedWithAccount: false },
  },
  functions: {
    record_product_view: '+ + + + + + +',
    record_shop_visit: '+ + + + + + +',
    seller_analytics: '- - - + + - -',
  },
  definers: ['record_product_view', 'record_shop_visit', 'seller_analytics'],
}
