import { type Access, read } from '../access.ts'

export const access: Access = {
  tables: {
    payment_accounts: { rows: '- - - r - - riud', members: read, isExported: true, isDeletedWithAccount: false },
    transfers: { rows: '- - - - - - riud', isExported: false, isDeletedWithAccount: false },
  },
  functions: {
    claim_reversals: '- - - - - - +',
    claim_transfers: '- - - - - - +',
    record_reversal: '- - - - - - +',
    record_transfer: '- - - - - - +',
    set_payment_account: '- - - - - - +',
  },
}
