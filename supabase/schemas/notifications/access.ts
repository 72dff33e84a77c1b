import type { Access } from '../access.ts'

export const access: Access = {
  tables: {
    notifications: {
      rows: '- ru - - - - riud',
      members: { select: '*', update: 'is_read' },
      isExported: true,
      isDeletedWithAccount: true,
    },
    push_subscriptions: {
      rows: '- rd - - - - riud',
      members: { select: 'id, user_id, endpoint, created_at', delete: '*' },
      limits: ['10 a user_id'],
      isExported: true,
      isDeletedWithAccount: true,
    },
  },
  functions: {
    claim_pushes: '- - - - - - +',
    record_push: '- - - - - - +',
    save_push_subscription: '- + + + + + -',
  },
  definers: ['save_push_subscription'],
}
