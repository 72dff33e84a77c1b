import { type Access, read } from '../access.ts'

export const access: Access = {
  tables: {
    drop_items: {
      rows: 'r r r r r r riud',
      visitors: read,
      members: read,
      isExported: true,
      isDeletedWithAccount: false,
    },
    drop_reminders: {
      rows: '- rid - - - - riud',
      members: { select: '*', insert: 'drop_id, user_id', delete: '*' },
      limits: ['100 a user_id'],
      isExported: true,
      isDeletedWithAccount: true,
    },
    drop_slots: {
      rows: 'r r r r r r riud',
      visitors: read,
      members: read,
      isExported: true,
      isDeletedWithAccount: false,
    },
    drops: {
      rows: 'r r r rd r r riud',
      visitors: read,
      members: { select: '*', delete: '*' },
      limits: ['300 a shop_id'],
      isExported: true,
      isDeletedWithAccount: false,
    },
  },
  functions: {
    duplicate_drop: '- - - + - - -',
    enter_drop: '- + + - + + -',
    save_drop: '- - - + + - -',
  },
  definers: ['duplicate_drop', 'enter_drop', 'save_drop'],
}
