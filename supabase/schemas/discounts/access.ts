import type { Access } from '../access.ts'

export const access: Access = {
  tables: {
    discount_codes: {
      rows: '- - - riud - - riud',
      members: {
        select: '*',
        insert:
          'shop_id, code, kind, percent, amount, minimum_spend, product_ids, max_uses, max_uses_per_buyer, is_first_order_only, from_date, to_date, is_active',
        update:
          'kind, percent, amount, minimum_spend, product_ids, max_uses, max_uses_per_buyer, is_first_order_only, from_date, to_date, is_active',
        delete: '*',
      },
      limits: ['200 a shop_id'],
      isExported: true,
      isDeletedWithAccount: false,
    },
  },
  functions: {
    check_discount_code: '- + + + + + -',
    discount_code_figures: '- - - + + - -',
  },
  definers: ['check_discount_code', 'discount_code_figures'],
}
