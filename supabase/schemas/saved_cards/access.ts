import type { Access } from '../access.ts'

export const access: Access = {
  tables: {
    payment_customers: { rows: '- - - - - - riud', isExported: false, isDeletedWithAccount: true },
    provider_removals: { rows: '- - - - - - riud', isExported: false, isDeletedWithAccount: false },
    saved_cards: {
      rows: '- rd - - - - riud',
      members: { select: 'id, user_id, brand, last4, exp_month, exp_year, used_at, created_at', delete: '*' },
      isExported: true,
      isDeletedWithAccount: true,
    },
  },
  functions: {
    attach_payment_customer: '- - - - - - +',
    claim_provider_removals: '- - - - - - +',
    finish_provider_removal: '- - - - - - +',
    open_payment_customer: '- - - - - - +',
    record_removed_customer: '- - - - - - +',
    record_saved_card: '- - - - - - +',
  },
}
