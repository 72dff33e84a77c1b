import type { Access } from '../access.ts'

export const access: Access = {
  tables: {
    outbox: { rows: '- - - - - - riud', isExported: false, isDeletedWithAccount: true },
  },
  functions: {
    claim_emails: '- - - - - - +',
    record_email: '- - - - - - +',
  },
}
