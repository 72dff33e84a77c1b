import type { Access } from '../access.ts'

export const access: Access = {
  tables: {
    refunds: {
      rows: '- r - r - - riud',
      members: { select: 'id, order_id, amount, reason, status, voucher_id, created_at, updated_at' },
      isExported: true,
      isDeletedWithAccount: false,
    },
  },
  functions: {
    claim_pending_refunds: '- - - - - - +',
    claim_refunds: '- - - - - - +',
    fail_refund_attempt: '- - - - - - +',
    record_refund: '- - - - - - +',
    refund_order: '- - - + - - -',
  },
  definers: ['refund_order'],
}
