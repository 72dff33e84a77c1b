import { type Access, read } from '../access.ts'

export const access: Access = {
  tables: {
    quote_versions: { rows: '- r - r - - riud', members: read, isExported: true, isDeletedWithAccount: true },
  },
  functions: {
    my_conversations: '- + + + + + +',
    open_order_room: '- + - + - - -',
    send_quote: '- - - + - - -',
  },
  definers: ['open_order_room', 'send_quote'],
}
