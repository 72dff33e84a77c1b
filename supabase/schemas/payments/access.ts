import type { Access } from '../access.ts'

export const access: Access = {
  tables: {
    payment_events: { rows: '- - - - - - riud', isExported: false, isDeletedWithAccount: false },
    payments: { rows: '- - - - - - riud', isExported: false, isDeletedWithAccount: false },
  },
  functions: {
    attach_payment_session: '- - - - - - +',
    begin_balance_payment: '- - - - - - +',
    begin_payment: '- - - - - - +',
    cancel_for_unpaid_balance: '- - - + - - -',
    claim_stale_sessions: '- - - - - - +',
    payment_details: '- - - - - - +',
    record_payment: '- - - - - - +',
    waive_balance: '- - - + - - -',
  },
  definers: ['cancel_for_unpaid_balance', 'waive_balance'],
}
