import { type Access, read } from '../access.ts'

export const access: Access = {
  tables: {
    quote_versions: { rows: '- r - r - - riud', members: read, isExported: true, isDeletedWithAccount: true },
  },
  functions: {
    send_quote: '- - - + - - -',
  },
  definers: ['send_quote'],
}
