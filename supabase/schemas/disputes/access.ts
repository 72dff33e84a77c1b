import type { Access } from '../access.ts'

export const access: Access = {
  tables: {
    payment_disputes: { rows: '- - - - - - riud', isExported: false, isDeletedWithAccount: false },
  },
  functions: {
    record_dispute: '- - - - - - +',
  },
}
