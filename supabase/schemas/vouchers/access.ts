import { type Access, read, written } from '../access.ts'

export const access: Access = {
  tables: {
    gift_vouchers: { rows: '- r - - - - riud', members: read, isExported: true, isDeletedWithAccount: false },
    shop_voucher_terms: {
      rows: 'r r r riud r r riud',
      visitors: read,
      members: written('shop_id, smallest, largest, months'),
      limitedBy: 'one a shop',
      isExported: true,
      isDeletedWithAccount: false,
    },
  },
  functions: {
    buy_voucher: '- + + + + + -',
    refund_voucher: '- + - + - - -',
    seller_vouchers: '- - - + + - -',
    voucher_balance: '+ + + + + + +',
    voucher_code: '- + - - - - -',
  },
  definers: ['buy_voucher', 'refund_voucher', 'seller_vouchers', 'voucher_balance', 'voucher_code'],
}
